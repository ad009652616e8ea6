# doctest: reports of failures, of tests that raise, verbose and quiet; frames of doctest itself are taken out
import doctest
import io
import re
import sys

real, sys.stdout = sys.stdout, io.StringIO()
def good(x):
    """
    >>> good(2)
    4
    >>> good('a')
    'aa'
    """
    return x*2
def bad(x):
    """Bad.

    >>> bad(2)
    5
    >>> bad(3)
    6
    >>> print("a\\n\\nb")
    a
    <BLANKLINE>
    b
    >>> 1/0
    Traceback (most recent call last):
    ...
    ZeroDivisionError: division by zero
    >>> 1/0
    Traceback (most recent call last):
    ...
    ZeroDivisionError: other
    >>> 1/0
    3
    >>> int('x')
    Traceback (most recent call last):
        ...
    ValueError: ...
    >>> int('x') # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: invalid ...
    >>> list(range(30)) # doctest: +ELLIPSIS, +NORMALIZE_WHITESPACE
    [0, 1,   2, ..., 29]
    >>> print('skip') # doctest: +SKIP
    nope
    >>> for i in range(3):
    ...     print(i)
    0
    2
    1
    >>> x = undefined_name
    >>> print("one\\ntwo\\nthree")  # doctest: +REPORT_NDIFF
    one
    twx
    three
    >>> print("one\\ntwo\\nthree")  # doctest: +REPORT_UDIFF
    one
    twx
    three
    >>> print("one\\ntwo\\nthree")  # doctest: +REPORT_CDIFF
    one
    twx
    three
    >>> print('a  b') 
    a b
    >>> True
    1
    >>> 'no output expected'
    >>> x = 5
    nothing printed
    >>> raise KeyError('k') # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    KeyError: other
    """
    return x*2
class K:
    """
    >>> K().m()
    1
    """
    def m(self):
        """
        >>> K().m()
        2
        """
        return 1
    @property
    def p(self):
        """
        >>> 1+1
        3
        """
    @staticmethod
    def s():
        """>>> 2+2
        5"""
    class Inner:
        """
        >>> 'inner'
        'outer'
        """
__test__ = {'extra': ">>> 1+1\n2\n>>> 2+2\n5\n", 'fn': good}
print(doctest.testmod())
print(doctest.testmod(verbose=True))
print(doctest.testmod(name='nm', report=False, optionflags=doctest.ELLIPSIS|doctest.REPORT_ONLY_FIRST_FAILURE))
doctest.run_docstring_examples(good, globals())
doctest.run_docstring_examples(good, globals(), verbose=True, name='good')
doctest.run_docstring_examples(bad, {'bad':bad}, name='bad!', optionflags=doctest.FAIL_FAST)
doctest.run_docstring_examples(">>> 1\n2\n", {}, name='str')
print(doctest.script_from_examples("text\n>>> 1+1\n2\nmore\n>>> for i in 1,2:\n...   print(i)\n1\n2\n"))
try: doctest.testmod(raise_on_error=True)
except Exception as e: print(type(e), e, getattr(e,'got',None), getattr(e,'example',None) and e.example.source)
p=doctest.DocTestParser(); 
for e in p.get_examples(">>> a\nb\n  >>> c\n  d\n>>> e # doctest: +ELLIPSIS\nTraceback (most recent call last):\n foo\nX: y\n"): print(e.source,e.want,e.lineno,e.indent,e.options,e.exc_msg)
for bads in (">>>x\n", ">>> a\n...b\n", "    >>> x\n  y\n", ">>> a # doctest: +FOO\n", ">>> a # doctest: ELLIPSIS\n"):
    try: print(p.get_examples(bads))
    except ValueError as e: print(e)
print(doctest.DocTestFinder().find(K,'K'))
r=doctest.DocTestRunner(verbose=False); f=doctest.DocTestFinder()
for t in f.find(good,'good',globs=globals()): print(r.run(t))
print(r.summarize(), r.tries, r.failures)
try: doctest.testmod(5)
except TypeError as e: print(e)
c=doctest.OutputChecker(); print(c.check_output("a\n","a\n",0), c.check_output("1\n","True\n",0), c.check_output("a...z","abz",doctest.ELLIPSIS), repr(c.output_difference(doctest.Example("x","want\n"),"got\n",0)))
doctest.master=None
def deco(f): 
    import functools
    @functools.wraps(f)
    def w(*a): return f(*a)
    return w
@deco
def wrapped():
    """
    >>> wrapped()
    3
    """
    return 4
print(doctest.testmod())
def pdbish():
    """
    >>> import sys; sys.stdout.write("x\\n")
    x
    2
    >>> print("err", file=sys.stderr)
    >>> _ = 5
    >>> [i for i in range(3)]
    [0, 1, 2]
    >>> def f():
    ...     return 3
    ...
    >>> f()
    3
    >>> class A: pass
    >>> A() # doctest: +ELLIPSIS
    <...A object at 0x...>
    >>> {1,2} == {2,1}
    True
    >>> 1 if
    Traceback (most recent call last):
    SyntaxError: invalid syntax
    >>> 1 if
    2
    >>> def g(): raise ValueError("multi\\nline")
    >>> g()
    Traceback (most recent call last):
    ValueError: multi
    line
    """
doctest.run_docstring_examples(pdbish, {}, name='pdbish')

text = sys.stdout.getvalue()
sys.stdout = real
text = re.sub(r' +File "[^"]*doctest[^"<>]*", line .*, in _+run\n( +exec.*\n)?( +\^+\n)?', "", text)
text = re.sub(r' +File "<frozen doctest>", line .*\n', "", text)
print(re.sub(r'File "[^"]*[/\\]', 'File "', text))
