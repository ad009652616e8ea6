"""Kernels as one writes them down from public documentation: what each leaves in `int *o`, or that it is refused. Each a row:
title, what stands before the kernel, its body, what must come out (None: refused with the word that a GPU would run it).
Prints TAP, and the share that is accepted. Run by check_documentation.py."""
import cupy as cp

LESS = "template <typename T> __device__ int total(const T *x, int n) { T s = 0; for (int i = 0; i < n; i++) s += x[i]; return s; }"
ROWS = [
    ("deduction behind const", LESS, "const int a[2] = {1, 2}; o[0] = total(a, 2);", [3]),
    ("char array", "", 'char t[] = "ab"; o[0] = t[1]; o[1] = sizeof(t);', [98, 3]),
    ("string", "", 'const char *t = "ab"; o[0] = t[1]; o[1] = "0123"[2];', [98, 50]),
    ("printf of a string", "#include <cstdio>", 'const char *t = "x"; printf("# %s %s\\n", t, "y"); o[0] = 1;', [1]),
    ("static members", "struct C { static const int N = 4; static constexpr float s = 2.5f; };", "o[0] = C::N; o[1] = C::s * 2;", [4, 5]),
    ("members' own values", "struct C { int a = 4, b{5}; };", "C c; o[0] = c.a + c.b;", [9]),
    ("designated initializers", "struct P { int a, b; };", "P p = {.a = 3, .b = 4}; o[0] = p.a + p.b;", [7]),
    ("conditional as a place", "", "int x = 1, y = 2; (x > y ? x : y) = 9; o[0] = y;", [9]),
    ("pointer to an array", "", "int m[2][3] = {{1,2,3},{4,5,6}}; int (*p)[3] = m; o[0] = p[1][2];", [6]),
    ("digit separators", "", "o[0] = 1'000'000;", [1000000]),
    ("range-for", "", "int v[3] = {1,2,3}; for (auto &e : v) e *= 2; for (int e : v) o[0] += e;", [12]),
    ("constexpr function as a bound", "constexpr int sq(int x) { return x * x; }", "int s[sq(2)]; s[3] = 1; o[0] = s[3] + sizeof(s);", [17]),
    ("if constexpr", "template<int N> __device__ int g() { if constexpr (N > 2) return 1; else return 0; }", "o[0] = g<3>();", [1]),
    ("numeric_limits", "#include <limits>", "o[0] = std::numeric_limits<int>::max(); o[1] = std::numeric_limits<float>::max() > 1e38f;", [2**31 - 1, 1]),
    ("type traits", "#include <type_traits>", "o[0] = std::is_same<int, int>::value; o[1] = std::is_same<int, float>::value;", [1, 0]),
    ("inheritance", "struct A { int x; __device__ int g() { return x; } }; struct B : A { int y; };", "B b; b.x = 3; b.y = 4; o[0] = b.g() + b.y;", [7]),
    ("template of a struct", "template<typename T, int N> struct V { T d[N]; __device__ static int size() { return N; } };", "V<float, 3> v; v.d[2] = 4; o[0] = v.d[2] + V<float, 3>::size();", [7]),
    ("specialization of a function", "template<typename T> __device__ T g(); template<> __device__ int g<int>() { return 5; }", "o[0] = g<int>();", [5]),
    ("specialization of a struct", "template<typename T> struct S { static constexpr int v = 1; }; template<> struct S<float> { static constexpr int v = 2; };",
     "o[0] = S<int>::v; o[1] = S<float>::v;", [1, 2]),
    ("specialization for a pattern", "template<typename T> struct S { static constexpr int v = 1; }; template<typename T> struct S<T *> { static constexpr int v = 2; };", "o[0] = S<int *>::v;", [2]),
    ("recursion of templates", "template<int N> struct F { static constexpr int v = N * F<N - 1>::v; }; template<> struct F<0> { static constexpr int v = 1; };", "o[0] = F<5>::v;", [120]),
    ("member template", "struct A { template<typename T> __device__ T g(T a) { return a; } };", "A a; o[0] = a.g(1);", [1]),
    ("functor with a template", "struct Add { template<typename T> __device__ T operator()(const T &a, const T &b) const { return a + b; } };", "Add f; o[0] = f(1, 2);", [3]),
    ("lambda", "", "auto g = [](int a) { return a + 1; }; o[0] = g(1);", [2]),
    ("lambda that captures", "", "int n = 3, s = 0; auto g = [&](int a) { s += a * n; }; g(2); g(3); o[0] = s;", [15]),
    ("lambda for any type", "", "auto g = [](auto a, auto b) { return a * b; }; o[0] = g(3, 4);", [12]),
    ("function pointer", "__device__ int next(int a) { return a + 1; }", "int (*p)(int) = next; o[0] = p(1);", [2]),
    ("table of functions", "typedef int (*op)(int); __device__ int f(int a) { return a + 1; } __device__ int g(int a) { return -a; } __device__ op table[] = {f, g};", "o[0] = table[1](4);", [-4]),
    ("offsetof", "struct P { char a; double b; };", "o[0] = offsetof(P, b);", [8]),
    ("malloc, free", "", "int *q = (int *)malloc(8); q[1] = 2; o[0] = q[1]; free(q);", [2]),
    ("new, delete", "", "int *q = new int[2]; q[1] = 2; o[0] = q[1]; delete[] q;", [2]),
    ("block group", "#include <cooperative_groups.h>", "auto b = cooperative_groups::this_thread_block(); b.sync(); o[0] = b.size() + b.thread_rank();", [1]),
    ("union", "union U { int i; float f; };", "U u; u.f = 1; o[0] = u.i;", [1065353216]),
    ("enum class", "enum class E : int { A, B };", "E e = E::B; o[0] = (int)e;", [1]),
    ("namespaces", "namespace u { __device__ int t(int x) { return x * 2; } namespace d { constexpr int K = 3; } }", "o[0] = u::t(u::d::K);", [6]),
    ("operators", "struct V { int d[2]; __device__ int &operator[](int i) { return d[i]; } };", "V v; v[1] = 5; o[0] = v[1];", [5]),
    ("vector types", "", "float4 a = make_float4(1, 2, 3, 4); o[0] = a.x + a.w;", [5]),
    ("atomics", "", "atomicAdd(o, 3); atomicMax(o, 7); o[1] = atomicCAS(o, 7, 9);", [9, 7]),
    ("math", "", "o[0] = sqrtf(16.0f) + fmaf(2, 3, 4) + __popc(255);", [22]),
    ("half", "#include <cuda_fp16.h>", "__half h = __float2half(1.5f); o[0] = __half2float(h) * 2;", [3]),
    ("expectations", "", "if (__builtin_expect(o[0] == 0, 1)) o[0] = 4; __builtin_assume(o[0] == 4);", [4]),
    ("goto", "", "int i = 0; top: if (++i < 5) goto top; o[0] = i;", None),
    ("assembly", "", 'unsigned m; asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m)); o[0] = m;', None),
    ("variadic template", "template<typename... R> __device__ int s(int a, R... r) { return a; }", "o[0] = s(1, 2, 3);", None),
    ("virtual function", "struct A { virtual __device__ int f() { return 1; } };", "A a; o[0] = a.f();", None),
]

accepted = 0
for number, (title, before, body, wanted) in enumerate(ROWS, 1):
    o = cp.zeros(8, cp.int32)
    note = ""
    try:
        cp.RawKernel(before + '\nextern "C" __global__ void f(int *o) { ' + body + " }", "f")((1,), (1,), (o,))
        accepted += 1
        got = o.get()[:len(wanted or [0])].tolist()
        good = got == wanted
        note = "gave %s, not %s" % (got, wanted)
    except NotImplementedError as error:
        good = wanted is None and "a GPU would run it" in str(error)
        note = str(error)
    except Exception as error:
        good, note = False, "%s: %s" % (type(error).__name__, str(error).replace("\n", " "))
    print("%s %d - %s%s" % ("ok" if good else "not ok", number, title, "" if wanted else " (refused)"))
    if not good:
        print("# " + note)
print("# accepted: %d of %d, %.0f %%" % (accepted, len(ROWS), 100 * accepted / len(ROWS)))
print("1..%d" % len(ROWS))
