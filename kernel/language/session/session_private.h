/* What the session's files share. */
#ifndef KERNEL_LANGUAGE_SESSION_PRIVATE_H
#define KERNEL_LANGUAGE_SESSION_PRIVATE_H

#include "kernel/language/session/session.h"

Dict *session_main_dict(Thread *thread); /* __main__'s, made when it is not there; borrowed, NULL without memory */
/* Print the exception that is set to stderr and clear it; the exit status that it means. */
int session_report_exception(Thread *thread);
void session_remember_last(Thread *thread, Value exception); /* in sys.last_value and the others */
/* An exception has been shown: it is the last one, and when it is a result's that is being shown, its cell has failed. */
void session_note_shown(Session *session, Thread *thread, Value exception);
/* The source with the name behind it that its last statement assigns to; owned, NULL when it is no assignment. */
char *session_show_assigned(const char *source, size_t length);
/* exit or quit of a script; `name` is static. */
Value quitter_new(Thread *thread, const char *name);
bool session_put_names(Thread *thread, Dict *names, Value inputs, Value outputs, Value folders);
bool session_put_folder(Thread *thread, Value folders, const char *folder); /* into _dh, when that is empty */
char *session_find_folder(void); /* where the process is; owned, NULL: nowhere */
bool source_ends_in_semicolon(const char *source, size_t length);

#endif
