"""Handlers of signals, timers, what is set and what is refused."""
import os
import signal
import time


def attempt(function, *arguments):
    try:
        print(repr(function(*arguments)))
    except BaseException as error:
        print(type(error).__name__, error)


print(signal.SIGINT, repr(signal.SIGALRM), signal.Signals(15), repr(signal.SIG_DFL), signal.SIGCLD is signal.SIGCHLD, signal.NSIG)
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler, signal.getsignal(signal.SIGUSR1), signal.getsignal(signal.SIGPIPE))
seen = []


def handler(number, frame):
    seen.append((signal.Signals(number).name, type(frame).__name__))


print(signal.signal(signal.SIGUSR1, handler), signal.getsignal(signal.SIGUSR1) is handler)
os.kill(os.getpid(), signal.SIGUSR1)
print(seen)
signal.raise_signal(signal.SIGUSR1)
print(seen)
print(signal.signal(signal.SIGUSR1, signal.SIG_IGN) is handler)
signal.raise_signal(signal.SIGUSR1)
print(len(seen), repr(signal.signal(signal.SIGUSR1, signal.SIG_DFL)))


# a time-out, as programs make one
class TooLong(Exception):
    pass


def alarm(number, frame):
    raise TooLong("time is up: " + frame.f_code.co_name)


def work():
    while True:
        pass


signal.signal(signal.SIGALRM, alarm)
for wait in (work, lambda: time.sleep(30), signal.pause, lambda: sum(1 for _ in iter(int, 1))):
    print(signal.setitimer(signal.ITIMER_REAL, 0.05))
    try:
        wait()
    except TooLong as error:
        print(type(error).__name__, str(error).partition(":")[0])
print(signal.alarm(100), 99 <= signal.alarm(0) <= 100, signal.getitimer(signal.ITIMER_REAL))
count = 0


def tick(number, frame):
    global count
    count += 1


signal.signal(signal.SIGALRM, tick)
signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
while count < 5:
    time.sleep(0.01)
print(signal.setitimer(signal.ITIMER_REAL, 0)[1], count >= 5)
signal.signal(signal.SIGVTALRM, alarm)
signal.setitimer(signal.ITIMER_VIRTUAL, 0.02)
try:
    work()
except TooLong as error:
    print(error)

# the interrupt
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("interrupted")
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(1)
except KeyboardInterrupt:
    print("interrupted again")
print(signal.signal(signal.SIGINT, handler) is signal.default_int_handler)
signal.raise_signal(signal.SIGINT)
print(seen[-1])
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.raise_signal(signal.SIGINT)
print(signal.signal(signal.SIGINT, signal.default_int_handler))
attempt(signal.default_int_handler, 2, None)

# a set of signals
print(signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2]) - {signal.SIGINT})
os.kill(os.getpid(), signal.SIGUSR2)
print(signal.sigpending() - {signal.SIGINT}, repr(signal.sigwait({signal.SIGUSR2})), signal.sigtimedwait([signal.SIGUSR2], 0))
print(signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGUSR2]) - {signal.SIGINT})
print(len(signal.valid_signals()), signal.strsignal(signal.SIGTERM), signal.strsignal(11))

for function, arguments in ((signal.signal, (0, handler)), (signal.signal, (65, handler)), (signal.signal, (signal.SIGUSR1, None)),
                            (signal.signal, (signal.SIGUSR1, 2)), (signal.signal, (signal.SIGKILL, handler)), (signal.signal, ("x", handler)),
                            (signal.getsignal, (0,)), (signal.raise_signal, (0,)), (signal.raise_signal, (700,)), (signal.getitimer, (7,)),
                            (signal.setitimer, (9, 1)), (signal.setitimer, (0, -1)), (signal.sigwait, ([99],)), (signal.alarm, ("x",)),
                            (signal.strsignal, (1000,)), (signal.sigtimedwait, ([], -1)), (signal.Signals, (99,))):
    attempt(function, *arguments)


def outer(number, frame):
    signal.raise_signal(signal.SIGUSR2)
    seen.append("after")


signal.signal(signal.SIGUSR1, outer)
signal.signal(signal.SIGUSR2, handler)
signal.raise_signal(signal.SIGUSR1)
print(seen[-2:])
reader, writer = os.pipe()
os.set_blocking(writer, False)
print(signal.set_wakeup_fd(writer))
signal.raise_signal(signal.SIGUSR2)
print(os.read(reader, 10), signal.set_wakeup_fd(-1) == writer)
import threading


def elsewhere():
    attempt(signal.signal, signal.SIGUSR1, handler)


thread = threading.Thread(target=elsewhere)
thread.start()
thread.join()
