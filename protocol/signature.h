/* Signatures of messages: HMAC-SHA256 over the four dictionaries, in hexadecimal. Safe to share among threads. */
#ifndef PROTOCOL_SIGNATURE_H
#define PROTOCOL_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>

#define SIGNATURE_LENGTH 64

typedef struct Signer Signer;

typedef struct SignedPart {
    const char *bytes;
    size_t length;
} SignedPart;

typedef enum SignatureVerdict { SIGNATURE_GOOD, SIGNATURE_WRONG, SIGNATURE_REPEATED } SignatureVerdict;

Signer *signer_new(const char *key, size_t length); /* length 0: nothing is signed or checked. NULL: no memory */
void signer_delete(Signer **signer);
/* Hexadecimal and a NUL; the empty string when nothing is signed. */
void signer_sign(const Signer *signer, const SignedPart parts[4], char signature[SIGNATURE_LENGTH + 1]);
/* A digest that was seen among the last 65,536 good ones is refused: somebody is playing a message again. */
SignatureVerdict signer_check(Signer *signer, const char *signature, size_t length, const SignedPart parts[4]);

#endif
