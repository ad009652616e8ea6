/* Overloads: which function a call means. What each argument must become is ranked, as the C++ standard has
 * it
 * ([over.ics.rank], [over.match.best]): the best function is no worse for any argument, and better for one.
 * Among the prelude's own functions, which are fewer than CUDA's, the sum of all costs decides. */
#include "arraylib/cudac/private.h"

#include <stdio.h>
#include <string.h>

typedef enum Rank { RANK_EXACT, RANK_PROMOTION, RANK_CONVERSION, RANK_USER } Rank;

typedef struct Conversion { /* of one argument */
    Rank rank;
    int order; /* among those of a rank: the smaller the better */
    int cost;
    const Type *to;                   /* what a reference refers to */
    bool is_reference, takes_rvalues; /* T &, T && */
    bool is_object;                   /* of a method that says nothing of lvalues */
} Conversion;

typedef struct Candidate {
    Declared *declared;
    Function *function;
    Conversion *conversions;
    int cost;
} Candidate;

bool cudac_is_lvalue(const Expression *e) {
    if (e->kind == EXPRESSION_CONSTANT) return e->variable != NULL;
    if (e->kind == EXPRESSION_CONDITIONAL) return e->arguments != NULL;
    return e->is_place && !e->is_expiring;
}

/* ---- words ---- */

static const char *plain_name(Cudac *c, const Function *function) {
    const Declared *d = function->declared;
    const char *name = d->name;
    if (d->is_constructor)
        name = d->owner->name;
    else if (!strcmp(name, "#conversion"))
        name = cudac_format(c, "operator %s", cudac_type_name(c, function->result));
    return d->owner ? cudac_format(c, "%.200s::%.200s", d->owner->name, name) : name;
}

const char *cudac_function_text(Cudac *c, const Function *function) {
    const Declared *d = function->declared;
    const char *text = cudac_format(c, "%s(", plain_name(c, function));
    for (int i = function->is_method; i < function->parameter_count; i++) {
        const Variable *parameter = function->parameters[i];
        const Type *type = parameter->is_reference ? parameter->type : cudac_type_plain(c, parameter->type);
        if (parameter->is_reference) {
            Type reference = {
                .kind = TYPE_REFERENCE, .element = type, .is_forwarding = parameter->is_forwarding};
            text = cudac_format(c, "%.400s%s%.100s", text, i > function->is_method ? ", " : "",
                                cudac_type_name(c, &reference));
        } else
            text = cudac_format(c, "%.400s%s%.100s", text, i > function->is_method ? ", " : "",
                                cudac_type_name(c, type));
    }
    return cudac_format(c, "%.520s)%s%s%s", text, d->is_const ? " const" : "",
                        d->is_volatile ? " volatile" : "",
                        d->object_kind == '&' ? " &"
                        : d->object_kind      ? " &&"
                                              : "");
}

static int line_of(const Cudac *c, const Declared *d) { return c->tokens.tokens[d->at].line; }

/* "            argument types are: (int, float)", and the object's. */
static const char *argument_words(Cudac *c, const Call *call) {
    const char *text = "";
    if (call->operator) {
        const char *left = cudac_type_name(c, call->arguments[0]->type), *sign = call->operator;
        if (call->count == 1) return cudac_format(c, "\n            operand types are: %s %s", sign, left);
        const char *right = cudac_type_name(c, call->arguments[1]->type);
        if (!strcmp(sign, "[]"))
            return cudac_format(c, "\n            operand types are: %s [ %s ]", left, right);
        return cudac_format(c, "\n            operand types are: %s %s %s", left, sign, right);
    }
    bool is_constructor = call->candidates->is_constructor;
    for (int i = call->has_object; i < call->count; i++)
        text = cudac_format(c, "%.400s%s%.100s", text, i > call->has_object ? ", " : "",
                            cudac_type_name(c, call->arguments[i]->type));
    if (*text) text = cudac_format(c, "\n            argument types are: (%s)", text);
    if (!call->has_object || is_constructor) return text;
    return cudac_format(c, "%s\n            object type is: %s", text,
                        cudac_type_name(c, call->arguments[0]->type));
}

