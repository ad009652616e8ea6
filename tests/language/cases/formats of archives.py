"""Formats of archives that a program registers with shutil."""
import os
import shutil
import tempfile

folder = tempfile.mkdtemp()


def plain(text):
    return str(text).replace(os.path.realpath(folder), "FOLDER").replace(folder, "FOLDER")


def attempt(function, *arguments, **keywords):
    try:
        print(plain(function(*arguments, **keywords)))
    except Exception as error:
        print(type(error).__name__, plain(error))


def pack(base_name, base_dir, **options):
    print("pack", plain(base_name), base_dir, sorted(options.items(), key=str), plain(os.getcwd()) == "FOLDER")
    return base_name + ".box"


def unpack(name, place, **options):
    print("unpack", plain(name), plain(place), options)


attempt(shutil.register_archive_format, "box", pack, [("level", 9)], "a box")
attempt(shutil.register_archive_format, "x", 5)
attempt(shutil.register_archive_format, "x", pack, 5)
attempt(shutil.register_archive_format, "x", pack, [(1, 2, 3)])
attempt(shutil.register_archive_format, "x", pack, [5])
attempt(shutil.register_unpack_format, "box", [".box", ".bx"], unpack, [("strict", True)], "a box")
attempt(shutil.register_unpack_format, "y", [".tgz"], unpack)
attempt(shutil.register_unpack_format, "y", [".bx"], unpack)
attempt(shutil.register_unpack_format, "y", [".y"], 5)
print([row for row in shutil.get_archive_formats() if row[0] in ("box", "tar")])
print([row for row in shutil.get_unpack_formats() if row[0] in ("box", "tar")])
attempt(shutil.make_archive, os.path.join(folder, "one"), "box", folder, "inside")
attempt(shutil.make_archive, os.path.join(folder, "two"), "box")
attempt(shutil.make_archive, os.path.join(folder, "two"), "nothing")
attempt(shutil.unpack_archive, "a.bx", folder)
attempt(shutil.unpack_archive, "a.zzz", folder)
attempt(shutil.unpack_archive, "a.zzz", folder, "box")
attempt(shutil.unpack_archive, "a.zzz", folder, "nothing")
shutil.unregister_archive_format("box")
shutil.unregister_unpack_format("box")
attempt(shutil.make_archive, "x", "box")
attempt(shutil.unpack_archive, "a.bx")
attempt(shutil.unregister_unpack_format, "box")
os.mkdir(os.path.join(folder, "data"))
open(os.path.join(folder, "data", "file"), "w").close()
for kind in "tar", "gztar", "zip":
    name = shutil.make_archive(os.path.join(folder, "archive"), kind, folder, "data")
    shutil.unpack_archive(name, os.path.join(folder, kind))
    print(plain(name), os.listdir(os.path.join(folder, kind, "data")))
