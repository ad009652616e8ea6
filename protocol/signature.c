/* HMAC on top of libcrypto's plain SHA-256 functions: the newer provider interface reads a configuration file and
 * builds its tables at the first call, 3 ms of a start that should take a few.
 *
 * Seen digests are kept, eight bytes of each (enough for none to be taken for another), in a ring in order of arrival,
 * with a table of slots over it. Both grow to their full size as messages come: most sessions never see 65,536. */
#define OPENSSL_API_COMPAT 10101
#include "protocol/signature.h"

#include "base/memory.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

enum { BLOCK_SIZE = 64, DIGEST_SIZE = 32, KEPT_SIZE = 8, KEPT_LIMIT = 65536 };

typedef struct SeenDigests {
    uint8_t (*ring)[KEPT_SIZE];
    uint32_t *slots; /* index into the ring plus 1, 0 is free; twice the ring's capacity */
    size_t capacity, count, next;
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
    memory_release((*signer)->seen.ring);
    memory_release((*signer)->seen.slots);
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

static size_t slot_of(const SeenDigests *seen, const uint8_t *digest) {
    uint64_t hash;
    memcpy(&hash, digest, sizeof hash); /* a digest is its own hash */
    return (size_t)hash & (2 * seen->capacity - 1);
}

static bool is_seen(const SeenDigests *seen, const uint8_t *digest) {
    if (!seen->capacity) return false;
    for (size_t slot = slot_of(seen, digest); seen->slots[slot]; slot = (slot + 1) & (2 * seen->capacity - 1))
        if (!memcmp(seen->ring[seen->slots[slot] - 1], digest, KEPT_SIZE)) return true;
    return false;
}

static void enter_slot(SeenDigests *seen, size_t index) {
    size_t slot = slot_of(seen, seen->ring[index]);
    while (seen->slots[slot]) slot = (slot + 1) & (2 * seen->capacity - 1);
    seen->slots[slot] = (uint32_t)index + 1;
}

static void grow(SeenDigests *seen) {
    size_t capacity = seen->capacity ? 4 * seen->capacity : 256;
    void *ring = memory_resize(seen->ring, capacity * KEPT_SIZE);
    if (!ring) return;
    seen->ring = ring;
    uint32_t *slots = memory_allocate_zeroed(2 * capacity, sizeof *slots);
    if (!slots) return;
    memory_release(seen->slots);
    seen->slots = slots;
    seen->capacity = capacity;
    for (size_t i = 0; i < seen->count; i++) enter_slot(seen, i);
}

static void leave_slot(SeenDigests *seen, size_t index) {
    size_t mask = 2 * seen->capacity - 1, slot = slot_of(seen, seen->ring[index]);
    while (seen->slots[slot] != index + 1) slot = (slot + 1) & mask;
    seen->slots[slot] = 0;
    /* Close the gap: whoever follows may have been pushed past it. */
    for (size_t at = (slot + 1) & mask; seen->slots[at]; at = (at + 1) & mask) {
        uint32_t moved = seen->slots[at];
        seen->slots[at] = 0;
        enter_slot(seen, moved - 1);
    }
}

static void remember(SeenDigests *seen, const uint8_t *digest) {
    if (seen->count == seen->capacity && seen->capacity < KEPT_LIMIT) grow(seen);
    if (!seen->capacity) return;
    size_t index = seen->count;
    if (index == seen->capacity) {
        index = seen->next;
        seen->next = (seen->next + 1) % seen->capacity;
        leave_slot(seen, index);
    } else seen->count++;
    memcpy(seen->ring[index], digest, KEPT_SIZE);
    enter_slot(seen, index);
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
    bool repeated = is_seen(&signer->seen, digest);
    if (!repeated) remember(&signer->seen, digest);
    pthread_mutex_unlock(&signer->lock);
    return repeated ? SIGNATURE_REPEATED : SIGNATURE_GOOD;
}