static const char *qualified_name(Cudac *c, const Call *call) {
    const Declared *d = call->candidates;
    if (!d->owner) return call->name;
    return cudac_format(c, "%.200s::%.200s", d->owner->name, d->is_constructor ? d->owner->name : call->name);
}

void cudac_fail_binding(Cudac *c, const Expression *e, const Type *to, bool is_rvalue, int line) {
    Type reference = {.kind = TYPE_REFERENCE, .element = to, .is_forwarding = is_rvalue};
    const char *name = cudac_type_name(c, &reference);
    bool related = cudac_type_same(e->type, to) || (e->type->kind == TYPE_STRUCT && to->kind == TYPE_STRUCT &&
                                                    cudac_structure_base(e->type->structure, to->structure));
    if (related && !cudac_type_keeps(to, e->type))
        cudac_fail(c, line,
                   "qualifiers dropped in binding reference of type \"%s\" to initializer of type \"%s\"",
                   name, cudac_type_name(c, e->type));
    if (is_rvalue) cudac_fail(c, line, "an rvalue reference cannot be bound to an lvalue");
    if (related) cudac_fail(c, line, "initial value of reference to non-const must be an lvalue");
    cudac_fail(
        c, line,
        "a reference of type \"%s\" (not const-qualified) cannot be initialized with a value of type \"%s\"",
        name, cudac_type_name(c, e->type));
}

/* ---- one argument ---- */

/* How many bases lie between the two structs; below 0: they are no kin. */
static int distance(const Structure *from, const Structure *to) {
    if (from == to) return 0;
    for (int i = 0; i < from->field_count; i++) {
        int further = from->fields[i].is_base ? distance(from->fields[i].type->structure, to) : -1;
        if (further >= 0) return further + 1;
    }
    return -1;
}

static bool is_class_of_cuda(const Type *type) {
    return type_is(type, DTYPE_FLOAT16) || type_letter(type) == 'c';
}

static void rank(Conversion *x, const Type *from, const Type *to) {
    enum { TO_VOID = 1000, TO_BOOL = 2000 };
    x->rank = RANK_USER;
    x->order = x->cost;
    Type decayed = {.kind = TYPE_POINTER, .element = from->element};
    if (from->kind == TYPE_ARRAY && to->kind == TYPE_POINTER) from = &decayed;
    if (cudac_type_same(from, to))
        x->rank = RANK_EXACT, x->order = 0;
    else if (from->kind == TYPE_SCALAR && to->kind == TYPE_SCALAR) {
        if (is_class_of_cuda(from) || is_class_of_cuda(to)) return;
        bool widens = type_is(from, DTYPE_FLOAT32) && type_is(to, DTYPE_FLOAT64);
        x->rank = widens || cudac_type_same(cudac_type_promoted(from), to) ? RANK_PROMOTION : RANK_CONVERSION;
        x->order = 0;
    } else if (to->kind == TYPE_POINTER || (to->kind == TYPE_SCALAR && from->kind == TYPE_POINTER)) {
        if (from->kind == TYPE_STRUCT) return;
        x->rank = RANK_CONVERSION;
        bool kin = from->kind == TYPE_POINTER && to->kind == TYPE_POINTER &&
                   from->element->kind == TYPE_STRUCT && to->element->kind == TYPE_STRUCT;
        if (to->kind == TYPE_SCALAR)
            x->order = TO_BOOL;
        else
            x->order = kin ? distance(from->element->structure, to->element->structure) : TO_VOID;
    } else if (from->kind == TYPE_STRUCT && to->kind == TYPE_STRUCT) {
        int far = distance(from->structure, to->structure);
        if (far < 0) return;
        x->rank = RANK_CONVERSION;
        x->order = far;
    }
}

