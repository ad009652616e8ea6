/* Programs that children find in front of the others: pip and conda, which say what is built in; python, which is
 * this program; nvidia-smi where the system has none. Each is a link to this program, which looks at the name that it was called by. */
#ifndef KERNEL_MAGICS_PROGRAMS_H
#define KERNEL_MAGICS_PROGRAMS_H

/* The folder with the links, made when it is not there: owned path, or NULL when it cannot be made. */
char *programs_folder(const char *program);

#endif
