"""What os does with descriptors and files beyond reading and writing them in turn."""
import os
import tempfile

folder = tempfile.mkdtemp()
path = os.path.join(folder, "file")
file = os.open(path, os.O_RDWR | os.O_CREAT)
other = os.open(os.path.join(folder, "other"), os.O_RDWR | os.O_CREAT)


class Index:
    def __index__(self):
        return 3


def attempt(source):
    try:
        print(source, "->", eval(source))
    except Exception as error:
        print(source, "->", type(error).__name__, str(error).replace(folder, "FOLDER"))


for source in (
        "os.pwrite(file, b'hello world', 0)", "os.pread(file, 5, 6)", "os.pread(file, 50, 100)", "os.pread(file, Index(), 0)", "os.lseek(file, 0, 1)",
        "os.pwrite(file, 'text', 0)", "os.pwrite(file, bytearray(b'J'), 0)", "os.pread(-1, 1, 0)", "os.pread(file, -1, 0)", "os.pread(file, 1, -1)",
        "os.pread(file)", "os.pread('a', 1, 2)", "os.writev(other, [b'ab', bytearray(b'cd'), memoryview(b'ef')])", "os.writev(other, (b'gh',))",
        "os.writev(other, [])", "os.writev(other, ['a'])", "os.writev(other, 5)", "os.lseek(other, 0, 0)", "os.readv(other, one := [bytearray(3), bytearray(4)])",
        "one", "os.readv(other, [b'ab'])", "os.readv(-1, [bytearray(1)])", "os.writev(other, [b'x'] * 2000)", "os.sendfile(other, file, 0, 5)",
        "os.pread(other, 20, 0)", "os.sendfile(other, file, None, 100)", "os.sendfile(out_fd=other, in_fd=file, offset=6, count=3)", "os.sendfile(-1, file, 0, 1)",
        "os.copy_file_range(file, other, 4, 0, 1)", "os.copy_file_range(file, other, -4)", "os.pread(other, 9, 0)", "os.lockf(file, os.F_LOCK, 0)",
        "os.lockf(file, os.F_TEST, 0)", "os.lockf(file, os.F_ULOCK, 0)", "os.lockf(-1, os.F_TLOCK, 0)", "os.lockf(file, 99, 0)", "os.posix_fallocate(file, 0, 100)",
        "os.fstat(file).st_size", "os.posix_fallocate(file, 0, -1)", "os.posix_fadvise(file, 0, 0, os.POSIX_FADV_SEQUENTIAL)", "os.posix_fadvise(file, 0, 0, 99)",
        "os.fchown(file, -1, -1)", "os.lchown(path, -1, -1)", "os.lchown(folder + '/absent', 1, 1)", "os.fchown(-1, 0, 0)", "os.lchown(5, 1, 1)",
        "os.major(2049), os.minor(2049), os.makedev(8, 1)", "os.major(os.makedev(300, 4000)), os.minor(os.makedev(300, 4000))", "os.sync()", "os.ttyname(file)",
        "os.fstatvfs(file).f_bsize == os.statvfs(path).f_bsize", "os.fstatvfs(-1)", "os.write(memory := os.memfd_create('a name'), b'abc')", "os.pread(memory, 3, 0)",
        "os.get_inheritable(memory)", "os.memfd_create(5)", "os.statvfs(999)", "os.chmod(-5, 0)", "os.truncate(999, 0)", "os.chown(999, 0, 0)", "os.utime(999)", "os.chdir(-7)", "os.listdir(999)", "os.scandir(-5)", "os.stat(-6)", "os.fstat(-1)", "os.path.exists(-1)", "os.readv(other, [5])", "os.memfd_create('x', -1)", "os.memfd_create('a\0b')", "os.F_LOCK, os.F_TEST, os.F_ULOCK, os.POSIX_FADV_DONTNEED"):
    attempt(source)
