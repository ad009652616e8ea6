# timeout: 600
"""The built-in types and functions and the language against CPython: thousands of expressions and, behind a "!", small
programs that leave their result in `r`; the values or errors are compared as text. What a group's PRELUDE defines is there.

`check_values.py WORD` runs only the groups whose name contains it and prints every difference."""
import importlib.util
import os
import subprocess
import sys
import tempfile

from tap import CUPOLA, SOURCE, report, run_tests

DRIVER = '''
def show(source):
    names = dict(HELPERS, __name__="__main__")
    try:
        if source.startswith("!"):
            exec(source[1:], names)
            value = repr(names["r"])
        else:
            value = repr(eval(source, names))
    except BaseException as error:
        value = type(error).__name__ + ": " + str(error)
    return value.encode("ascii", "backslashreplace").decode().replace(chr(10), "~").replace(chr(13), "~")
HELPERS = {}
exec(PRELUDE, HELPERS)
for line in CASES:
    print(show(line))
'''
# Differences on purpose, or in texts that hold an address: expression -> why.
EXPECTED = {
    'range(10**20)[5:10]': 'slices of ranges with more than 2**63 items',
    'sorted([], 1)': 'wording of one argument too many',
    'float("nan") in [float("nan")]': 'floats have no identity: a nan is every nan',
    '[float("nan")] == [float("nan")]': 'floats have no identity: a nan is every nan',
}


def run(program, path):
    result = subprocess.run(program + [path], capture_output=True, text=True, timeout=300)
    return result.stdout.split('\n')[:-1], result.stderr[-2000:]


def mask(text):
    import re
    return re.sub(r'0x[0-9a-f]{6,}', '0xADDRESS', text)


def check_group(name, cases, verbose, prelude):
    """The differences of one group: (expression, ours, CPython's)."""
    cases = list(dict.fromkeys(cases))
    with tempfile.NamedTemporaryFile('w', suffix='.py', delete=False, encoding='utf-8') as file:
        file.write('PRELUDE = %r\nCASES = [\n' % prelude + ''.join(f'    {case!r},\n' for case in cases) + ']\n' + DRIVER)
    try:
        expected, _ = run(['/usr/bin/python3'], file.name)
        got, errors = run([CUPOLA, 'run'] if not os.environ.get('CUPOLA_DRIVER') else [os.environ['CUPOLA_DRIVER']], file.name)
    finally:
        os.unlink(file.name)
    differences = []
    for index, case in enumerate(cases):
        ours = got[index] if index < len(got) else '(nothing: ' + errors.strip()[-300:] + ')'
        if mask(ours) != mask(expected[index]) and case not in EXPECTED:
            differences.append((case, ours, expected[index]))
            if index >= len(got):
                break
    return cases, differences


def main():
    folder = os.path.join(SOURCE, 'tests', 'language', 'values')
    words = sys.argv[1:]
    for name in sorted(os.listdir(folder)):
        if not name.endswith('.py') or (words and not any(word in name for word in words)):
            continue
        spec = importlib.util.spec_from_file_location(name[:-3], os.path.join(folder, name))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        cases, differences = check_group(name, module.cases(), bool(words), getattr(module, 'PRELUDE', ''))
        for case, ours, expected in differences[:None if words else 20]:
            print(f'# {case}\n#   ours:     {ours}\n#   expected: {expected}')
        report(f'{name[:-3]}: {len(cases)} expressions as CPython, {len(differences)} differ', not differences)


main()
sys.argv[1:] = []
run_tests()
