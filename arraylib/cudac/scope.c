/* Names and where they are known. */
#include "arraylib/cudac/private.h"

Scope *cudac_scope_create(Cudac *c, Scope *outer) {
    Scope *scope = cudac_allocate(c, sizeof *scope);
    scope->outer = outer;
    scope->chain = c->scopes;
    return c->scopes = scope;
}

Scope *cudac_scope_push(Cudac *c) { return c->scope = cudac_scope_create(c, c->scope); }
void cudac_scope_pop(Cudac *c) { c->scope = c->scope->outer; }

void cudac_scope_set(Cudac *c, Scope *scope, const char *name, Declared *declared) {
    if (!hash_set(&scope->names, name, declared)) cudac_no_memory(c);
}

Declared *cudac_scope_find_own(const Scope *scope, const char *name) { return scope->names.live ? hash_get(&scope->names, name) : NULL; }

Declared *cudac_scope_find(const Cudac *c, const char *name) {
    for (const Scope *scope = c->scope; scope; scope = scope->outer) {
        Declared *found = cudac_scope_find_own(scope, name);
        if (found) return found;
    }
    return NULL;
}

Declared *cudac_declare(Cudac *c, DeclaredKind kind, const char *name) {
    Declared *declared = cudac_allocate(c, sizeof *declared);
    declared->kind = kind;
    declared->name = name;
    declared->scope = c->scope;
    cudac_scope_set(c, c->scope, name, declared);
    return declared;
}
