/* _hashlib: libcrypto's hashes, HMAC and key derivations. */
#include "kernel/objects/core/gc.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/value_support.h"

#include "base/memory.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <string.h>

typedef struct Hash {
    Object object;
    EVP_MD_CTX *context;
    Value name;
    size_t variable; /* 1: the digest has the length that is asked for */
} Hash;

static const struct {
    const char *name, *library_name;
} hash_names[] = {
    {"md5", "MD5"}, {"sha1", "SHA1"}, {"sha224", "SHA224"}, {"sha256", "SHA256"}, {"sha384", "SHA384"}, {"sha512", "SHA512"},
    {"sha3_224", "SHA3-224"}, {"sha3_256", "SHA3-256"}, {"sha3_384", "SHA3-384"}, {"sha3_512", "SHA3-512"},
    {"shake_128", "SHAKE128"}, {"shake_256", "SHAKE256"}, {"blake2b", "BLAKE2B512"}, {"blake2s", "BLAKE2S256"},
    {"sha512_224", "SHA512-224"}, {"sha512_256", "SHA512-256"}, {"sm3", "SM3"}, {"ripemd160", "RIPEMD160"},
};

/* Python's name for a hash, or NULL; names are told apart without their case and with - as _. */
static const EVP_MD *find_hash(const char *name, const char **python_name) {
    char plain[32];
    size_t length = strlen(name);
    if (length >= sizeof plain) return NULL;
    for (size_t i = 0; i <= length; i++) plain[i] = name[i] == '-' ? '_' : name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] | 32) : name[i];
    for (size_t i = 0; i < sizeof hash_names / sizeof *hash_names; i++)
        if (strcmp(hash_names[i].name, plain) == 0) return *python_name = hash_names[i].name, EVP_get_digestbyname(hash_names[i].library_name);
    return NULL;
}

static Value raise_crypto(Thread *thread) { return raise_value_error(thread, "the hash failed"); }

/* The bytes of an argument: str is refused as Python does. */
static bool hash_data(Thread *thread, Value value, const char **bytes, size_t *length) {
    if (is_string(value)) return raise_type_error(thread, "Strings must be encoded before hashing"), false;
    if (value_buffer(thread, value, bytes, length)) return true;
    if (exception_matches(thread, thread_builtins(thread)->exception_TypeError)) {
        exception_clear(thread);
        raise_type_error(thread, "object supporting the buffer API required");
    }
    return false;
}

static const Type hash_type;

static Hash *hash_empty(Thread *thread) {
    Hash *hash = object_new(thread, type_from_template(thread, &hash_type));
    if (!hash) return NULL;
    hash->name = VALUE_ABSENT;
    hash->context = EVP_MD_CTX_new();
    if (hash->context) return hash;
    object_release(hash);
    raise_no_memory(thread);
    return NULL;
}

NATIVE(hash_new) {
    (void)native;
    const char *bytes = "", *name;
    size_t length = 0;
    if (!is_string(arguments[0])) return raise_type_error(thread, "name must be a string");
    const EVP_MD *kind = find_hash(value_c_string(arguments[0]), &name);
    if (!kind) return raise_value_error(thread, "unsupported hash type %s", value_c_string(arguments[0]));
    if (!is_missing(arguments[1]) && !hash_data(thread, arguments[1], &bytes, &length)) return VALUE_ABSENT;
    Hash *hash = hash_empty(thread);
    if (!hash) return VALUE_ABSENT;
    hash->name = string_from_c(thread, name);
    hash->variable = strncmp(name, "shake", 5) == 0;
    if (!value_is_absent(hash->name) && EVP_DigestInit_ex(hash->context, kind, NULL) && EVP_DigestUpdate(hash->context, bytes, length))
        return value_from_object(hash);
    object_release(hash);
    return exception_is_set(thread) ? VALUE_ABSENT : raise_crypto(thread);
}

NATIVE(hash_update) {
    (void)native;
    const char *bytes;
    size_t length;
    if (!hash_data(thread, arguments[1], &bytes, &length)) return VALUE_ABSENT;
    return EVP_DigestUpdate(((Hash *)arguments[0].object)->context, bytes, length) ? VALUE_NONE : raise_crypto(thread);
}

