"""Magics that other tools bring, answered with what is here instead."""
from IPython.core.error import UsageError
from IPython.core.magics.support import shell


def cell_cython(line, cell):
    """%%cython

    There is no Cython compiler here."""
    raise UsageError("%%cython needs the Cython compiler, which is not part of Cupola. Write the function in Python and put "
                     "@numba.njit in front of it.")


def line_tensorboard(line):
    """%tensorboard

    There is no TensorBoard here."""
    print("TensorBoard is a program of its own, which is not part of Cupola: run `tensorboard %s` in a terminal." % (line.strip() or "--logdir FOLDER"))


def line_pastebin(line):
    """%pastebin

    Code is not sent anywhere from here."""
    raise UsageError("%pastebin would send code to a web service; Cupola does not. Use %save FILE and share the file.")


def line_qtconsole(line):
    """%qtconsole

    Open a console beside the notebook."""
    print("Start one in a terminal: jupyter qtconsole --existing")


def line_version_information(line):
    """%version_information [MODULE, ...]

    The versions of this program and of modules."""
    import platform
    import sys
    rows = [("Software", "Version"), ("Python", sys.version.replace("\n", " ")), ("IPython", __import__("IPython").__version__),
            ("OS", platform.platform().replace("-", " "))]
    for name in (word.strip() for word in line.split(",")):
        if name:
            try:
                module = __import__(name)
                rows.append((name, getattr(module, "__version__", "unknown")))
            except ImportError as error:
                rows.append((name, str(error)))
    from IPython.display import publish_display_data
    import time
    when = time.strftime("%a %b %d %H:%M:%S %Y %Z")
    text = "\n".join("%s: %s" % row for row in rows[1:]) + "\n" + when
    html = "<table>" + "".join("<tr><%s>%s</%s><%s>%s</%s></tr>" % (tag, row[0], tag, tag, row[1], tag)
                               for number, row in enumerate(rows) for tag in ["td" if number else "th"])
    publish_display_data({"text/plain": text, "text/html": html + '<tr><td colspan="2">%s</td></tr></table>' % when})
