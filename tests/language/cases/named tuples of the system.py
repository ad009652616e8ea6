"""os.stat_result and its like, made by a program: of too few items, too many, and what is none."""
import os
import time

for source in ("os.stat_result()", "os.stat_result(5)", "os.stat_result(range(5))", "os.stat_result(range(10))", "os.stat_result(range(25))",
               "os.stat_result(range(19))", "os.stat_result(range(12)).st_ctime", "os.stat_result(range(10)).st_atime", "os.stat_result(range(10)).st_blocks",
               "os.stat_result(range(10), 5)", "os.stat_result(sequence=range(10))", "os.stat_result(range(10), dict={})", "os.stat_result('0123456789')",
               "os.terminal_size((1, 2))", "os.terminal_size((1,))", "os.terminal_size([1, 2, 3])", "os.terminal_size((1, 2)).lines", "os.stat_result(range(17)).st_rdev",
               "os.stat_result({1, 2, 3})", "os.stat_result(iter(range(10)))", "os.statvfs_result(range(10)).f_fsid", "os.statvfs_result(range(11)).f_fsid",
               "os.stat_result(range(19)).st_blocks", "time.struct_time(range(9)).tm_zone", "len(os.stat_result(range(10)))", "os.stat_result(range(10)) == tuple(range(10))",
               "os.stat_result(range(10))[3:5]", "os.stat_result([[]] * 10).st_mode"):
    try:
        print(source, "->", eval(source))
    except Exception as error:
        print(source, "->", type(error).__name__, error)
