/* errno: the numbers of the system's errors, and their names. */
#include "kernel/objects/containers.h"
#include "kernel/objects/native.h"

#include <errno.h>

static const struct {
    int number;
    const char *name;
} errors[] = {
    {EPERM, "EPERM"}, {ENOENT, "ENOENT"}, {ESRCH, "ESRCH"}, {EINTR, "EINTR"}, {EIO, "EIO"}, {ENXIO, "ENXIO"},
    {E2BIG, "E2BIG"}, {ENOEXEC, "ENOEXEC"}, {EBADF, "EBADF"}, {ECHILD, "ECHILD"}, {EWOULDBLOCK, "EWOULDBLOCK"},
    {EAGAIN, "EAGAIN"}, {ENOMEM, "ENOMEM"}, {EACCES, "EACCES"}, {EFAULT, "EFAULT"}, {ENOTBLK, "ENOTBLK"},
    {EBUSY, "EBUSY"}, {EEXIST, "EEXIST"}, {EXDEV, "EXDEV"}, {ENODEV, "ENODEV"}, {ENOTDIR, "ENOTDIR"},
    {EISDIR, "EISDIR"}, {EINVAL, "EINVAL"}, {ENFILE, "ENFILE"}, {EMFILE, "EMFILE"}, {ENOTTY, "ENOTTY"},
    {ETXTBSY, "ETXTBSY"}, {EFBIG, "EFBIG"}, {ENOSPC, "ENOSPC"}, {ESPIPE, "ESPIPE"}, {EROFS, "EROFS"},
    {EMLINK, "EMLINK"}, {EPIPE, "EPIPE"}, {EDOM, "EDOM"}, {ERANGE, "ERANGE"}, {EDEADLK, "EDEADLK"},
    {EDEADLOCK, "EDEADLOCK"}, {ENAMETOOLONG, "ENAMETOOLONG"}, {ENOLCK, "ENOLCK"}, {ENOSYS, "ENOSYS"},
    {ENOTEMPTY, "ENOTEMPTY"}, {ELOOP, "ELOOP"}, {ENOMSG, "ENOMSG"}, {EIDRM, "EIDRM"}, {ECHRNG, "ECHRNG"},
    {EL2NSYNC, "EL2NSYNC"}, {EL3HLT, "EL3HLT"}, {EL3RST, "EL3RST"}, {ELNRNG, "ELNRNG"}, {EUNATCH, "EUNATCH"},
    {ENOCSI, "ENOCSI"}, {EL2HLT, "EL2HLT"}, {EBADE, "EBADE"}, {EBADR, "EBADR"}, {EXFULL, "EXFULL"},
    {ENOANO, "ENOANO"}, {EBADRQC, "EBADRQC"}, {EBADSLT, "EBADSLT"}, {EBFONT, "EBFONT"}, {ENOSTR, "ENOSTR"},
    {ENODATA, "ENODATA"}, {ETIME, "ETIME"}, {ENOSR, "ENOSR"}, {ENONET, "ENONET"}, {ENOPKG, "ENOPKG"},
    {EREMOTE, "EREMOTE"}, {ENOLINK, "ENOLINK"}, {EADV, "EADV"}, {ESRMNT, "ESRMNT"}, {ECOMM, "ECOMM"},
    {EPROTO, "EPROTO"}, {EMULTIHOP, "EMULTIHOP"}, {EDOTDOT, "EDOTDOT"}, {EBADMSG, "EBADMSG"},
    {EOVERFLOW, "EOVERFLOW"}, {ENOTUNIQ, "ENOTUNIQ"}, {EBADFD, "EBADFD"}, {EREMCHG, "EREMCHG"},
    {ELIBACC, "ELIBACC"}, {ELIBBAD, "ELIBBAD"}, {ELIBSCN, "ELIBSCN"}, {ELIBMAX, "ELIBMAX"},
    {ELIBEXEC, "ELIBEXEC"}, {EILSEQ, "EILSEQ"}, {ERESTART, "ERESTART"}, {ESTRPIPE, "ESTRPIPE"},
    {EUSERS, "EUSERS"}, {ENOTSOCK, "ENOTSOCK"}, {EDESTADDRREQ, "EDESTADDRREQ"}, {EMSGSIZE, "EMSGSIZE"},
    {EPROTOTYPE, "EPROTOTYPE"}, {ENOPROTOOPT, "ENOPROTOOPT"}, {EPROTONOSUPPORT, "EPROTONOSUPPORT"},
    {ESOCKTNOSUPPORT, "ESOCKTNOSUPPORT"}, {EOPNOTSUPP, "EOPNOTSUPP"}, {ENOTSUP, "ENOTSUP"},
    {EPFNOSUPPORT, "EPFNOSUPPORT"}, {EAFNOSUPPORT, "EAFNOSUPPORT"}, {EADDRINUSE, "EADDRINUSE"},
    {EADDRNOTAVAIL, "EADDRNOTAVAIL"}, {ENETDOWN, "ENETDOWN"}, {ENETUNREACH, "ENETUNREACH"},
    {ENETRESET, "ENETRESET"}, {ECONNABORTED, "ECONNABORTED"}, {ECONNRESET, "ECONNRESET"}, {ENOBUFS, "ENOBUFS"},
    {EISCONN, "EISCONN"}, {ENOTCONN, "ENOTCONN"}, {ESHUTDOWN, "ESHUTDOWN"}, {ETOOMANYREFS, "ETOOMANYREFS"},
    {ETIMEDOUT, "ETIMEDOUT"}, {ECONNREFUSED, "ECONNREFUSED"}, {EHOSTDOWN, "EHOSTDOWN"},
    {EHOSTUNREACH, "EHOSTUNREACH"}, {EALREADY, "EALREADY"}, {EINPROGRESS, "EINPROGRESS"}, {ESTALE, "ESTALE"},
    {EUCLEAN, "EUCLEAN"}, {ENOTNAM, "ENOTNAM"}, {ENAVAIL, "ENAVAIL"}, {EISNAM, "EISNAM"},
    {EREMOTEIO, "EREMOTEIO"}, {EDQUOT, "EDQUOT"}, {ENOMEDIUM, "ENOMEDIUM"}, {EMEDIUMTYPE, "EMEDIUMTYPE"},
    {ECANCELED, "ECANCELED"}, {ENOKEY, "ENOKEY"}, {EKEYEXPIRED, "EKEYEXPIRED"}, {EKEYREVOKED, "EKEYREVOKED"},
    {EKEYREJECTED, "EKEYREJECTED"}, {EOWNERDEAD, "EOWNERDEAD"}, {ENOTRECOVERABLE, "ENOTRECOVERABLE"},
    {ERFKILL, "ERFKILL"},
};

static bool errno_initialize(Thread *thread, Value module) {
    Value names = dict_new(thread);
    bool fine = !value_is_absent(names);
    for (size_t i = 0; fine && i < sizeof errors / sizeof *errors; i++) {
        /* Where a number has two names, the later one is in errorcode. */
        Value number = value_from_int(errors[i].number), name = string_from_c(thread, errors[i].name);
        fine = !value_is_absent(name) && module_add(thread, module, errors[i].name, number) &&
               dict_set(thread, value_dict(names), number, name);
        value_release(name);
    }
    return module_add(thread, module, "errorcode", fine ? names : (value_release(names), VALUE_ABSENT));
}

const ModuleEntry library_errno = {.name = "errno",
                                   .documentation = "The numbers of the system's errors, and their names.",
                                   .initialize = errno_initialize};
