"""JSON on the command line: checked and laid out.

    python -m json.tool [options] [infile [outfile]]
"""

import argparse
import json
import pathlib
import sys


def main():
    "Run the command line."
    parser = argparse.ArgumentParser(prog="python -m json.tool", description="Checks JSON text and lays it out for reading.")
    parser.add_argument("infile", nargs="?", type=argparse.FileType(encoding="utf-8"), default=sys.stdin, help="where the text is; else standard input")
    parser.add_argument("outfile", nargs="?", type=pathlib.Path, default=None, help="where it goes; else standard output")
    parser.add_argument("--sort-keys", action="store_true", help="put the keys of objects in order")
    parser.add_argument("--no-ensure-ascii", dest="ensure_ascii", action="store_false", help="leave characters beyond ASCII as they are")
    parser.add_argument("--json-lines", action="store_true", help="take each line for a text of its own")
    layout = parser.add_mutually_exclusive_group()
    layout.add_argument("--indent", type=int, default=4, help="spaces for each level (4)")
    layout.add_argument("--tab", action="store_const", dest="indent", const="\t", help="a tab for each level")
    layout.add_argument("--no-indent", action="store_const", dest="indent", const=None, help="all on one line")
    layout.add_argument("--compact", action="store_true", help="no space at all")
    options = parser.parse_args()
    keywords = {"sort_keys": options.sort_keys, "indent": options.indent, "ensure_ascii": options.ensure_ascii}
    if options.compact:
        keywords.update(indent=None, separators=(",", ":"))
    with options.infile as infile:
        try:
            values = [json.loads(line) for line in infile] if options.json_lines else [json.load(infile)]
        except ValueError as error:
            raise SystemExit(error)
    with sys.stdout if options.outfile is None else options.outfile.open("w", encoding="utf-8") as outfile:
        for value in values:
            json.dump(value, outfile, **keywords)
            outfile.write("\n")


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError as error:
        sys.exit(error.errno)
