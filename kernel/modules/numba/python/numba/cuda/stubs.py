"""What kernels may name: threads' places, memory, barriers, atomic operations. On the host these are names alone."""


def _refused(what):
    raise NotImplementedError(f"{what} cannot be called from host code")


class Stub:
    """A name for kernels alone."""

    __slots__ = ()

    def __new__(cls):
        _refused(cls)

    def __repr__(self):
        return self._description_


class _Called(Stub):
    __slots__ = ()

    def __new__(cls, *args):
        _refused(f"<function {cls.__qualname__}>")


class _Intrinsic(Stub):
    __slots__ = ()

    def __new__(cls, *args):
        raise NotImplementedError(f"<intrinsic {cls.__name__}> is not usable in pure-python")


def _class(name, text, members=(), inside="", base=Stub):
    fields = {"__module__": __name__, "__qualname__": inside + name, "__doc__": text, "__slots__": (), "_description_": f"<{inside}{name}>"}
    fields.update(members)
    return type(Stub)(name, (base,), fields)


def _function(name, text):
    return _class(name, text, base=_Intrinsic)


class Dim3(Stub):
    """Three numbers of threads or blocks: x, y, z."""

    @property
    def x(self):
        """The first."""

    @property
    def y(self):
        """The second."""

    @property
    def z(self):
        """The third."""


class threadIdx(Dim3):
    """A thread's place in its block: x, y, z, from 0 on."""

    _description_ = "<threadIdx.{x,y,z}>"


class blockIdx(Dim3):
    """A block's place in the grid: x, y, z, from 0 on."""

    _description_ = "<blockIdx.{x,y,z}>"


class blockDim(Dim3):
    """How many threads a block has: x, y, z."""

    _description_ = "<blockDim.{x,y,z}>"


class gridDim(Dim3):
    """How many blocks the grid has: x, y, z."""

    _description_ = "<gridDim.{x,y,z}>"


grid = _function("grid", "grid(ndim): a thread's place in the whole grid: a number, or for 2 and 3 dimensions a tuple.")
gridsize = _function("gridsize", "gridsize(ndim): how many threads the whole grid has: a number, or for 2 and 3 dimensions a tuple.")
syncthreads = _function("syncthreads", "syncthreads(): wait for all threads of the block.")
syncthreads_and = _function("syncthreads_and", "syncthreads_and(predicate): wait; whether it holds in all threads of the block.")
syncthreads_or = _function("syncthreads_or", "syncthreads_or(predicate): wait; whether it holds in some thread of the block.")
syncthreads_count = _function("syncthreads_count", "syncthreads_count(predicate): wait; in how many threads of the block it holds.")

for _name, _text in {
        "laneid": "A thread's place in its warp: 0 to 31.",
        "warpsize": "How many threads a warp has: 32.",
        "syncwarp": "syncwarp(mask=0xffffffff): wait for threads of the warp.",
        "activemask": "activemask(): a mask of the threads of the warp that are here.",
        "lanemask_lt": "lanemask_lt(): a mask of the threads of the warp that come before this one.",
        "threadfence": "threadfence(): what was written before is seen on the device before what is written after.",
        "threadfence_block": "threadfence_block(): what was written before is seen in the block before what is written after.",
        "threadfence_system": "threadfence_system(): what was written before is seen everywhere before what is written after.",
        "match_any_sync": "match_any_sync(mask, value): a mask of the threads of the warp that have the same value.",
        "match_all_sync": "match_all_sync(mask, value): (the mask, True) if all threads of the mask have the same value, else (0, False).",
        "shfl_sync_intrinsic": "shfl_sync_intrinsic(mask, mode, value, mode_offset, clamp): another thread's value, and whether there is one.",
        "vote_sync_intrinsic": "vote_sync_intrinsic(mask, mode, predicate): a vote of the warp, and its ballot.",
        "popc": "popc(x): how many bits are set.",
        "brev": "brev(x): the bits in reverse order.",
        "clz": "clz(x): how many bits before the first one that is set.",
        "ffs": "ffs(x): the place of the lowest bit that is set, from 1 on; 0: none is.",
        "fma": "fma(a, b, c): a * b + c, rounded once.",
        "cbrt": "cbrt(x): the cube root.",
        "selp": "selp(a, b, c): b if a, else c.",
        "nanosleep": "nanosleep(ns): wait for about so many nanoseconds."}.items():
    globals()[_name] = _class(_name, _text)

for _name, _text in {
        "all_sync": "all_sync(mask, predicate): whether it holds in all threads of the mask.",
        "any_sync": "any_sync(mask, predicate): whether it holds in some thread of the mask.",
        "eq_sync": "eq_sync(mask, predicate): whether it is the same in all threads of the mask.",
        "ballot_sync": "ballot_sync(mask, predicate): a mask of the threads in which it holds.",
        "shfl_sync": "shfl_sync(mask, value, src_lane): the value of another thread of the warp.",
        "shfl_up_sync": "shfl_up_sync(mask, value, delta): the value of the thread that is delta before this one.",
        "shfl_down_sync": "shfl_down_sync(mask, value, delta): the value of the thread that is delta after this one.",
        "shfl_xor_sync": "shfl_xor_sync(mask, value, lane_mask): the value of the thread whose place differs in these bits."}.items():
    globals()[_name] = _function(_name, _text)


