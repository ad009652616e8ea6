# A tracer whose end ends tracing, or begins it anew.
import sys


class Tracer:
    def __init__(self, after):
        self.after = after

    def __call__(self, frame, event, argument):
        return None

    def __del__(self):
        try:
            sys.settrace(self.after)
        except RuntimeError as error:
            print(error)


for after in (None, lambda *arguments: None):
    for follower in (None, Tracer(None), print):
        sys.settrace(Tracer(after))
        sys.settrace(None if follower is print else follower)
        sys.settrace(None)
        sys.setprofile(Tracer(None))
        sys.setprofile(None)
        sys.settrace(None)
print(sys.gettrace(), sys.getprofile())
