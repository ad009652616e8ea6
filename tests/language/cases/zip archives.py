import io, os, tempfile, zipfile

print(zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.BadZipfile is zipfile.BadZipFile)
folder = tempfile.mkdtemp()
os.chdir(folder)
os.mkdir("data")
with open("data/numbers.txt", "w") as file:
    file.write("\n".join(str(n * n) for n in range(3000)))
os.utime("data/numbers.txt", (1e9, 1e9))
with zipfile.ZipFile("one.zip", "w") as archive:
    archive.write("data/numbers.txt")
    archive.write("data/numbers.txt", "packed.txt", zipfile.ZIP_DEFLATED, 9)
    archive.write("data")
    info = zipfile.ZipInfo("text.txt", (2020, 2, 3, 4, 5, 6))
    archive.writestr(info, "hällo\nworld\n")
    archive.writestr(zipfile.ZipInfo("ünï/", (1999, 1, 1, 0, 0, 0)), b"")
    with archive.open(zipfile.ZipInfo("streamed", (2001, 1, 1, 1, 1, 1)), "w") as file:
        print(file.write(b"abc" * 10), file.writable())
        try:
            archive.writestr("x", "y")
        except ValueError as error:
            print(error)
    archive.mkdir("folder")
    archive.comment = b"a comment"
    print(archive)
print(archive)
print(zipfile.is_zipfile("one.zip"), zipfile.is_zipfile("data/numbers.txt"), zipfile.is_zipfile("nothing"))
with zipfile.ZipFile("one.zip") as archive:
    print(archive.namelist(), archive.comment, archive.mode, archive.testzip())
    for info in archive.infolist():
        if info.filename not in ("data/", "folder/"):
            print(info, info.date_time[0] if info.filename != "streamed" else "", info.CRC, info.file_size, info.is_dir())
    print(archive.read("text.txt"), archive.getinfo("packed.txt").compress_size < 12000)
    with archive.open("packed.txt") as file:
        print(file, file.readable(), file.seekable(), file.tell())
        print(file.readline(), file.readline(), file.read(5), file.tell(), file.peek(3)[:3])
        print(file.seek(20), file.read(4), file.seek(2), file.read(6), file.seek(-4, 2), file.read(), file.read(1), file.read1(5))
    with archive.open("packed.txt") as file:
        print(sum(int(line) for line in io.TextIOWrapper(file)))
    print(os.path.relpath(archive.extract("text.txt", "out")), sorted(os.listdir("out")))
    archive.extractall("all")
    print(sorted(os.listdir("all")), open("all/packed.txt").read() == open("data/numbers.txt").read())
    for wrong in (lambda: archive.read("nothing"), lambda: archive.open("text.txt", "a"), lambda: archive.writestr("a", "b"),
                  lambda: archive.setpassword("x"), lambda: zipfile.ZipFile("one.zip", "q"), lambda: zipfile.ZipFile("data/numbers.txt"),
                  lambda: zipfile.ZipFile("nothing.zip"), lambda: zipfile.ZipFile(io.BytesIO(b"PK\5\6")), lambda: zipfile.ZipFile("z", "w", 77),
                  lambda: zipfile.ZipInfo("a", (1970, 1, 1, 0, 0, 0))):
        try:
            wrong()
        except Exception as error:
            print(type(error).__name__, error)
try:
    archive.read("text.txt")
except ValueError as error:
    print(error)
with zipfile.ZipFile("one.zip", "a") as archive:
    archive.writestr("more", "added", zipfile.ZIP_DEFLATED)
with zipfile.ZipFile("one.zip") as archive:
    print(len(archive.namelist()), archive.read("more"), archive.comment)
data = bytearray(open("one.zip", "rb").read())
at = data.index(b"h\xc3\xa4llo")
data[at] = 0x6a
with zipfile.ZipFile(io.BytesIO(data)) as archive:
    print(archive.testzip())
    try:
        archive.read("text.txt")
    except zipfile.BadZipFile as error:
        print(error)
with zipfile.ZipFile(io.BytesIO(b"in front" + bytes(data))) as archive:
    print(archive.read("more"))
memory = io.BytesIO()
with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
    for name in "abc":
        archive.writestr(name, name * 1000)
print([zipfile.ZipFile(memory).read(name)[:2] for name in "abc"], len(memory.getvalue()) < 800)
with zipfile.ZipFile("evil.zip", "w") as archive:
    archive.writestr("../../evil.txt", "x")
    archive.writestr("/abs.txt", "x")
with zipfile.ZipFile("evil.zip") as archive:
    archive.extractall("safe")
print(sorted(os.listdir("safe")))
with zipfile.ZipFile(io.BytesIO(), "w") as archive:
    archive.writestr(zipfile.ZipInfo("t", (2020, 1, 1, 1, 1, 2)), "text")
    archive.printdir()
