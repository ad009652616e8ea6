"""./bootstrap where something is missing: one message that names it. Stand-ins for the system's tools are on the PATH."""
import os
import shutil
import subprocess
import tempfile

from tap import SOURCE, run_tests, test

TOOLS = "sh sed grep cat dirname find head touch mkdir cmp env mktemp tail tr rm".split()


def run(stand_ins, *words):
    """A copy of bootstrap among nothing but these tools."""
    with tempfile.TemporaryDirectory() as folder:
        tools = os.path.join(folder, "bin")
        os.mkdir(tools)
        for tool in TOOLS:
            os.symlink(shutil.which(tool), os.path.join(tools, tool))
        for tool, script in stand_ins.items():
            with open(os.path.join(tools, tool), "w") as file:
                file.write("#!/bin/sh\n" + script + "\n")
            os.chmod(os.path.join(tools, tool), 0o755)
        os.mkdir(os.path.join(folder, "base"))
        for file in "bootstrap", "base/library.h":
            shutil.copy(os.path.join(SOURCE, file), os.path.join(folder, file))
        return subprocess.run([os.path.join(tools, "sh"), os.path.join(folder, "bootstrap"), *words],
                              env={"PATH": tools, "HOME": folder}, capture_output=True, text=True, timeout=60)


NO_NETWORK = {"apt-get": "echo 'E: Could not resolve'; exit 100", "apt-cache": "[ $2 = libllvm19 ]"}


@test
def without_apt_everything_is_named_at_once():
    done = run({}, "demo")
    assert done.returncode == 1 and done.stdout == "", done
    for word in ("autoreconf", "make", "pkg-config", "gcc", "libzmq", "jansson", "gmp", "cairo", "--prefix"):
        assert word in done.stderr.replace("libcrypto", ""), (word, done.stderr)


@test
def without_root_the_packages_are_named():
    done = run({"dpkg-query": "exit 1", "id": "echo 1000", **NO_NETWORK}, "demo")
    assert done.returncode == 1 and "libzmq3-dev" in done.stderr and done.stderr.count("\n") == 1, done.stderr


@test
def without_a_network_the_packages_are_named():
    done = run({"dpkg-query": "exit 1", "id": "echo 0", **NO_NETWORK}, "demo")
    assert done.returncode == 1 and "network" in done.stderr and "libzmq3-dev" in done.stderr, done.stderr


@test
def llvm_alone_does_not_stop_it():
    here = {"dpkg-query": 'case $3 in libllvm*) exit 1;; esac; echo "ii "', **NO_NETWORK}
    for user in ("0", "1000"):
        done = run({**here, "id": "echo " + user}, "demo")
        assert done.returncode == 1 and "please install autoconf" in done.stderr, (user, done)


run_tests()
