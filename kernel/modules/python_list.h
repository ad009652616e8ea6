/* The modules of this room and of the magics that are written in Python, one a line, in order: the identifier of the text
 * (made of its path) and the name under which it is imported. */
#define PYTHON_MODULES(P) \
    P(magics_aliases, "IPython.core.magics.aliases") \
    P(magics_autoreload, "IPython.core.magics.autoreload") \
    P(magics_devices, "IPython.core.magics.devices") \
    P(magics_extensions, "IPython.core.magics.extensions") \
    P(magics_failures, "IPython.core.magics.failures") \
    P(magics_history, "IPython.core.magics.history") \
    P(magics_logs, "IPython.core.magics.logs") \
    P(magics_names, "IPython.core.magics.names") \
    P(magics_notices, "IPython.core.magics.notices") \
    P(magics_packages, "IPython.core.magics.packages") \
    P(magics_pages, "IPython.core.magics.pages") \
    P(magics_places, "IPython.core.magics.places") \
    P(magics_profiles, "IPython.core.magics.profiles") \
    P(magics_recall, "IPython.core.magics.recall") \
    P(magics_scripts, "IPython.core.magics.scripts") \
    P(magics_settings, "IPython.core.magics.settings") \
    P(magics_store, "IPython.core.magics.store") \
    P(magics_support, "IPython.core.magics.support") \
    P(modules_IPython_core_debugger, "IPython.core.debugger") \
    P(modules_IPython_core_error, "IPython.core.error") \
    P(modules_IPython_core_getipython, "IPython.core.getipython") \
    P(modules_IPython_core_interactiveshell, "IPython.core.interactiveshell") \
    P(modules_IPython_core_magic, "IPython.core.magic") \
    P(modules_IPython_core_magic_arguments, "IPython.core.magic_arguments") \
    P(modules_IPython_lib_display, "IPython.lib.display") \
    P(modules_IPython_pdb, "pdb") \
    P(modules_IPython_utils_text, "IPython.utils.text") \
    P(modules_cupy_kernels, "cupy._kernels") \
    P(modules_cupy_memory, "cupy._memory") \
    P(modules_tqdm_auto, "tqdm.auto") \
    P(modules_tqdm_autonotebook, "tqdm.autonotebook") \
    P(modules_tqdm_contrib, "tqdm.contrib") \
    P(modules_tqdm_notebook, "tqdm.notebook") \
    P(modules_tqdm_std, "tqdm.std") \
    P(modules_tqdm_tqdm, "tqdm")
