def f(a, b=2, *args, c, **kw):
    """Doc of f.

    More.
    """
class A:
    """Doc of A."""
    x = 1
    def m(self, y):
        "doc m"
    @property
    def p(self):
        "doc p"
        return 1
    @staticmethod
    def s(): pass
    @classmethod
    def k(cls): "doc k"
class B(A):
    def m(self, y): pass
help(f); help(A); help(B); help(A().m); help(A.p); help("nothere"); help(B())
