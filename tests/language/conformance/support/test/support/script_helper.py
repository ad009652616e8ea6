"""Programs in a process of their own."""
import collections
import os
import subprocess
import sys

_Result = collections.namedtuple("_Result", "rc out err")


def interpreter_requires_environment():
    return False


def run_python_until_end(*args, **env_vars):
    env = {} if env_vars.pop("__cleanenv", None) else dict(os.environ)
    cwd = env_vars.pop("__cwd", None)
    isolated = env_vars.pop("__isolated", not env_vars)
    env.update(env_vars)
    options = ["-X", "faulthandler"] + (["-I"] if isolated else ["-E"] if not env_vars else [])
    process = subprocess.run([sys.executable] + options + list(args), env=env, cwd=cwd, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return _Result(process.returncode, process.stdout, process.stderr), options


def _assert_python(expected_success, /, *args, **env_vars):
    result, options = run_python_until_end(*args, **env_vars)
    if bool(result.rc) == expected_success:
        raise AssertionError("return code is %d\n%s\n%s" % (result.rc, result.out.decode("utf-8", "replace"),
                                                            result.err.decode("utf-8", "replace")))
    return result


def assert_python_ok(*args, **env_vars):
    return _assert_python(True, *args, **env_vars)


def assert_python_failure(*args, **env_vars):
    return _assert_python(False, *args, **env_vars)


def spawn_python(*args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **kw):
    return subprocess.Popen([sys.executable, "-E"] + list(args), stdin=subprocess.PIPE, stdout=stdout, stderr=stderr, **kw)


def kill_python(process):
    process.stdin.close()
    data = process.stdout.read()
    process.stdout.close()
    process.wait()
    return data


def make_script(script_dir, script_basename, source, omit_suffix=False):
    path = os.path.join(script_dir, script_basename + ("" if omit_suffix else ".py"))
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    return path
