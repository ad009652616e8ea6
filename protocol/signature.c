/* HMAC on top of libcrypto's plain SHA-256 functions: the newer provider interface reads a configuration file and
 * builds its tables at the first call, 3 ms of a start that should take a few.
 *
 * Seen digests are kept, eight bytes of each (enough for none to be taken for another), in two generations: the present one, and
 * the one that was full before it. A
 * table grows as messages come: most sessions never see 65,536. */
#define OPENSSL_API_COMPAT 10101
#include "protocol/signature.h"

#include "base/memory.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

enum { BLOCK_SIZE = 64, DIGEST_SIZE = 32, GENERATION_SIZE = 65536, FIRST_CAPACITY = 256 };

typedef struct Generation {
    uint64_t *slots; /* a digest's first eight bytes, 0 is free */
    size_t capacity, count;
} Generation;

typedef struct SeenDigests {
    Generation present, past;
} SeenDigests;

struct Signer {
    bool is_signing;
    SHA256_CTX inner, outer; /* the key already taken in */
    pthread_mutex_t lock;    /* over seen */
    SeenDigests seen;
};

Signer *signer_new(const char *key, size_t length) {
    Signer *signer = memory_allocate_zeroed(1, sizeof *signer);
    if (!signer) return NULL;
    pthread_mutex_init(&signer->lock, NULL);
    signer->is_signing = length > 0;
    uint8_t block[BLOCK_SIZE] = {0}, padded[BLOCK_SIZE];
    if (length > BLOCK_SIZE) SHA256((const uint8_t *)key, length, block);
    else if (length) memcpy(block, key, length);
    for (size_t i = 0; i < BLOCK_SIZE; i++) padded[i] = block[i] ^ 0x36;
    SHA256_Init(&signer->inner);
    SHA256_Update(&signer->inner, padded, BLOCK_SIZE);
    for (size_t i = 0; i < BLOCK_SIZE; i++) padded[i] = block[i] ^ 0x5c;
    SHA256_Init(&signer->outer);
    SHA256_Update(&signer->outer, padded, BLOCK_SIZE);
    return signer;
}

void signer_delete(Signer **signer) {
    if (!*signer) return;
    memory_release((*signer)->seen.present.slots);
    memory_release((*signer)->seen.past.slots);
    pthread_mutex_destroy(&(*signer)->lock);
    memory_release(*signer);
    *signer = NULL;
}

static void compute_digest(const Signer *signer, const SignedPart parts[4], uint8_t digest[DIGEST_SIZE]) {
    SHA256_CTX state = signer->inner;
    for (int i = 0; i < 4; i++) SHA256_Update(&state, parts[i].bytes, parts[i].length);
    SHA256_Final(digest, &state);
    state = signer->outer;
    SHA256_Update(&state, digest, DIGEST_SIZE);
    SHA256_Final(digest, &state);
}

void signer_sign(const Signer *signer, const SignedPart parts[4], char signature[SIGNATURE_LENGTH + 1]) {
    static const char digits[] = "0123456789abcdef";
    uint8_t digest[DIGEST_SIZE];
    signature[0] = '\0';
    if (!signer->is_signing) return;
    compute_digest(signer, parts, digest);
    for (int i = 0; i < DIGEST_SIZE; i++) {
        signature[2 * i] = digits[digest[i] >> 4];
        signature[2 * i + 1] = digits[digest[i] & 15];
    }
    signature[SIGNATURE_LENGTH] = '\0';
}

/* ---- digests already seen -------------------------------------------------------------------------------- */
/* Where a digest is, or where it would go: a digest is its own hash. */
static size_t slot_of(const Generation *generation, uint64_t digest) {
    size_t slot = digest & (generation->capacity - 1);
    while (generation->slots[slot] && generation->slots[slot] != digest) slot = (slot + 1) & (generation->capacity - 1);
    return slot;
}

static bool is_in(const Generation *generation, uint64_t digest) {
    return generation->capacity && generation->slots[slot_of(generation, digest)] == digest;
}

static bool grow(Generation *generation) {
    Generation larger = {.capacity = generation->capacity ? 2 * generation->capacity : FIRST_CAPACITY, .count = generation->count};
    larger.slots = memory_allocate_zeroed(larger.capacity, sizeof *larger.slots);
    if (!larger.slots) return false;
    for (size_t i = 0; i < generation->capacity; i++)
        if (generation->slots[i]) larger.slots[slot_of(&larger, generation->slots[i])] = generation->slots[i];
    memory_release(generation->slots);
    *generation = larger;
    return true;
}

static void remember(SeenDigests *seen, uint64_t digest) {
    if (seen->present.count == GENERATION_SIZE) {
        memory_release(seen->past.slots);
        seen->past = seen->present;
        seen->present = (Generation){0};
    }
    Generation *present = &seen->present;
    if (present->count >= present->capacity / 4 * 3 && !grow(present) && present->count + 1 >= present->capacity) return;
    present->slots[slot_of(present, digest)] = digest;
    present->count++;
}

/* True when it was there before. */
static bool enter(SeenDigests *seen, const uint8_t *digest) {
    uint64_t kept;
    memcpy(&kept, digest, sizeof kept);
    if (kept == 0) kept = 1;
    if (is_in(&seen->present, kept) || is_in(&seen->past, kept)) return true;
    remember(seen, kept);
    return false;
}

static int hexadecimal_digit(char character) {
    if (character >= '0' && character <= '9') return character - '0';
    if (character >= 'a' && character <= 'f') return character - 'a' + 10;
    if (character >= 'A' && character <= 'F') return character - 'A' + 10;
    return -1;
}

SignatureVerdict signer_check(Signer *signer, const char *signature, size_t length, const SignedPart parts[4]) {
    if (!signer->is_signing) return SIGNATURE_GOOD;
    if (length != SIGNATURE_LENGTH) return SIGNATURE_WRONG;
    uint8_t given[DIGEST_SIZE], digest[DIGEST_SIZE];
    for (int i = 0; i < DIGEST_SIZE; i++) {
        int high = hexadecimal_digit(signature[2 * i]), low = hexadecimal_digit(signature[2 * i + 1]);
        if (high < 0 || low < 0) return SIGNATURE_WRONG;
        given[i] = (uint8_t)(high << 4 | low);
    }
    compute_digest(signer, parts, digest);
    if (CRYPTO_memcmp(given, digest, DIGEST_SIZE) != 0) return SIGNATURE_WRONG;
    pthread_mutex_lock(&signer->lock);
    bool repeated = enter(&signer->seen, digest);
    pthread_mutex_unlock(&signer->lock);
    return repeated ? SIGNATURE_REPEATED : SIGNATURE_GOOD;
}