static Value digest_of(Thread *thread, const Hash *hash, Value wanted) {
    int64_t length = EVP_MD_CTX_size(hash->context);
    if (hash->variable) {
        if (is_missing(wanted)) return raise_type_error(thread, "digest() missing required argument 'length' (pos 1)");
        if (!value_to_count(thread, wanted, &length)) return VALUE_ABSENT;
        if (length < 0) return raise_value_error(thread, "value must be positive");
        if (length >= 1 << 29) return raise_value_error(thread, "length is too large");
    } else if (!value_is_absent(wanted) && !value_is_none(wanted)) {
        return raise_type_error(thread, "HASH.digest() takes no arguments (1 given)");
    }
    unsigned char *bytes = memory_allocate((size_t)length + EVP_MAX_MD_SIZE);
    EVP_MD_CTX *copy = EVP_MD_CTX_new();
    bool good = bytes && copy && EVP_MD_CTX_copy_ex(copy, hash->context);
    if (good && length) good = hash->variable ? EVP_DigestFinalXOF(copy, bytes, (size_t)length) : EVP_DigestFinal_ex(copy, bytes, NULL);
    Value result = good ? bytes_new(thread, bytes, (size_t)length) : bytes && copy ? raise_crypto(thread) : raise_no_memory(thread);
    EVP_MD_CTX_free(copy);
    memory_release(bytes);
    return result;
}
NATIVE(hash_digest) {
    (void)native;
    return digest_of(thread, (Hash *)arguments[0].object, arguments[1]);
}
NATIVE(hash_hex_digest) {
    (void)native;
    Value bytes = digest_of(thread, (Hash *)arguments[0].object, arguments[1]);
    Value text = value_is_absent(bytes) ? bytes : value_call_method(thread, bytes, "hex", NULL, 0);
    value_release(bytes);
    return text;
}
NATIVE(hash_copy) {
    (void)native;
    Hash *hash = (Hash *)arguments[0].object, *copy = hash_empty(thread);
    if (!copy) return VALUE_ABSENT;
    copy->name = value_retain(hash->name);
    copy->variable = hash->variable;
    if (EVP_MD_CTX_copy_ex(copy->context, hash->context)) return value_from_object(copy);
    object_release(copy);
    return raise_crypto(thread);
}

static Value hash_get_name(Thread *thread, Value self) {
    (void)thread;
    return value_retain(((Hash *)self.object)->name);
}
static Value hash_get_size(Thread *thread, Value self) {
    (void)thread;
    const Hash *hash = (const Hash *)self.object;
    return value_from_int(hash->variable ? 0 : EVP_MD_CTX_size(hash->context));
}
static Value hash_get_block(Thread *thread, Value self) {
    (void)thread;
    return value_from_int(EVP_MD_CTX_block_size(((Hash *)self.object)->context));
}
static Value hash_repr(Thread *thread, Value self) {
    const Hash *hash = (const Hash *)self.object;
    return string_format(thread, "<%s _hashlib.HASH object @ %p>", value_c_string(hash->name), (void *)self.object);
}
static void hash_destroy(Object *self) {
    Hash *hash = (Hash *)self;
    EVP_MD_CTX_free(hash->context);
    hash->context = NULL;
    value_clear(&hash->name);
}

static const NativeEntry hash_methods[] = {
    {"update", "($self, obj, /)", "Hash more bytes.", hash_update, NULL, 0},
    {"digest", "($self, /, length=None)", "The digest of all bytes so far.", hash_digest, NULL, 0},
    {"hexdigest", "($self, /, length=None)", "The digest of all bytes so far in hexadecimal digits.", hash_hex_digest, NULL, 0},
    {"copy", "($self, /)", "Another hash that has seen the same bytes.", hash_copy, NULL, 0},
    {0},
};
static const PropertyEntry hash_properties[] = {
    {"name", hash_get_name, NULL, "The hash's name."},
    {"digest_size", hash_get_size, NULL, "The length of the digest in bytes."},
    {"block_size", hash_get_block, NULL, "The length of a block in bytes."},
    {0},
};
static const Type hash_type = {
    .name = "_hashlib.HASH",
    .documentation = "A hash of the bytes that update() is given.",
    .flags = TYPE_NO_CREATE | TYPE_IMMUTABLE,
    .instance_size = sizeof(Hash),
    .destroy = hash_destroy,
    .repr = hash_repr,
    .methods = hash_methods,
    .properties = hash_properties,
};

