/* What the kernel says of its language: kernel_info_reply and every executed notebook's metadata carry it. */
#ifndef KERNEL_OBJECTS_LANGUAGE_INFO_H
#define KERNEL_OBJECTS_LANGUAGE_INFO_H

/* Where the options -W and -X of `python` wait for sys, a letter and a text a line. */
#define PYTHON_OPTIONS "CUPOLA_PYTHON_OPTIONS"

/* As JSON; %s is the version, that of the library found (machine_library.h). */
#define LANGUAGE_INFO_JSON                                                                          \
    "{\"name\":\"python\",\"version\":\"%s\",\"mimetype\":\"text/x-python\","     \
    "\"file_extension\":\".py\",\"pygments_lexer\":\"ipython3\","                                   \
    "\"codemirror_mode\":{\"name\":\"ipython\",\"version\":3},\"nbconvert_exporter\":\"python\"}"

#endif
