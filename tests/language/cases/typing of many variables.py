"""Type variables of all kinds: Generic[*Ts], ParamSpec, Concatenate, Unpack, Required keys, hints of them."""
from typing import *
import typing
T=TypeVar('T'); Ts=TypeVarTuple('Ts'); P=ParamSpec('P')
class A(Generic[*Ts]): pass
print(A[int,str], A.__parameters__, A.__orig_bases__)
print(A[*tuple[int,...]], A[()])
class B(Generic[T,*Ts]): pass
print(B[int], B[int,str,float])
try: B[()]
except TypeError as e: print(e)
print(Callable[P,T], Callable[P,T][[int,str],float], Callable[P,int][...])
print(Callable[Concatenate[int,P],T], Callable[Concatenate[int,P],T].__args__)
print(Callable[Concatenate[int,P],T][[str],bool], Callable[Concatenate[int,P],T].__parameters__)
class Z(Generic[T,P]): pass
print(Z[int,[str,bool]], Z[int,...], Z[int,P])
class X(Generic[P]): pass
print(X[int,str], X[[int,str]], X[...])
print(P.args,P.kwargs,P.args.__origin__, P.__name__, P.__bound__)
class M(TypedDict):
    a: Required[int]
    b: NotRequired[str]
class N(M,total=False):
    c: int
    d: Required[str]
for C in (M,N): print(sorted(C.__required_keys__), sorted(C.__optional_keys__), C.__total__, C.__annotations__)
print(get_type_hints(N), get_type_hints(N,include_extras=True))
print(tuple[*Ts], tuple[int,*Ts], tuple[*tuple[int,...]], Tuple[*Ts], Tuple[Unpack[Ts]], Unpack[Ts])
print(tuple[*Ts][int,str], Tuple[int,*Ts][str,float], tuple[*Ts].__args__, tuple[*Ts].__parameters__)
def f(*args:*Ts, k:Callable[P,T]=None)->tuple[*Ts]: pass
print(get_type_hints(f)); print(f.__annotations__)
def g(x:"Unpack[Ts]", y:Optional['M']): ...
print(get_type_hints(g))
print(Unpack[tuple[int,str]], get_args(Callable[[int],str]), get_origin(Callable[P,T]), get_args(Callable[P,T]), get_args(Concatenate[int,P]))
print(Generic[T,P], Ts, P, T, list(Ts))
print(Required[int], NotRequired[str])
def d(fn: Callable[Concatenate[int,P],T])->Callable[P,T]:
    def inner(*args:P.args, **kw:P.kwargs)->T: ...
    print(inner.__annotations__)
    return inner
d(1); print(get_type_hints(d))
print(is_typeddict(M), Self, Never, LiteralString, assert_type(1,int))
TD=TypedDict('TD',{'x':Required[int],'y y':NotRequired['str']},total=False); print(TD.__required_keys__,TD.__optional_keys__, TD(x=1))
import collections.abc as c
print(c.Callable[P,T], c.Callable[P,T][[int],str], c.Callable[Concatenate[int,P],T], c.Callable[[int,*Ts],T])
print(Dict[T,Callable[P,int]][str,[int,str]])
print(Annotated[int,1], get_type_hints(M,include_extras=True))
class Q(NamedTuple, Generic[T]):
    a:T
    b:int=1
print(Q[int], Q(1), Q[int](3))
def od(**k: Unpack[M]): ...
print(od.__annotations__)
for bad in ("Required[1]","Required[int,str]","Callable[int]","Callable[int,str]","Callable[[int],str,str]","Generic[int]","Generic[T,T]","Unpack[int]","Concatenate[int,str]","Concatenate[()]","Unpack[Ts,Ts]","A[*Ts,*Ts]","class",
  "Literal[Ts]","Ts[int]","T[int]","P[int]","X[int][str]","B[*Ts]","Union[*Ts]","Optional[*Ts]","Optional[Ts]", "Generic[Ts]","list[Required]","Union[Required,int]","ClassVar[int,str]","Final[int,str]","Self[int]","Never[int]","Any[int]", "isinstance(1,Callable[P,T])","isinstance(1,A[int])","issubclass(int,Required[int])","M(1,2)","isinstance({},M)"):
    try: print(bad, eval(bad))
    except Exception as e: print(bad,type(e).__name__,e)
import weakref
alias = list[int]
print(weakref.ref(alias)() is alias, List[int] is List[int], Literal[1] is Literal[1])
@runtime_checkable
class HasClose(Protocol):
    def close(self): ...
class Door:
    def close(self): pass
print(isinstance(Door(), HasClose), isinstance(1, HasClose), issubclass(Door, HasClose), isinstance(open(__file__), HasClose))
class Plain(Protocol):
    size: int
for check in (lambda: isinstance(1, Plain), lambda: issubclass(int, Plain), lambda: Plain()):
    try: print(check())
    except TypeError as error: print(error)
print((int | list[T])[str], list[T] | None, int | T, T | None, Union[int, str] == int | str, Optional[int] | str)
print(list[T][int], dict[str, list[T]][int], tuple[T, ...][str], type[T][int])
print(Dict[str, int]().__class__ if False else Deque[int]([1]), NewType("UserId", int), NewType("UserId", int)(5))
print(isinstance(3, SupportsInt), isinstance("x", SupportsAbs), isinstance([], Iterable), isinstance([], List))
print(get_type_hints(type("K", (), {"__annotations__": {"a": "list[int]", "b": "Optional[str]"}})))