/* The object of a method: its qualifiers, and whether it lasts. */
static bool convert_object(const Function *function, const Expression *e, Conversion *x) {
    const Declared *d = function->declared;
    *x = (Conversion){.to = function->parameters[0]->type,
                      .is_reference = true,
                      .takes_rvalues = d->object_kind == 'r',
                      .is_object = !d->object_kind};
    if (!cudac_type_keeps(x->to, e->type)) return false;
    if (d->object_kind == 'r' && cudac_is_lvalue(e)) return false;
    if (d->object_kind == '&' && !d->is_const && !cudac_is_lvalue(e)) return false;
    rank(x, e->type, x->to);
    if (d->is_used) x->rank = RANK_EXACT, x->order = 0; /* as if it were the struct's own */
    return true;
}

static bool convert(Cudac *c, const Function *function, int number, const Expression *e, Conversion *x) {
    const Variable *parameter = function->parameters[number];
    if (number == 0 && function->is_method) return convert_object(function, e, x);
    *x = (Conversion){.to = parameter->type,
                      .is_reference = parameter->is_reference,
                      .takes_rvalues = parameter->is_forwarding};
    bool is_lvalue = cudac_is_lvalue(e);
    if (parameter->is_forwarding && is_lvalue && cudac_template_forwards(c, function->declared, number))
        x->takes_rvalues = false;
    if (x->takes_rvalues && is_lvalue && cudac_type_same(e->type, parameter->type)) return false;
    bool wants_place = x->is_reference && !x->takes_rvalues;
    if (wants_place && e->is_expiring && !parameter->type->is_const &&
        !cudac_is_prelude(c, function->declared))
        return false;
    x->cost = cudac_conversion_cost(c, e, parameter->type, wants_place);
    if (x->cost < 0) return false;
    if (x->is_reference && cudac_type_same(e->type, parameter->type) &&
        !cudac_type_keeps(parameter->type, e->type))
        return false;
    rank(x, e->type, parameter->type);
    return true;
}

/* Below 0: a is better. */
static int compare_qualifiers(const Conversion *a, const Conversion *b) {
    if (a->is_reference != b->is_reference) return 0;
    bool fewer = a->is_reference ? cudac_type_keeps(b->to, a->to) : cudac_type_points_alike(b->to, a->to);
    bool more = a->is_reference ? cudac_type_keeps(a->to, b->to) : cudac_type_points_alike(a->to, b->to);
    return more - fewer;
}

static int compare(const Conversion *a, const Conversion *b, const Expression *e) {
    if (!a->to || !b->to) return 0; /* a static function has no use for an object */
    if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
    if (a->order != b->order) return a->order < b->order ? -1 : 1;
    if (a->is_reference && b->is_reference && !a->is_object && !b->is_object &&
        a->takes_rvalues != b->takes_rvalues)
        return a->takes_rvalues != cudac_is_lvalue(e) ? -1 : 1;
    return cudac_type_same(a->to, b->to) || (a->is_object && b->is_object) ? compare_qualifiers(a, b) : 0;
}

/* ---- candidates ---- */

/* The arguments as a template's head wants them: without the object, or with one that is not there. */
static Expression **aligned(Cudac *c, const Declared *d, const Call *call) {
    if (call->has_object == d->is_method) return call->arguments;
    if (call->has_object) return call->arguments + 1;
    Expression **all = cudac_allocate(c, (size_t)(call->count + 1) * sizeof *all);
    if (call->count) memcpy(all + 1, call->arguments, (size_t)call->count * sizeof *all);
    all[0] = cudac_expression_create(c, EXPRESSION_LIST, &d->owner->type, call->line);
    return all;
}