/* ---- keys ---- */
NATIVE(hash_pbkdf2) {
    (void)native;
    const char *password, *salt, *name;
    size_t password_length, salt_length;
    int64_t iterations, length;
    if (!is_string(arguments[0])) return raise_type_error(thread, "pbkdf2_hmac() argument 'hash_name' must be str, not %s", value_type_name(thread, arguments[0]));
    const EVP_MD *kind = find_hash(value_c_string(arguments[0]), &name);
    if (!kind) return raise_value_error(thread, "unsupported hash type %s", value_c_string(arguments[0]));
    if (!value_buffer(thread, arguments[1], &password, &password_length) || !value_buffer(thread, arguments[2], &salt, &salt_length) ||
        !value_to_count(thread, arguments[3], &iterations))
        return VALUE_ABSENT;
    length = EVP_MD_size(kind);
    if (!is_missing(arguments[4]) && !value_to_count(thread, arguments[4], &length)) return VALUE_ABSENT;
    if (iterations < 1) return raise_value_error(thread, "iteration value must be greater than 0.");
    if (length < 1) return raise_value_error(thread, "key length must be greater than 0.");
    if (length > INT32_MAX || iterations > INT32_MAX || password_length > INT32_MAX || salt_length > INT32_MAX)
        return raise_overflow_error(thread, "an argument is too large");
    unsigned char *key = memory_allocate((size_t)length);
    if (!key) return raise_no_memory(thread);
    bool good = PKCS5_PBKDF2_HMAC(password, (int)password_length, (const unsigned char *)salt, (int)salt_length, (int)iterations, kind,
                                  (int)length, key);
    Value result = good ? bytes_new(thread, key, (size_t)length) : raise_crypto(thread);
    memory_release(key);
    return result;
}

NATIVE(hash_scrypt) {
    (void)native;
    const char *password, *salt;
    size_t password_length, salt_length;
    int64_t n, r, p, memory, length;
    if (!value_buffer(thread, arguments[0], &password, &password_length) || !value_buffer(thread, arguments[1], &salt, &salt_length) ||
        !value_to_count(thread, arguments[2], &n) || !value_to_count(thread, arguments[3], &r) || !value_to_count(thread, arguments[4], &p) ||
        !value_to_count(thread, arguments[5], &memory) || !value_to_count(thread, arguments[6], &length))
        return VALUE_ABSENT;
    if (n < 2 || n & (n - 1)) return raise_value_error(thread, "n must be a power of 2.");
    if (r < 1 || p < 1 || memory < 0 || length < 1 || length > INT32_MAX) return raise_value_error(thread, "Invalid parameter combination for n, r, p, maxmem.");
    unsigned char *key = memory_allocate((size_t)length);
    if (!key) return raise_no_memory(thread);
    bool good = EVP_PBE_scrypt(password, password_length, (const unsigned char *)salt, salt_length, (uint64_t)n, (uint64_t)r, (uint64_t)p,
                               (uint64_t)memory, key, (size_t)length);
    Value result = good ? bytes_new(thread, key, (size_t)length)
                        : raise_value_error(thread, "Invalid parameter combination for n, r, p, maxmem.");
    memory_release(key);
    return result;
}

NATIVE(hash_compare) {
    (void)native;
    const char *left, *right;
    size_t left_length, right_length;
    if (is_string(arguments[0]) && is_string(arguments[1])) {
        if (!value_string(arguments[0])->is_ascii || !value_string(arguments[1])->is_ascii)
            return raise_type_error(thread, "comparing strings with non-ASCII characters is not supported");
        left = value_c_string(arguments[0]), left_length = value_string(arguments[0])->length;
        right = value_c_string(arguments[1]), right_length = value_string(arguments[1])->length;
    } else if (!value_buffer(thread, arguments[0], &left, &left_length) || !value_buffer(thread, arguments[1], &right, &right_length)) {
        return VALUE_ABSENT;
    }
    return value_from_bool(left_length == right_length && CRYPTO_memcmp(left, right, left_length) == 0);
}

static const NativeEntry hash_functions[] = {
    {"new", "(name, string=None, /)", "A hash by name.", hash_new, NULL, 0},
    {"pbkdf2_hmac", "(hash_name, password, salt, iterations, dklen=None)", "A key from a password, PKCS #5.", hash_pbkdf2, NULL, 0},
    {"scrypt", "(password, salt, n, r, p, maxmem, dklen, /)", "A key from a password, RFC 7914.", hash_scrypt, NULL, 0},
    {"compare_digest", "(a, b, /)", "Whether two digests are equal, in a time that does not tell where they differ.", hash_compare, NULL, 0},
    {0},
};

static bool hash_initialize(Thread *thread, Value module) { return module_add_type(thread, module, type_from_template(thread, &hash_type)); }

const ModuleEntry library__hashlib = {.name = "_hashlib", .functions = hash_functions, .initialize = hash_initialize};
