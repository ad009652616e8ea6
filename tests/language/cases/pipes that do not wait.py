# reading from descriptors that do not block; writing to a full pipe while another thread empties it
import multiprocessing
import os
import threading

reader, writer = os.pipe()
os.set_blocking(reader, False)
try:
    os.read(reader, 1)
except BlockingIOError as error:
    print(type(error).__name__, error)
os.write(writer, b"abc")
print(os.read(reader, 10))
os.set_blocking(writer, False)
try:
    while True:
        os.write(writer, b"x" * 65536)
except BlockingIOError as error:
    print(error)
os.close(reader)
os.close(writer)

reader, writer = os.pipe()
parts = []


def drain():
    while data := os.read(reader, 5000):
        parts.append(data)


thread = threading.Thread(target=drain)
thread.start()
print(os.write(writer, b"y" * 300000))
os.close(writer)
thread.join()
print(sum(map(len, parts)))

semaphore = multiprocessing.Semaphore(1)
print(semaphore.acquire(), semaphore.acquire(False), semaphore.acquire(timeout=0.01))
