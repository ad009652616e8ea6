/* The pack that kernel/freeze.c has made, as it lies in the build's folder: compilers take minutes over so long an array. */
__asm__(".pushsection .rodata\n"
        ".balign 16\n"
        ".globl python_pack\n"
        "python_pack:\n"
        ".incbin \"kernel/python.pack\"\n"
        ".byte 0\n"
        ".popsection\n");
