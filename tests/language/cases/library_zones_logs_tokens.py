"""zoneinfo, sched, selectors, logging.handlers, logging.config, token and tokenize."""
import io
import logging
import logging.config
import logging.handlers
import os
import pickle
import queue
import re
import sched
import selectors
import shutil
import socket
import sys
import tempfile
import token
import tokenize
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones


def attempt(function, *arguments, **keywords):
    try:
        print(repr(function(*arguments, **keywords)))
    except Exception as error:
        print(type(error).__name__, error)


print("--- zoneinfo")
zones = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Europe/Dublin", "UTC", "Africa/Casablanca", "Asia/Tokyo",
         "America/Sao_Paulo", "Pacific/Apia", "Antarctica/Troll", "America/St_Johns"]
for name in zones:
    zone = ZoneInfo(name)
    for year in (1850, 1930, 1965, 1999, 2011, 2024, 2037, 2050, 2200):
        for month in (1, 3, 7, 10, 12):
            when = datetime(year, month, 27, 12, tzinfo=zone)
            print(name, when, when.tzname(), when.dst(), when.astimezone(timezone.utc), end="; ")
    print()
    # around the changes of a year, hour by hour
    start = datetime(2024, 3, 8, tzinfo=timezone.utc)
    seen = []
    for hours in range(24 * 300):
        local = (start + timedelta(hours=hours)).astimezone(zone)
        text = (local.utcoffset(), local.tzname(), local.fold)
        if not seen or seen[-1][1:] != text:
            seen.append((str(local), *text))
    print(seen)
berlin = ZoneInfo("Europe/Berlin")
for when in (datetime(2024, 3, 31, 2, 30), datetime(2024, 10, 27, 2, 30), datetime(2040, 10, 28, 2, 30), datetime(2040, 3, 25, 2, 30)):
    print([when.replace(tzinfo=berlin, fold=fold).isoformat() for fold in (0, 1)])
print(repr(berlin), str(berlin), berlin.key, ZoneInfo("UTC") is ZoneInfo("UTC"), ZoneInfo.no_cache("UTC") is ZoneInfo("UTC"), pickle.loads(pickle.dumps(berlin)) is berlin)
print(berlin.utcoffset(None), ZoneInfo("UTC").utcoffset(None), "Europe/Paris" in available_timezones())
for key in ("Not/There", "/etc/passwd", "../x", "a//b"):
    attempt(ZoneInfo, key)
print(ZoneInfoNotFoundError.__mro__[1].__name__, datetime(2024, 7, 1, 12, tzinfo=ZoneInfo("Asia/Tokyo")).astimezone(berlin))

print("--- sched")
clock = [0.0]
scheduler = sched.scheduler(lambda: clock[0], lambda seconds: clock.__setitem__(0, clock[0] + seconds))
for delay, priority, text in ((3, 1, "c"), (1, 2, "b"), (1, 1, "a"), (5, 1, "never")):
    event = scheduler.enter(delay, priority, print, (text,), {"end": " "})
scheduler.cancel(event)
print([(e.time, e.priority) for e in scheduler.queue], scheduler.run(blocking=False))
scheduler.run()
print(clock, scheduler.empty())
attempt(scheduler.cancel, event)

print("--- selectors")
left, right = socket.socketpair()
for kind in (selectors.DefaultSelector, selectors.SelectSelector, selectors.PollSelector):
    with kind() as selector:
        selector.register(right, selectors.EVENT_READ, data="r")
        print(selector.select(0), len(selector.get_map()), selector.get_key(right).data)
        left.send(b"x")
        print([(key.data, events) for key, events in selector.select(1)], right.recv(5))
        selector.modify(right, selectors.EVENT_READ | selectors.EVENT_WRITE, "rw")
        print([(key.data, events) for key, events in selector.select(1)])
        selector.unregister(right)
        for function, arguments in ((selector.register, (right, 0)), (selector.register, ("x", 1))):
            attempt(function, *arguments)
left.close(), right.close()

print("--- logging")
folder = tempfile.mkdtemp()
path = os.path.join(folder, "log.txt")
logger = logging.getLogger("rotating")
logger.propagate = False
logger.setLevel(logging.DEBUG)
handler = logging.handlers.RotatingFileHandler(path, maxBytes=60, backupCount=2)
handler.setFormatter(logging.Formatter("%(levelname)s:%(message)s"))
logger.addHandler(handler)
for number in range(20):
    logger.info("message number %d", number)