def _array(space, text, name="array"):
    return _class(name, text, inside=space + ".", base=_Called)


shared = _class("shared", "Memory of a block: shared.array(shape, dtype); shape 0: as much as the launch says.",
                {"array": _array("shared", "array(shape, dtype): an array that the threads of a block share.")})
local = _class("local", "Memory of a thread: local.array(shape, dtype).",
               {"array": _array("local", "array(shape, dtype): an array of each thread's own.")})
const = _class("const", "Constants of a kernel: const.array_like(array).",
               {"array_like": _array("const", "array_like(ndarray): an array of the host, as a constant of the kernel.", "array_like")})


def _members(inside, names):
    return {name: _class(name, text, inside=inside + ".") for name, text in names.items()}


atomic = _class("atomic", "Operations on elements of arrays that no other thread comes between; each gives the element as it was.", _members("atomic", {
    "add": "add(ary, idx, val): ary[idx] += val.",
    "sub": "sub(ary, idx, val): ary[idx] -= val.",
    "and_": "and_(ary, idx, val): ary[idx] &= val.",
    "or_": "or_(ary, idx, val): ary[idx] |= val.",
    "xor": "xor(ary, idx, val): ary[idx] ^= val.",
    "inc": "inc(ary, idx, val): ary[idx] += 1, or 0 if it is val or more.",
    "dec": "dec(ary, idx, val): ary[idx] -= 1, or val if it is 0 or more than val.",
    "exch": "exch(ary, idx, val): ary[idx] = val.",
    "max": "max(ary, idx, val): ary[idx] = max(ary[idx], val); nan if one is.",
    "min": "min(ary, idx, val): ary[idx] = min(ary[idx], val); nan if one is.",
    "nanmax": "nanmax(ary, idx, val): ary[idx] = max(ary[idx], val); nan counts as nothing.",
    "nanmin": "nanmin(ary, idx, val): ary[idx] = min(ary[idx], val); nan counts as nothing.",
    "compare_and_swap": "compare_and_swap(ary, old, val): ary[0] = val if ary[0] == old.",
    "cas": "cas(ary, idx, old, val): ary[idx] = val if ary[idx] == old."}))

fp16 = _class("fp16", "Arithmetic of 16-bit floats.", _members("fp16", {
    **{name: f"{name}(a, b): {word}." for name, word in {
        "hadd": "a + b", "hsub": "a - b", "hmul": "a * b", "hdiv": "a / b", "heq": "a == b", "hne": "a != b", "hge": "a >= b", "hgt": "a > b",
        "hle": "a <= b", "hlt": "a < b", "hmax": "the greater one", "hmin": "the lesser one"}.items()},
    "hfma": "hfma(a, b, c): a * b + c, rounded once.",
    **{name: f"{name}(a): {word}." for name, word in {
        "hneg": "-a", "habs": "abs(a)", "hsin": "the sine", "hcos": "the cosine", "hlog": "the logarithm", "hlog10": "the logarithm to base 10",
        "hlog2": "the logarithm to base 2", "hexp": "e ** a", "hexp10": "10 ** a", "hexp2": "2 ** a", "hfloor": "rounded down",
        "hceil": "rounded up", "hsqrt": "the square root", "hrsqrt": "one over the square root", "hrcp": "one over a",
        "hrint": "rounded to the nearest", "htrunc": "without what is behind the point"}.items()}}))


def _vector(base, count):
    from numba.core import types
    name = f"{base}x{count}"
    made = _class(name, f"{count} of {base}: fields {', '.join('xyzw'[:count])}.")
    made._vector = getattr(types, base), count
    return name, made



_OTHER = {"int8": ["char"], "int16": ["short"], "int32": ["int"], "int64": ["long", "longlong"], "uint8": ["uchar"], "uint16": ["ushort"],
          "uint32": ["uint"], "uint64": ["ulong", "ulonglong"], "float32": ["float"], "float64": ["double"]}
VECTORS = {f"{other}{count}": f"{base}x{count}" for base, others in _OTHER.items() for count in range(1, 5) for other in others}
VECTORS.update({name: name for name in list(VECTORS.values())})


def __getattr__(name):
    full = VECTORS.get(name)
    if full is None:
        raise AttributeError(f"module 'numba.cuda.stubs' has no attribute '{name}'")
    if full not in globals():
        base, _, count = full.rpartition("x")
        globals()[full] = _vector(base, int(count))[1]
    return globals()[full]
