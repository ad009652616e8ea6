"""What the libraries of Python 3.13 and later ask about CPython's instructions (opcode, and through it dis and pdb).

Cupola's own code is no such bytecode; the kinds are told by the instructions' documented names.
"""
import _opcode_metadata

_NAMES = {number: name for name, number in (_opcode_metadata.opmap | getattr(_opcode_metadata, "_specialized_opmap", {})).items()}


def _told_by(*words, ends=()):
    def has(opcode, /):
        name = _NAMES.get(opcode, "")
        return any(word in name for word in words) or name.endswith(ends)
    return has


has_const = _told_by("_CONST")
has_name = _told_by("IMPORT_NAME", "IMPORT_FROM", ends=("_NAME", "_GLOBAL", "_ATTR", "LOAD_METHOD"))
has_jump = _told_by("JUMP", "FOR_ITER", ends=("SEND",))
has_free = _told_by("_DEREF", "MAKE_CELL", "COPY_FREE_VARS")
has_local = _told_by("_FAST")
has_exc = _told_by("SETUP_FINALLY", "SETUP_CLEANUP", "SETUP_WITH")


def is_valid(opcode, /):
    """Is it the number of an instruction?"""
    return opcode in _NAMES


def has_arg(opcode, /):
    """Does an argument follow it?"""
    return opcode > _opcode_metadata.HAVE_ARGUMENT


def stack_effect(opcode, oparg=None, /, *, jump=None):
    """How many values an instruction of CPython puts on its stack: not known here."""
    raise ValueError("invalid opcode or oparg")


def get_executor(*, code, offset):
    """The compiled trace that begins at an instruction: there is none."""
    return None


def get_nb_ops():
    """The binary operators, by name and sign."""
    signs = "+ & // << @ * % | ** >> - / ^".split()
    names = "ADD AND FLOOR_DIVIDE LSHIFT MATRIX_MULTIPLY MULTIPLY REMAINDER OR POWER RSHIFT SUBTRACT TRUE_DIVIDE XOR".split()
    plain = [("NB_" + name, sign) for name, sign in zip(names, signs)]
    return plain + [("NB_INPLACE_" + name, sign + "=") for name, sign in zip(names, signs)]


def _no_names():
    """The names of inner operations: there are none."""
    return []


get_intrinsic1_descs = get_intrinsic2_descs = get_special_method_names = _no_names