handler.close()
logger.removeHandler(handler)
for name in sorted(os.listdir(folder)):
    with open(os.path.join(folder, name)) as file:
        print(name, file.read().splitlines())
timed = logging.handlers.TimedRotatingFileHandler(path, when="midnight", backupCount=1)
print(timed.suffix, timed.interval, timed.when)
timed.close()
attempt(logging.handlers.TimedRotatingFileHandler, path, when="x")
shutil.rmtree(folder)
stream = io.StringIO()
target = logging.StreamHandler(stream)
memory = logging.handlers.MemoryHandler(10, target=target)
logger.addHandler(memory)
logger.info("kept")
print(repr(stream.getvalue()), len(memory.buffer))
logger.error("grave")
print(repr(stream.getvalue()), len(memory.buffer))
logger.removeHandler(memory)
records = queue.Queue()
listener = logging.handlers.QueueListener(records, target)
logger.addHandler(logging.handlers.QueueHandler(records))
listener.start()
logger.warning("through %s", "a queue")
listener.stop()
print(stream.getvalue().splitlines()[-1])
logging.config.dictConfig({
    "version": 1, "disable_existing_loggers": False,
    "formatters": {"short": {"format": "{levelname[0]} {name} {message}", "style": "{"}},
    "filters": {"only": {"name": "app"}},
    "handlers": {"out": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout", "formatter": "short", "level": "INFO", "filters": ["only"]}},
    "loggers": {"app": {"level": "DEBUG", "handlers": ["out"], "propagate": False}, "app.part": {"level": "WARNING"}},
    "root": {"level": "ERROR", "handlers": []}})
logging.getLogger("app").debug("no")
logging.getLogger("app").info("yes")
logging.getLogger("app.part").info("no")
logging.getLogger("app.part").warning("yes")
print(logging.getLogger().level, logging.getLogger("app").handlers[0].name)
for bad in ({}, {"version": 2}, {"version": 1, "handlers": {"h": {"class": "no.such"}}}, {"version": 1, "loggers": {"l": {"handlers": ["x"]}}},
            {"version": 1, "root": {"level": "NOPE"}}):
    attempt(logging.config.dictConfig, bad)

print("--- tokens")
print(token.tok_name[1], token.OP, token.NAME, token.N_TOKENS, tokenize.COMMENT, token.EXACT_TOKEN_TYPES["|="], len(token.EXACT_TOKEN_TYPES), token.ISEOF(0))
source = '''# -*- coding: utf-8 -*-
def f(a, b=1_000, *c: int, **d) -> "x":
    """A
    docstring"""
    if a <= 0x1F and b ** 2.5e-3j != .5:  # comment

        return [a, (b,
                    c)], f"{a}" 'b' rb"\\x"
\treturn a \\
        if b else '\\'' + """q"""
x: int = 3 if y else ...; z @= w // 2; (k := 4)
async def g(): await h
naïve = ~1 << 2 >> 3
'''.replace("\treturn", "    return")
found = list(tokenize.generate_tokens(io.StringIO(source).readline))
for item in found:
    print(item.type, tokenize.tok_name[item.exact_type], repr(item.string), item.start, item.end, end=" | ")
print()
print(repr(found[3]), tokenize.untokenize(found) == source, next(tokenize.tokenize(io.BytesIO(source.encode()).readline)))
print(repr(tokenize.untokenize((item.type, item.string) for item in tokenize.generate_tokens(io.StringIO("a  =  b+1 # c\nif x:\n   y('s' 't')\n").readline))))
for text in ("(1", "'''x", "if x:\n  y\n z\n", "x = $", "'abc", "a\\\n", "", "x", "  x\n", "0777", "1__0", "a!b", "\f x\n"):
    try:
        print([(tokenize.tok_name[item.type], item.string, item.start) for item in tokenize.generate_tokens(io.StringIO(text).readline)])
    except (tokenize.TokenError, SyntaxError) as error:
        print(type(error).__name__, error.args)
for lines in ([b"# coding: latin-1\n"], [b"\n", b"# vim: set fileencoding=utf8 :\n"], [b"\xef\xbb\xbfx\n"], [b"x\n", b"# coding: ascii\n"], []):
    print(tokenize.detect_encoding(iter(lines).__next__))
attempt(tokenize.detect_encoding, iter([b"# coding: nonsense\n"]).__next__)
attempt(tokenize.detect_encoding, iter([b"\xff\n"]).__next__)
