"""logging: levels, loggers, handlers, formatters, filters."""
import io
import logging
import os
import sys
import tempfile

logging.warning("to stderr: %s", 5)
logging.info("not shown")
logging.basicConfig(level=logging.DEBUG)  # has handlers already
root = logging.getLogger()
print(root, root.handlers, root.level, logging.getLogger("a.b"), logging.getLogger("a"))


def fresh(**settings):
    stream = io.StringIO()
    logging.basicConfig(stream=stream, force=True, **settings)
    return stream


stream = fresh(format="%(levelname)-8s|%(name)s|%(funcName)s|%(lineno)d|%(filename)s|%(module)s|%(message)s", level="DEBUG")


def inside():
    logging.debug("d %d", 1)
    log = logging.getLogger("a.b.c")
    log.info("i %(x)s", {"x": 2})
    log.warning("w %s %s", 1, 2)
    log.error("e")
    log.critical("c", stack_info=False)
    log.log(25, "between")
    log.log(logging.INFO, "up", stacklevel=2)
    try:
        1 / 0
    except ZeroDivisionError:
        log.exception("failed %s", "x")
        log.error("again", exc_info=True)
    log.info("%s", [1], extra={"more": 3})


inside()
print(stream.getvalue())
stream = fresh(format="{levelname}:{message}:{more:>5}", style="{", level=5)
logging.getLogger("z").info("styled", extra={"more": 3})
logging.addLevelName(25, "NOTICE")
logging.log(25, "named", extra={"more": 1})
print(stream.getvalue(), logging.getLevelName(25), logging.getLevelName("NOTICE"), logging.getLevelName(99), logging.getLevelName("nope"))
stream = fresh(format="$levelname ${message}", style="$")
logging.warning("dollar")
logging.info("hidden")
print(stream.getvalue())
stream = fresh()
logging.getLogger("x.y").error("basic")
logging.getLogger("x").setLevel(logging.CRITICAL)
logging.getLogger("x.y").error("not any more")
print(stream.getvalue(), logging.getLogger("x.y").getEffectiveLevel(), logging.getLogger("x.y").isEnabledFor(40), logging.getLogger("x.y").parent, logging.getLogger("x").getChild("q"))

logger = logging.getLogger("own")
logger.propagate = False
logger.setLevel(logging.DEBUG)
handler = logging.StreamHandler(sys.stdout)
handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", datefmt="date"))
handler.setLevel(logging.WARNING)
logger.addHandler(handler)
logger.addHandler(handler)
logger.warning("once")
logger.info("below the handler's level")


class OnlyEven(logging.Filter):
    def filter(self, record):
        return record.args and record.args[0] % 2 == 0


handler.addFilter(OnlyEven())
for n in range(4):
    logger.error("n=%d", n)
handler.removeFilter(handler.filters[0])
logger.addFilter(lambda record: "secret" not in record.msg)
logger.error("a secret")
logger.error("no args %s")
logger.disabled = True
logger.error("disabled")
logger.disabled = False
logging.disable(logging.ERROR)
logger.error("disabled too")
logger.critical("not this")
logging.disable(logging.NOTSET)
adapter = logging.LoggerAdapter(logger, {"who": "me"})
handler.setFormatter(logging.Formatter("%(who)s says %(message)s"))
adapter.error("hello")
print(handler, logger, adapter, logger.hasHandlers(), logging.NullHandler(), logging.Filter("a").filter(logging.makeLogRecord({"name": "a.b"})))
record = logging.LogRecord("n", 20, "/a/b.py", 3, "m %s", ("x",), None)
print(record, record.getMessage(), record.filename, record.module, record.levelname, record.threadName, record.processName, logging.makeLogRecord({"msg": "q"}).getMessage())
print(logging.Formatter("%(message)s").format(record), logging.BufferingFormatter().format([record, record]))
with tempfile.TemporaryDirectory() if hasattr(tempfile, "TemporaryDirectory") else None as folder:
    path = os.path.join(folder, "log.txt")
    logging.basicConfig(filename=path, filemode="w", force=True, format="%(message)s", encoding="utf-8")
    logging.error("in a file é")
    logging.shutdown()
    print(open(path, encoding="utf-8").read())
for attempt in (lambda: logging.getLogger(5), lambda: logger.setLevel("NOPE"), lambda: logger.setLevel(1.5), lambda: logging.Formatter("x", style="?"),
                lambda: logging.Formatter("no fields"), lambda: logging.Formatter("{x", style="{"), lambda: logger.log("x", "y"),
                lambda: logging.basicConfig(force=True, nope=1), lambda: logging.basicConfig(force=True, stream=1, filename="x"), lambda: logger.error("x", extra={"name": 1}),
                lambda: logging.setLoggerClass(int), lambda: logging.Handler().emit(record)):
    try:
        print(attempt())
    except Exception as error:
        print(type(error).__name__, error)