/* The conversions stand beside the call's arguments. */
static bool fits(Cudac *c, Declared *d, const Call *call, Candidate *x) {
    TemplateArguments deduced;
    int shift = d->is_method - call->has_object, count = call->count + shift;
    if (count < d->least || count > d->most) return false;
    if (call->given && !d->is_template) return false;
    if (d->is_template && !cudac_template_deduce(c, d, call->given, aligned(c, d, call), count, &deduced))
        return false;
    Function *function = d->is_template ? cudac_template_substitute(c, d, &deduced, call->line)
                                        : cudac_instantiate_function(c, d, NULL, call->line);
    if (!function || count > function->parameter_count) return false;
    *x = (Candidate){.declared = d, .function = function, .cost = d->is_template};
    x->conversions = cudac_allocate(c, (size_t)(call->count + 1) * sizeof *x->conversions);
    if (d->pack_at >= 0) x->cost++; /* one without a pack comes first */
    for (int i = 0; i < call->count; i++) {
        x->conversions[i] = (Conversion){.to = NULL};
        if (i + shift < 0) continue;
        if (!convert(c, function, i + shift, call->arguments[i], &x->conversions[i])) return false;
        if (i + shift || !function->is_method) x->cost += 100 * x->conversions[i].cost;
    }
    if (cudac_is_prelude(c, d)) x->cost += 2; /* the user's own comes first */
    return true;
}

static bool is_better(Cudac *c, const Candidate *a, const Candidate *b, const Call *call) {
    bool better = false;
    for (int i = 0; i < call->count; i++) {
        int order = compare(&a->conversions[i], &b->conversions[i], call->arguments[i]);
        if (order > 0) return false;
        if (order < 0) better = true;
    }
    const Declared *left = a->declared, *right = b->declared;
    if (better) return true;
    if (left->is_template != right->is_template) return !left->is_template;
    if (!left->is_template || left->is_method != right->is_method) return false;
    if ((left->pack_at >= 0) != (right->pack_at >= 0)) return left->pack_at < 0;
    return cudac_template_more_special(c, a->declared, b->declared,
                                       call->count + left->is_method - call->has_object);
}

/* One function declared twice: that which has a body is meant. */
bool cudac_same_parameters(const Function *left, const Function *right) {
    if (left->is_method != right->is_method || left->parameter_count != right->parameter_count) return false;
    bool is_used = left->is_method && (left->declared->is_used || right->declared->is_used);
    if (is_used && (left->declared->is_const != right->declared->is_const ||
                    left->declared->is_volatile != right->declared->is_volatile))
        return false;
    for (int i = is_used; i < left->parameter_count; i++) {
        const Variable *x = left->parameters[i], *y = right->parameters[i];
        if (x->is_reference != y->is_reference || x->is_forwarding != y->is_forwarding ||
            !cudac_type_identical(x->type, y->type))
            return false;
        if (x->is_reference &&
            (x->type->is_const != y->type->is_const || x->type->is_volatile != y->type->is_volatile))
            return false;
    }
    return left->declared->object_kind == right->declared->object_kind;
}

