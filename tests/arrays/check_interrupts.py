# timeout: 120
"""One SIGINT while arrays are computed: KeyboardInterrupt comes once, a handler of the program's own is called once and nothing is cut
short; as pending work and at once."""

import os
import subprocess
import sys

from tap import CUPOLA, run_tests, test

PROGRAM = r'''
import os, signal, subprocess, time
import numpy as np

x = np.linspace(.1, 1, 3_000_000)


def interrupt_soon():
    return subprocess.Popen(['sh', '-c', f'sleep .3; kill -INT {os.getpid()}'])


for turn in range(2):
    sender = interrupt_soon()
    try:
        while True:
            y = np.sin(x)
            y.sum()
    except KeyboardInterrupt:
        print('caught', turn)
    z = np.arange(3) + 1
    z = z * 2
    print(z.sum())
    sender.wait()

calls = []
signal.signal(signal.SIGINT, lambda *arguments: calls.append(1))
sender = interrupt_soon()
while not calls:
    y = np.sin(x) * np.cos(x)
    y.sum()
sender.wait()
print(calls)
'''
WANTED = 'caught 0\n12\ncaught 1\n12\n[1]\n'


def run(environment):
    done = subprocess.run([CUPOLA, 'run', '/dev/stdin'], input=PROGRAM, capture_output=True, text=True, timeout=60, env=dict(os.environ, **environment))
    assert done.stdout == WANTED and not done.stderr, (done.stdout, done.stderr)


@test
def an_interrupt_of_pending_work_comes_once():
    run({})


@test
def an_interrupt_of_work_done_at_once_comes_once():
    run({'CUPOLA_EAGER': '1'})


if __name__ == '__main__':
    sys.exit(run_tests())
