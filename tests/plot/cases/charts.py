"""Limits, ticks, labels and errors of every kind of chart."""
import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
import numpy as np

x = np.linspace(0, 10, 50)


def show(ax):
    text = "%.10g"
    print([text % v for v in ax.get_xlim()], [text % v for v in ax.get_ylim()])
    print([text % v for v in ax.get_xticks()], [text % v for v in ax.get_yticks()])
    print([t.get_text() for t in ax.get_xticklabels()], [t.get_text() for t in ax.get_yticklabels()])


def case(draw):
    fig, ax = plt.subplots()
    result = None
    try:
        result = draw(ax)
    except Exception as error:
        print(type(error).__name__, error)
    show(ax)
    plt.close(fig)
    return result


case(lambda ax: ax.plot(x, np.sin(x)))
case(lambda ax: ax.bar([1,2,3],[3,-1,2]))
case(lambda ax: ax.barh(['x','y','zz'],[3,1,2]))
case(lambda ax: ax.hist(np.arange(100)**1.5, bins=12))
case(lambda ax: ax.hist([[1,2,3,3],[2,2,5]], bins=4, label=['a','b']))
case(lambda ax: ax.imshow(np.arange(12).reshape(3,4)))
case(lambda ax: ax.imshow(np.arange(12).reshape(3,4), origin='lower', extent=[0,8,-2,4]))
case(lambda ax: ax.scatter(x, x**2))
case(lambda ax: ax.semilogy(x, np.exp(x)))
case(lambda ax: ax.semilogx(x+1, x))
case(lambda ax: ax.fill_between(x, np.sin(x), 0.5))
case(lambda ax: ax.errorbar([1,2,3],[4,5,6],yerr=[.1,.2,.5], capsize=3))
case(lambda ax: ax.step([1,2,3],[4,5,6]))
case(lambda ax: ax.stem([1,2,3],[4,5,6]))
case(lambda ax: ax.contourf(np.outer(x,x)))
print(case(lambda ax: ax.contour(np.outer(x,x))).levels)
print(case(lambda ax: ax.contourf(np.outer(np.sin(x),x), 12)).levels)
case(lambda ax: ax.pcolormesh(np.arange(5), np.arange(4), np.ones((3,4))))
case(lambda ax: ax.pcolormesh(np.arange(4), np.arange(3), np.ones((3,4))))
case(lambda ax: ax.axhline(2))
case(lambda ax: (ax.plot(x,x), ax.axvline(20), ax.axhspan(-3,2)))
case(lambda ax: (ax.plot(x,x), ax.set_xlim(3,7), ax.invert_yaxis()))
case(lambda ax: (ax.plot(x,x), ax.set_xticks([0,5,30]), ax.set_yticks([1,2],['one','two'])))
case(lambda ax: (ax.plot(x,x), ax.margins(0.2)))
case(lambda ax: ax.plot([],[]))
case(lambda ax: ax.plot([5,5],[1e-10,1e-10]))
case(lambda ax: ax.plot([1000001,1000002,1000003],[1e10,2e10,3e10]))
case(lambda ax: ax.vlines([1,2,3],[0,0,0],[1,2,3]))
case(lambda ax: ax.quiver([0,1],[0,1],[1,1],[0,1]))
case(lambda ax: ax.plot([1,2],[1,2,3]))
case(lambda ax: ax.plot([1,2],[1,2],'zz'))
case(lambda ax: ax.plot([1,2],[1,2],foo=3))
case(lambda ax: ax.plot([1,2],[1,2],color='nocolor'))
case(lambda ax: ax.scatter([1,2],[1,2,3]))
case(lambda ax: ax.imshow(np.ones(3)))
case(lambda ax: ax.imshow(np.ones((3,3)), interpolation='foo'))
case(lambda ax: ax.set_xscale('foo'))
case(lambda ax: ax.plot(1,2,3,4,5))
fig, axs = plt.subplots(2, 3, sharex=True, sharey="row")
axs[0, 0].plot([1, 5], [2, 3])
axs[1, 2].plot([0, 9], [10, 20])
for ax in axs.flat:
    show(ax)
