import typing, string
from typing import *
def show(what, function):
    try: print(what, "->", repr(function()))
    except BaseException as error: print(what, "raises", type(error).__name__ + ":", error)
show("list", lambda: (List[int], Dict[str, int], Tuple[int, ...], Optional[int], Union[int, str], Union[int, None], Callable[[int], str], Callable[..., int], Any, List, Set[str], Type[int], Iterable[int], Sequence[str]))
show("eq", lambda: (List[int] == List[int], Union[int, str] == Union[str, int], Optional[int] == Union[int, None], Union[int, int], Union[int]))
T = TypeVar("T"); K = TypeVar("K", bound=int)
class Box(Generic[T]):
    def __init__(self, v: T): self.v = v
show("generic", lambda: (Box(1).v, Box[int](2).v, Box[int], T, Box.__parameters__, Box.__orig_bases__))
class IntBox(Box[int]): pass
show("sub", lambda: (IntBox(3).v, IntBox.__mro__[1].__name__))
class NT(NamedTuple):
    x: int
    y: str = "a"
    def double(self): return self.x * 2
show("nt", lambda: (NT(1), NT(1, "b").y, NT(2).double(), NT._fields, NT.__annotations__))
class TD(TypedDict):
    a: int
show("td", lambda: (TD(a=1), TD.__annotations__, TD.__total__))
show("args", lambda: (get_args(Dict[str, int]), get_origin(List[int]), get_origin(Union[int, str]) is Union, get_args(Callable[[int], str]), get_args(int)))
def f(a: int, b: "str" = "", *c: float) -> Optional[int]: ...
show("hints", lambda: (get_type_hints(f), f.__annotations__))
show("new", lambda: (NewType("U", int)(5), cast(int, "a"), Literal["a", 1], ClassVar[int], Final[int], NoReturn))
show("lit", lambda: List[T][int])
show("string", lambda: (string.ascii_letters, string.punctuation, string.capwords("ab cD"), string.Template("$a ${b}c $$").substitute(a=1, b=2), string.Template("$a $z").safe_substitute(a=1), string.digits, string.hexdigits, string.whitespace))
show("tpl bad", lambda: string.Template("x $1").substitute())
show("tpl key", lambda: string.Template("$q").substitute())
@runtime_checkable
class Closer(Protocol):
    def close(self): ...
class HasClose:
    def close(self): pass
show("protocol", lambda: (isinstance(HasClose(), Closer), isinstance(5, Closer)))
show("instance", lambda: isinstance([], List[int]))
show("iscall", lambda: (isinstance(len, Callable), isinstance([], Iterable), isinstance(5, Iterable)))
