# unittest.mock: calls, results, special methods, patches.
import os
import unittest
from unittest import mock
from unittest.mock import ANY, DEFAULT, MagicMock, Mock, PropertyMock, call, patch, sentinel


def tell(action):
    try:
        print(action())
    except (AssertionError, AttributeError, ValueError, KeyError, TypeError, StopIteration) as error:
        print(type(error).__name__, str(error).split(" id='")[0].split(" from ")[0])


m = Mock()
print(m.method(1, a=2) is m.method.return_value, m.method.call_args, m.mock_calls, m.method_calls, m.called, m.method.called)
m.x.y.z(3)
m(4).attr(5)
print(m.mock_calls, m.call_count, m.call_args_list)
m.method.assert_called_once_with(1, a=2)
m.x.y.z.assert_called_with(3)
m.assert_has_calls([call.x.y.z(3), call(4)])
for action in (lambda: m.method.assert_called_with(2), lambda: m.method.assert_not_called(), lambda: m.none.assert_called(),
               lambda: m.none.assert_called_with(1), lambda: m.none.assert_called_once(), lambda: m.none.assert_called_once_with(),
               lambda: m.method.assert_any_call(9), lambda: m.assert_has_calls([call.nothing()]),
               lambda: m.method.assert_any_call(1, a=ANY), lambda: m.asert_called()):
    tell(action)
effects = Mock(side_effect=[1, ValueError("two"), 3])
for _ in range(4):
    tell(effects)
print(Mock(side_effect=lambda x: x + 1)(1), Mock(return_value=5)(), Mock(side_effect=lambda: DEFAULT, return_value=6)())
tell(Mock(side_effect=KeyError("k")))
print(call(1, b=2), call.a.b(3), call().c, call(1) == ((1,), {}), call.a(1) == call.a(1), call(ANY) == call(7))
print(sentinel.one, sentinel.one is sentinel.one, DEFAULT)
magic = MagicMock()
print(len(magic), list(magic), int(magic), bool(magic), 1 in magic, magic == magic, magic == 1, float(magic))
magic.__len__.return_value = 3
magic.__getitem__.side_effect = lambda key: key * 2
magic.__iter__.return_value = [1, 2]
print(len(magic), magic[4], list(magic), magic.__getitem__.call_args)
with magic as entered:
    print(entered is magic.__enter__.return_value)
magic.__str__ = lambda self: "shown"
print(str(magic))


class Real:
    value = 1

    def method(self, a):
        return a

    @property
    def prop(self):
        return "real"


spec = Mock(spec=Real)
print(isinstance(spec, Real), spec.method(1) is not None)
tell(lambda: spec.nothing)
tell(lambda: setattr(Mock(spec_set=Real), "other", 1))
configured = Mock(**{"a.b.return_value": 7, "c": 8})
print(configured.a.b(), configured.c)
with patch("os.getcwd", return_value="/patched") as patched:
    print(os.getcwd(), patched.called)
print(os.getcwd() != "/patched")
with patch.object(Real, "method", lambda self, a: "patched"):
    print(Real().method(1))
print(Real().method(1))
with patch.dict(os.environ, {"CUPOLA_MOCK": "1"}):
    print(os.environ["CUPOLA_MOCK"])
print("CUPOLA_MOCK" in os.environ)


@patch.object(Real, "value", 5)
@patch("os.listdir")
def decorated(listdir):
    listdir.return_value = ["f"]
    return Real.value, os.listdir("x"), listdir.call_args


print(decorated(), Real.value)
with patch.object(Real, "prop", new_callable=PropertyMock) as prop:
    prop.return_value = "mocked"
    print(Real().prop, prop.mock_calls)
with patch.multiple(Real, value=9, method=DEFAULT) as values:
    print(Real.value, sorted(values))
started = patch("os.sep", "|")
started.start()
print(os.sep)
started.stop()
print(os.sep)
tell(lambda: patch("__main__.no_such_thing").start())
opened = mock.mock_open(read_data="a\nb\n")
with patch("builtins.open", opened):
    with open("x") as file:
        print(file.read())
    with open("y") as file:
        print(list(file))
opened.assert_any_call("x")
m.reset_mock()
print(m.mock_calls, m.called, m.method.call_count)
parent = Mock()
parent.attach_mock(Mock(), "child")
parent.child(1)
print(parent.mock_calls)
print(repr(Mock(name="named")).startswith("<Mock name='named' id="), repr(MagicMock(spec=Real)).startswith("<MagicMock spec='Real' id="))
sealed = Mock()
sealed.known = 1
mock.seal(sealed)
tell(lambda: sealed.unknown)
auto = mock.create_autospec(Real)
print(isinstance(auto(), Real))
tell(lambda: auto().method())
del m.gone
tell(lambda: m.gone)
wrapped = Mock(wraps=[3, 1, 2])
print(wrapped.count(1), wrapped.index(2))