static _Noreturn void none_fits(Cudac *c, const Call *call) {
    Declared *only = call->candidates->overload ? NULL : call->candidates;
    const char *name = qualified_name(c, call), *words = argument_words(c, call);
    int line = call->line, given = call->count - (call->has_object && only && !only->is_method);
    bool drops = false;
    if (call->candidates->is_constructor) {
        if (call->count == 1)
            cudac_fail(c, line, "no default constructor exists for class \"%s\"",
                       call->candidates->owner->name);
        cudac_fail(c, line, "no instance of constructor \"%s\" matches the argument list%s", name, words);
    }
    Function *function = only && !only->is_template ? cudac_instantiate_function(c, only, NULL, line) : NULL;
    if (only && !call->has_object && only->is_method)
        cudac_fail(c, line, "a nonstatic member reference must be relative to a specific object");
    if (only && given < only->least) cudac_fail(c, line, "too few arguments in function call");
    if (only && given > only->most) cudac_fail(c, line, "too many arguments in function call");
    for (const Declared *d = call->candidates; d && call->has_object; d = d->overload) {
        const Type *object = call->arguments[0]->type;
        if (d->is_method && ((object->is_const && !d->is_const) || (object->is_volatile && !d->is_volatile)))
            drops = true;
    }
    for (int i = 0; function && i < given; i++) {
        const Variable *parameter = function->parameters[i];
        const Expression *e = call->arguments[i + call->count - given];
        Conversion x;
        if (convert(c, function, i, e, &x)) continue;
        if (i == 0 && only->is_method && drops && strcmp(call->name, "operator()") != 0)
            cudac_fail(c, line,
                       "the object has type qualifiers that are not compatible with the member function "
                       "\"%s\"\n            object type is: %s",
                       name, cudac_type_name(c, e->type));
        if (i == 0 && only->is_method && drops) break;
        if (i == 0 && only->is_method)
            cudac_fail(c, line, "function \"%s\" (declared at line %d) cannot be called on an %s", name,
                       line_of(c, only), only->object_kind == 'r' ? "lvalue" : "rvalue");
        if (parameter->is_reference && (!parameter->type->is_const || parameter->is_forwarding ||
                                        (cudac_type_same(parameter->type, e->type) && e->is_place)))
            cudac_fail_binding(c, e, parameter->type, parameter->is_forwarding, line);
        const Type *from = e->type->kind == TYPE_ARRAY ? cudac_type_pointer(c, e->type->element) : e->type;
        cudac_fail(c, line, "argument of type \"%s\" is incompatible with parameter of type \"%s\"",
                   cudac_type_name(c, from), cudac_type_name(c, cudac_type_plain(c, parameter->type)));
    }
    const char *what = !only ? "overloaded function" : only->is_template ? "function template" : "function";
    if (drops)
        name = cudac_format(
            c,
            "%s\" matches the argument list and object (the object has type qualifiers that prevent a match)",
            name);
    else
        name = cudac_format(c, "%s\" matches the argument list", name);
    cudac_fail(c, line, "no instance of %s \"%s%s", what, name, words);
}

static _Noreturn void several_fit(Cudac *c, const Call *call, const Candidate *all, const bool *is_left,
                                  int count) {
    const char *list = "";
    for (int i = count - 1; i >= 0; i--) { /* the chain runs backwards */
        if (!is_left[i]) continue;
        const Declared *d = all[i].declared;
        const char *text = cudac_function_text(c, all[i].function), *sort = "function";
        if (d->is_template) {
            Function *pattern = cudac_template_pattern(c, all[i].declared, call->count);
            text = cudac_format(c, "%.100s %.400s", cudac_type_name(c, pattern->result),
                                cudac_function_text(c, pattern));
            sort = "function template";
        }
        list = cudac_format(c, "%.300s\n            %s \"%.200s\" (declared at line %d)", list, sort, text,
                            line_of(c, d));
    }
    if (call->operator)
        cudac_fail(c, call->line, "more than one operator \"%s\" matches these operands:%s%s", call->operator,
                   list, argument_words(c, call));
    cudac_fail(c, call->line, "more than one instance of %s \"%s\" matches the argument list:%s%s",
               call->candidates->is_constructor ? "constructor" : "overloaded function",
               qualified_name(c, call), list, argument_words(c, call));
}

/* Which of all that fit are beaten by none? Of functions that are the same one stays. */
static int drop_worse(Cudac *c, const Call *call, const Candidate *all, bool *is_left, int count) {
    int left = 0;
    for (int i = 0; i < count; i++) {
        is_left[i] = true;
        for (int k = 0; k < count && is_left[i]; k++) {
            if (k == i) continue;
            if (is_better(c, &all[k], &all[i], call))
                is_left[i] = false;
            else if (cudac_same_parameters(all[k].function, all[i].function) &&
                     !is_better(c, &all[i], &all[k], call) &&
                     cudac_template_same(c, all[k].declared, all[i].declared, call->count)) {
                const Declared *one = all[i].declared, *other = all[k].declared;
                if (one->has_body && other->has_body && one->is_method && !one->is_template &&
                    one->owner == other->owner) /* the chain runs backwards */
                    cudac_fail(c, line_of(c, i < k ? one : other),
                               "invalid redeclaration of member function \"%s\" (declared at line %d)",
                               cudac_function_text(c, all[i].function), line_of(c, i < k ? other : one));
                if (one->is_used != other->is_used)
                    is_left[i] = !one->is_used;
                else
                    is_left[i] = one->has_body == other->has_body ? i < k : one->has_body;
            }
        }
        left += is_left[i];
    }
    return left;
}

