# a process that a thread started outlives the thread
import threading, multiprocessing as mp, time
def work(q): time.sleep(0.3); q.put("alive")
q = mp.Queue(); out = []
def start():
    p = mp.Process(target=work, args=(q,)); p.start(); out.append(p)
t = threading.Thread(target=start); t.start(); t.join()
print(q.get(timeout=5)); out[0].join(); print(out[0].exitcode)
