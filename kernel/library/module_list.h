/* The standard modules that are built in, one a line, in order. */

/* Written in C: library_<name> is the ModuleEntry. */
#define LIBRARY_C_MODULES(C) \
    C(_ast_parse) \
    C(_asyncio_state) \
    C(_bisect) \
    C(_collections) \
    C(_functools) \
    C(_hashlib) \
    C(_heapq) \
    C(_iconv) \
    C(_inspect) \
    C(_json) \
    C(_mmap) \
    C(_native) \
    C(_operator) \
    C(_random) \
    C(_re) \
    C(_signal) \
    C(_socket) \
    C(_spawn) \
    C(_thread) \
    C(_warnings) \
    C(_weakref) \
    C(binascii) \
    C(cmath) \
    C(contextvars) \
    C(gc) \
    C(getpass) \
    C(io) \
    C(itertools) \
    C(math) \
    C(os) \
    C(posixpath) \
    C(select) \
    C(struct) \
    C(sys) \
    C(time) \
    C(unicodedata) \
    C(zlib)

/* Written in Python: python/<identifier>.py, and the name under which it is imported. */
#define LIBRARY_PYTHON_MODULES(P) \
    P(__future__, "__future__") \
    P(_ast_unparse, "_ast_unparse") \
    P(_enum_checks, "_enum_checks") \
    P(_html_diff, "_html_diff") \
    P(_io, "_io") \
    P(_io_rest, "_io_rest") \
    P(_os_rest, "_os_rest") \
    P(_path_rest, "_path_rest") \
    P(_queue, "_queue") \
    P(_string, "_string") \
    P(abc, "abc") \
    P(argparse, "argparse") \
    P(ast, "ast") \
    P(asyncio, "asyncio") \
    P(asyncio_base_events, "asyncio.base_events") \
    P(asyncio_base_futures, "asyncio.base_futures") \
    P(asyncio_base_tasks, "asyncio.base_tasks") \
    P(asyncio_constants, "asyncio.constants") \
    P(asyncio_coroutines, "asyncio.coroutines") \
    P(asyncio_events, "asyncio.events") \
    P(asyncio_exceptions, "asyncio.exceptions") \
    P(asyncio_format_helpers, "asyncio.format_helpers") \
    P(asyncio_futures, "asyncio.futures") \
    P(asyncio_locks, "asyncio.locks") \
    P(asyncio_log, "asyncio.log") \
    P(asyncio_mixins, "asyncio.mixins") \
    P(asyncio_protocols, "asyncio.protocols") \
    P(asyncio_queues, "asyncio.queues") \
    P(asyncio_runners, "asyncio.runners") \
    P(asyncio_selector_events, "asyncio.selector_events") \
    P(asyncio_streams, "asyncio.streams") \
    P(asyncio_subprocess, "asyncio.subprocess") \
    P(asyncio_taskgroups, "asyncio.taskgroups") \
    P(asyncio_tasks, "asyncio.tasks") \
    P(asyncio_threads, "asyncio.threads") \
    P(asyncio_timeouts, "asyncio.timeouts") \
    P(asyncio_transports, "asyncio.transports") \
    P(asyncio_unix_events, "asyncio.unix_events") \
    P(atexit, "atexit") \
    P(base64, "base64") \
    P(bdb, "bdb") \
    P(bisect, "bisect") \
    P(cProfile, "cProfile") \
    P(calendar, "calendar") \
    P(cmd, "cmd") \
    P(codecs, "codecs") \
    P(collections, "collections") \
    P(collections__user, "collections._user") \
    P(collections_abc, "collections.abc") \
    P(colorsys, "colorsys") \
    P(concurrent, "concurrent") \
    P(concurrent_futures, "concurrent.futures") \
    P(concurrent_futures_process, "concurrent.futures.process") \
    P(concurrent_futures_thread, "concurrent.futures.thread") \
    P(configparser, "configparser") \
    P(contextlib, "contextlib") \
    P(copy, "copy") \
    P(copyreg, "copyreg") \
    P(csv, "csv") \
    P(ctypes, "ctypes") \
    P(dataclasses, "dataclasses") \
    P(difflib, "difflib") \
    P(doctest, "doctest") \
    P(enum, "enum") \
    P(errno, "errno") \
    P(fnmatch, "fnmatch") \
    P(fractions, "fractions") \
    P(functools, "functools") \
    P(getopt, "getopt") \
    P(glob, "glob") \
    P(graphlib, "graphlib") \
    P(grp, "grp") \
    P(gzip, "gzip") \
    P(hashlib, "hashlib") \
    P(heapq, "heapq") \
    P(hmac, "hmac") \
    P(html, "html") \
    P(html_entities, "html.entities") \
    P(html_parser, "html.parser") \
    P(importlib, "importlib") \
    P(importlib_abc, "importlib.abc") \
    P(importlib_machinery, "importlib.machinery") \
    P(importlib_metadata, "importlib.metadata") \
    P(importlib_util, "importlib.util") \
    P(inspect, "inspect") \
    P(json, "json") \
    P(json_decoder, "json.decoder") \
    P(json_encoder, "json.encoder") \
    P(json_scanner, "json.scanner") \
    P(json_tool, "json.tool") \
    P(keyword, "keyword") \
    P(linecache, "linecache") \
    P(locale, "locale") \
    P(logging, "logging") \
    P(logging_config, "logging.config") \
    P(logging_handlers, "logging.handlers") \
    P(mmap, "mmap") \
    P(multiprocessing, "multiprocessing") \
    P(multiprocessing_connection, "multiprocessing.connection") \
    P(multiprocessing_context, "multiprocessing.context") \
    P(multiprocessing_dummy, "multiprocessing.dummy") \
    P(multiprocessing_managers, "multiprocessing.managers") \
    P(multiprocessing_pool, "multiprocessing.pool") \
    P(nest_asyncio, "nest_asyncio") \
    P(numbers, "numbers") \
    P(operator, "operator") \
    P(pathlib, "pathlib") \
    P(pdb, "pdb") \
    P(pickle, "pickle") \
    P(pkg_resources, "pkg_resources") \
    P(pkgutil, "pkgutil") \
    P(platform, "platform") \
    P(pprint, "pprint") \
    P(profile, "profile") \
    P(pstats, "pstats") \
    P(pwd, "pwd") \
    P(pydoc, "pydoc") \
    P(queue, "queue") \
    P(random, "random") \
    P(re, "re") \
    P(re__constants, "re._constants") \
    P(reprlib, "reprlib") \
    P(resource, "resource") \
    P(runpy, "runpy") \
    P(sched, "sched") \
    P(secrets, "secrets") \
    P(selectors, "selectors") \
    P(shlex, "shlex") \
    P(shutil, "shutil") \
    P(signal, "signal") \
    P(site, "site") \
    P(socket, "socket") \
    P(sre_constants, "sre_constants") \
    P(stat, "stat") \
    P(statistics, "statistics") \
    P(string, "string") \
    P(subprocess, "subprocess") \
    P(sysconfig, "sysconfig") \
    P(tempfile, "tempfile") \
    P(textwrap, "textwrap") \
    P(threading, "threading") \
    P(timeit, "timeit") \
    P(token, "token") \
    P(tokenize, "tokenize") \
    P(traceback, "traceback") \
    P(types, "types") \
    P(typing, "typing") \
    P(unittest, "unittest") \
    P(unittest_asserts, "unittest.asserts") \
    P(unittest_async_case, "unittest.async_case") \
    P(unittest_case, "unittest.case") \
    P(unittest_loader, "unittest.loader") \
    P(unittest_main, "unittest.main") \
    P(unittest_mock, "unittest.mock") \
    P(unittest_result, "unittest.result") \
    P(unittest_runner, "unittest.runner") \
    P(unittest_signals, "unittest.signals") \
    P(unittest_suite, "unittest.suite") \
    P(unittest_util, "unittest.util") \
    P(urllib, "urllib") \
    P(urllib_error, "urllib.error") \
    P(urllib_parse, "urllib.parse") \
    P(urllib_request, "urllib.request") \
    P(uuid, "uuid") \
    P(warnings, "warnings") \
    P(weakref, "weakref") \
    P(zipfile, "zipfile") \
    P(zoneinfo, "zoneinfo")

/* Written in Python here and native in CPython: their frames are left out of tracebacks and of sys._getframe. Whatever a
 * module has in C there and in Python here belongs in such a one, from where the module takes it. */
#define LIBRARY_NATIVE_MODULES(N) \
    N(_ast_nodes, "_ast_nodes") \
    N(_asyncio, "_asyncio") \
    N(_asyncio_cells, "_asyncio_cells") \
    N(_codec_tables, "_codec_tables") \
    N(_codecs, "_codecs") \
    N(_codecs_more, "_codecs_more") \
    N(_csv, "_csv") \
    N(_datetime_fields, "_datetime_fields") \
    N(_decimal_context, "_decimal_context") \
    N(_decimal_digits, "_decimal_digits") \
    N(_decimal_text, "_decimal_text") \
    N(_json_rest, "_json_rest") \
    N(_pickle, "_pickle") \
    N(_sre, "_sre") \
    N(_strptime, "_strptime") \
    N(_struct_sequence, "_struct_sequence") \
    N(array, "array") \
    N(datetime, "datetime") \
    N(decimal, "decimal")