Function *cudac_resolve(Cudac *c, const Call *call) {
    int count = 0, used = 0, owned = 0;
    for (const Declared *d = call->candidates; d; d = d->overload) count++;
    Candidate *all = cudac_allocate(c, (size_t)(count + 1) * sizeof *all);
    bool *is_left = cudac_allocate(c, (size_t)count + 1);
    for (Declared *d = call->candidates; d; d = d->overload)
        if (d->kind == DECLARED_FUNCTION && fits(c, d, call, &all[used]))
            owned += !cudac_is_prelude(c, all[used++].declared);
    if (!used && call->is_optional) return NULL;
    if (!used) none_fits(c, call);
    memset(is_left, 1, (size_t)count);
    int left = owned ? drop_worse(c, call, all, is_left, used) : used;
    const Candidate *best = NULL;
    for (int i = 0; i < used; i++) {
        if (!is_left[i]) continue;
        bool wins = !best || all[i].cost < best->cost;
        if (best && all[i].cost == best->cost)
            wins = is_better(c, &all[i], best, call) ||
                   (all[i].declared->has_body && !best->declared->has_body &&
                    !is_better(c, best, &all[i], call));
        if (wins) best = &all[i];
    }
    for (int i = 0; i < used && left > 1; i++) /* the prelude's have no say */
        if (is_left[i] && cudac_is_prelude(c, all[i].declared)) left = 1;
    if (owned && (left > 1 || !best)) several_fit(c, call, all, is_left, used);
    const Declared *d = best->declared;
    if (d->is_deleted && d->is_constructor && call->count == 1)
        cudac_fail(c, call->line,
                   "the default constructor of \"%s\" cannot be referenced -- it is a deleted function",
                   d->owner->name);
    if (d->is_deleted)
        cudac_fail(c, call->line,
                   "function \"%s\" (declared at line %d) cannot be referenced -- it is a deleted function",
                   cudac_function_text(c, best->function), line_of(c, d));
    if (d->is_method && !call->has_object)
        cudac_fail(c, call->line, "a nonstatic member reference must be relative to a specific object");
    return best->function;
}

Expression *cudac_call(Cudac *c, const Call *call) {
    Function *function = cudac_resolve(c, call);
    if (!function) return NULL;
    int first = call->has_object && !function->is_method;
    return cudac_call_function(c, function, call->arguments + first, call->count - first, call->line);
}

/* A constructor that copies, or moves, what the text wrote itself. */
bool cudac_has_copies(Cudac *c, const Type *type) {
    for (Declared *d = cudac_structure_find(type, "#constructor"); d; d = d->overload) {
        if (d->is_default || d->is_template || d->least > 2 || d->most < 2) continue;
        const Function *function = cudac_instantiate_function(c, d, NULL, 0);
        if (function->parameter_count > 1 && function->parameters[1]->is_reference &&
            cudac_type_same(function->parameters[1]->type, type))
            return true;
    }
    return false;
}

/* ---- pointers to functions ---- */

bool cudac_same_signature(const Function *left, const Function *right) {
    if (left->parameter_count != right->parameter_count || !cudac_type_same(left->result, right->result))
        return false;
    for (int i = 0; i < left->parameter_count; i++)
        if (left->parameters[i]->is_reference != right->parameters[i]->is_reference ||
            !cudac_type_same(left->parameters[i]->type, right->parameters[i]->type))
            return false;
    return true;
}

Expression *cudac_function_address(Cudac *c, Function *function, int line) {
    if (function->is_kernel) cudac_refuse(c, line, "the address of a kernel");
    cudac_enlist_function(c, function, line);
    if (function->has_auto_result) cudac_body_now(c, function, line);
    if (!function->address) function->address = 16 * ++c->address_count;
    Expression *e = cudac_expression_create(c, EXPRESSION_CAST,
                                            cudac_type_pointer(c, cudac_type_function(c, function)), line);
    e->a = cudac_expression_integer(c, SCALAR(UINT64), function->address, line);
    return cudac_expression_finish(c, e);
}

