"""What is said of coroutines that nobody awaits, and of other objects that a warning is about."""
import sys
import warnings


class Output:
    def write(self, text):
        print(repr(text.replace(__file__, "FILE")))

    def flush(self):
        pass


async def forgotten():
    pass


sys.stderr = Output()
forgotten()
for i in range(3):
    forgotten()
warnings.warn("about", ResourceWarning, source=[])
warnings.simplefilter("always")
warnings.warn("about", ResourceWarning, source=[])
warnings.warn("about nothing", ResourceWarning)
with warnings.catch_warnings(record=True) as log:
    warnings.warn("about", source="it")
    warnings.warn("about")
    forgotten()
print([(str(message.message), type(message.source).__name__) for message in log])
warnings.formatwarning = lambda message, category, filename, lineno, line=None: "own: %s\n" % message
forgotten()
warnings.showwarning = lambda message, category, filename, lineno, file=None, line=None: print("shown", message)
forgotten()
