# AsyncMock: awaits that are counted and compared; names of what autospecs give
import asyncio
from unittest.mock import AsyncMock, MagicMock, call, create_autospec


def show(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except AssertionError as e:
        print(type(e).__name__, str(e))


class C:
    def method(self, a, b=2):
        return a


m = AsyncMock(return_value=5)
print(asyncio.run(m(1)), asyncio.run(m(2, x=3)))
for check in ("assert_awaited_once_with", "assert_awaited_with", "assert_any_await"):
    for args in ((1,), (9,)):
        show(getattr(m, check), *args)
show(m.assert_awaited_with, 2, x=3)
show(m.assert_not_awaited)
show(m.assert_has_awaits, [call(1), call(2, x=3)])
show(m.assert_has_awaits, [call(2, x=3), call(1)])
show(m.assert_has_awaits, [call(2, x=3), call(1)], any_order=True)
show(m.assert_has_awaits, [call(4)], any_order=True)
print(m.await_count, m.await_args, m.await_args_list)
m.reset_mock()
print(m.await_count, m.await_args, m.await_args_list)
show(m.assert_awaited)
print(repr(create_autospec(C)().method(1)).split(" id")[0])