Expression *cudac_call_pointer(Cudac *c, Expression *pointer, Expression **arguments, int count, int line) {
    Function *prototype = cudac_allocate(c, sizeof *prototype);
    *prototype = *pointer->type->element->prototype;
    prototype->is_prototype = true;
    prototype->owner = NULL;
    if (count > prototype->parameter_count) cudac_fail(c, line, "too many arguments in function call");
    for (int i = 0; i < count; i++)
        if (cudac_conversion_cost(c, arguments[i], prototype->parameters[i]->type,
                                  prototype->parameters[i]->is_reference) < 0)
            cudac_fail(c, line, "argument of type \"%s\" is incompatible with parameter of type \"%s\"",
                       cudac_type_name(c, arguments[i]->type),
                       cudac_type_name(c, prototype->parameters[i]->type));
    Expression *e = cudac_call_function(c, prototype, arguments, count, line),
               *call = e->kind == EXPRESSION_DEREFERENCE ? e->a : e;
    call->a = pointer;
    return cudac_expression_finish(c, e);
}

/* Arguments as the parameters want them. A parameter that is a reference gets an address. */
Expression *cudac_call_function(Cudac *c, Function *function, Expression **arguments, int count, int line) {
    if (function->is_kernel) cudac_refuse(c, line, "a kernel called like a function");
    if (!function->is_prototype) cudac_enlist_function(c, function, line);
    if (function->has_auto_result) cudac_body_now(c, function, line);
    if (function->has_auto_result)
        cudac_fail(c, line, "a function that returns \"auto\" cannot be used before it is defined");
    Expression *e = cudac_expression_create(c, EXPRESSION_CALL, function->result, line);
    e->function = function;
    e->arguments = cudac_allocate(c, (size_t)(function->parameter_count + 1) * sizeof *e->arguments);
    for (int i = 0; i < function->parameter_count; i++) {
        const Variable *parameter = function->parameters[i];
        Expression *argument = i < count ? arguments[i] : parameter->initial;
        if (!argument) cudac_fail(c, line, "too few arguments in function call");
        Expression *base = argument->type->kind == TYPE_STRUCT && parameter->type->kind == TYPE_STRUCT &&
                                   !cudac_type_same(argument->type, parameter->type)
                               ? cudac_expression_as_base(c, argument, parameter->type, line)
                               : NULL;
        if (base) argument = base;
        if (parameter->is_reference && !parameter->type->is_const)
            argument = cudac_expression_place(c, argument, line);
        if (!parameter->is_reference)
            argument = cudac_expression_initial(c, argument, parameter->type, line);
        else if (argument->is_place && cudac_type_same(argument->type, parameter->type))
            argument = cudac_expression_address(c, argument, line);
        else {
            Expression *address =
                cudac_expression_create(c, EXPRESSION_ADDRESS, cudac_type_pointer(c, parameter->type), line);
            address->a =
                parameter->type->kind == TYPE_STRUCT && !cudac_type_same(argument->type, parameter->type)
                    ? cudac_expression_construct(c, cudac_type_plain(c, parameter->type), &argument, 1, line)
                    : cudac_expression_converted(c, argument, cudac_type_plain(c, parameter->type), line);
            argument = cudac_expression_finish(c, address);
        }
        e->arguments[e->argument_count++] = argument;
    }
    if (function->result->kind == TYPE_REFERENCE) {
        e->type = cudac_type_pointer(c, function->result->element);
        Expression *place = cudac_expression_dereference(c, cudac_expression_finish(c, e), line);
        place->is_expiring = function->result->is_forwarding;
        return place;
    }
    cudac_expression_finish(c, e);
    if (!function->is_prototype && function->declared->is_constexpr) {
        Expression *value = cudac_evaluate_call(c, e);
        if (value) return value;
    }
    return e;
}
