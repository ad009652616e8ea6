/* Calls: of compiled functions, closures, built-in things; and attributes. */
#include "kernel/compile/private.h"

#include "kernel/objects/text/string.h"

#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS_MOST = 64 };

const char *type_class_word(const CompileType *type) {
    switch (type->kind) {
    case TYPE_KIND_NUMBER: return "number";
    case TYPE_KIND_ARRAY: return "array";
    case TYPE_KIND_TUPLE: return "tuple";
    case TYPE_KIND_STRING: return "str";
    case TYPE_KIND_BYTES: return "bytes";
    case TYPE_KIND_LIST: return type->text ? type->text : "list";
    case TYPE_KIND_SET: return type->text ? type->text : "set";
    case TYPE_KIND_DICT: return type->text ? type->text : "dict";
    case TYPE_KIND_RECORD: return "record";
    case TYPE_KIND_RANGE: return "range";
    case TYPE_KIND_SLICE: return "slice";
    case TYPE_KIND_NONE: return "none";
    case TYPE_KIND_LITERAL: return type_class_word(type->item);
    default: return type->text ? type->text : "object";
    }
}

/* ---- tables */

const BuiltinRow *builtin_find(Compilation *c, const char *path) {
    HashTable *found = &c->context->rows;
    if (!found->live) {
        for (const BuiltinRow *const *const *table = builtin_tables; *table; table++)
            for (const BuiltinRow *row = **table; row->path; row++)
                if (!hash_set(found, row->path, (void *)row)) fail_memory(c);
    }
    return hash_get(found, path);
}

static const AttributeRow *attribute_find(Compilation *c, const char *path) {
    HashTable *found = &c->context->attributes;
    if (!found->live) {
        for (const AttributeRow *const *const *table = attribute_tables; *table; table++)
            for (const AttributeRow *row = **table; row->path; row++)
                if (!hash_set(found, row->path, (void *)row)) fail_memory(c);
    }
    return hash_get(found, path);
}

/* ---- attributes */

static CompileValue method_value(Compilation *c, CompileValue self, const char *name) {
    CompileValue value = value_of(type_method(c->types, type_plain(self.type), name), NULL);
    if (!value.type) fail_memory(c);
    value.items = compile_allocate(c, sizeof self);
    value.items[0] = self;
    value.item_count = 1;
    value.is_borrowed = self.is_borrowed;
    return value;
}

CompileValue attribute_get(Compilation *c, const Node *node, CompileValue self, const char *name) {
    const CompileType *type = self.type;
    if (type->kind == TYPE_KIND_OPTIONAL) return attribute_get(c, node, value_convert(c, self, type->item), name);
    if (type->kind == TYPE_KIND_CONSTANT) {
        const AttributeRow *row = attribute_find(c, compile_text(c, "%s.%s", c->is_device ? host_path_of(c, type->constant) : type->name, name));
        if (row) return row->code(c, node, self, row->data);
        Value member = value_get_attribute_c(c->thread, type->constant, name);
        if (value_is_absent(member)) fail_raised(c);
        compile_keep(c, member);
        return value_from_constant(c, node, name, member);
    }
    for (int i = 0; type->fields && i < type->count; i++)
        if (!strcmp(type->fields[i], name)) return value_item(c, self, i);
    const char *word = type_class_word(type);
    const AttributeRow *row = attribute_find(c, compile_text(c, "%s.%s", word, name));
    if (row) return row->code(c, node, self, row->data);
    if (builtin_find(c, compile_text(c, "%s.%s", word, name))) return method_value(c, self, name);
    if ((row = attribute_find(c, compile_text(c, "%s.*", word)))) { /* whatever the name: records, jitclasses */
        CompileValue both[2] = {self, value_from_constant(c, node, name, compile_keep(c, string_from_c(c->thread, name)))};
        return row->code(c, node, value_tuple_like_pair(c, both), row->data);
    }
    if (type->kind != TYPE_KIND_CONSTANT) {
        /* numpy's function of that name, if there is one in numba's part of the library */
        Value key = compile_keep(c, string_from_c(c->thread, compile_text(c, "%s.%s", word, name)));
        if (!value_is_absent(c->context->host->implementation(c->thread, key))) return method_value(c, self, name);
    }
    fail_typing(c, node, "get attribute", "Unknown attribute '%s' of type %s", name, type->name);
}

/* Two values in one, for AttributeCode that wants the name, too. */
CompileValue value_tuple_like_pair(Compilation *c, const CompileValue *both) {
    CompileValue pair = both[0];
    pair.items = compile_allocate(c, 2 * sizeof *both);
    memcpy(pair.items, both, 2 * sizeof *both);
    pair.item_count = 2;
    return pair;
}

/* ---- built-in functions */

static const CompileValue not_given = {.type = NULL};

static bool next_word(const char **at, char *word, size_t size) {
    while (**at == ' ') ++*at;
    size_t length = strcspn(*at, " ");
    if (!length || length >= size) return false;
    memcpy(word, *at, length);
    word[length] = '\0';
    *at += length;
    return true;
}

CompileValue call_builtin(Compilation *c, const Node *node, const BuiltinRow *row, Arguments *arguments) {
    c->node = node;
    if (!row->signature) return row->code(c, node, arguments, row->data);
    CompileValue *values = compile_allocate(c, ARGUMENTS_MOST * sizeof *values);
    const char *at = row->signature;
    char word[64];
    int count = 0, used = 0, named = 0;
    bool keywords_only = false;
    const char *shown = strrchr(row->path, '.') ? strrchr(row->path, '.') + 1 : row->path;
    while (next_word(&at, word, sizeof word)) {
        size_t length = strlen(word);
        if (!strcmp(word, "*")) {
            keywords_only = true;
            continue;
        }
        bool is_optional = word[length - 1] == '=';
        if (is_optional) word[length - 1] = '\0';
        values[count] = not_given;
        values[count].type = c->types->unknown;
        if (!keywords_only && used < arguments->count) values[count] = arguments->values[used++];
        else {
            bool found = false;
            for (int i = 0; i < arguments->name_count; i++)
                if (!strcmp(arguments->names[i], word)) {
                    values[count] = arguments->values[arguments->count + i];
                    found = true;
                    named++;
                }
            if (!found && !is_optional) fail_no_implementation(c, node, compile_text(c, "<function %s>", shown), arguments->values, arguments->count);
        }
        count++;
    }
    if (used < arguments->count || named < arguments->name_count)
        fail_no_implementation(c, node, compile_text(c, "<function %s>", shown), arguments->values, arguments->count);
    Arguments matched = {.values = values, .count = count, .node = node};
    return row->code(c, node, &matched, row->data);
}

bool path_is_known(Compilation *c, const char *path) {
    if (builtin_find(c, path)) return true;
    Value found = c->context->host->implementation(c->thread, compile_keep(c, string_from_c(c->thread, path)));
    if (exception_is_set(c->thread)) fail_raised(c);
    return !value_is_absent(found);
}

CompileValue call_path(Compilation *c, const Node *node, const char *path, const CompileValue *values, int count) {
    Arguments arguments = {.values = (CompileValue *)values, .count = count, .node = node};
    const BuiltinRow *row = builtin_find(c, path);
    if (row) return call_builtin(c, node, row, &arguments);
    if (!strncmp(path, "numpy.", 6)) {
        const Operator *operator_row = operator_find(path + 6);
        if (operator_row && operator_row->inputs == count) return operate_ufunc(c, node, operator_row, values, count);
    }
    Value key = compile_keep(c, string_from_c(c->thread, path));
    Value function = c->context->host->implementation(c->thread, key);
    if (exception_is_set(c->thread)) fail_raised(c);
    static const CompileOptions library = {.is_library = true};
    if (!value_is_absent(function) && value_is_function(function)) return call_compiled(c, node, value_function(function), &library, &arguments);
    fail_no_implementation(c, node, compile_text(c, "<function %s>", path), values, count);
}

/* ---- compiled functions */

static const Node *parameter_at(const Node *arguments, size_t at) {
    NodeList only = arguments->arguments.posonlyargs, plain = arguments->arguments.args;
    return at < only.count ? only.items[at] : plain.items[at - only.count];
}

static int find_keyword(const Arguments *arguments, const char *name) {
    for (int i = 0; i < arguments->name_count; i++)
        if (!strcmp(arguments->names[i], name)) return arguments->count + i;
    return -1;
}

/* The arguments in the places of the parameters: symbol i of the scope. Defaults are constants. */
static int match(Compilation *c, const Node *node, const FunctionTree *tree, Function *function, Arguments *given, CompileValue *values) {
    const Node *parameters = tree->arguments;
    size_t positional = parameters->arguments.posonlyargs.count + parameters->arguments.args.count, keyword = parameters->arguments.kwonlyargs.count;
    Tuple *defaults = function && function->code->name && !strcmp(function->code->name->bytes, tree->name) ? function->defaults : NULL;
    NodeList default_nodes = parameters->arguments.defaults;
    int count = 0, named = 0;
    for (size_t i = 0; i < positional + keyword; i++) {
        bool is_keyword = i >= positional;
        const Node *parameter = is_keyword ? parameters->arguments.kwonlyargs.items[i - positional] : parameter_at(parameters, i);
        const char *name = parameter->argument.arg->bytes;
        int at = -1;
        if (!is_keyword && (int)i < given->count) at = (int)i;
        else {
            at = find_keyword(given, name);
            named += at >= 0;
        }
        if (count == ARGUMENTS_MOST) fail_unsupported(c, node, "too many arguments");
        if (at >= 0) {
            values[count++] = given->values[at];
            continue;
        }
        size_t first = positional - default_nodes.count;
        if (!is_keyword && i >= first && defaults && defaults->count == default_nodes.count) {
            values[count] = value_from_constant(c, node, name, defaults->items[i - first]);
            values[count].is_default = true;
            count++;
            continue;
        }
        const Node *written = is_keyword ? parameters->arguments.kw_defaults.items[i - positional] : i >= first ? default_nodes.items[i - first] : NULL;
        Value of_keyword = is_keyword && function && function->keyword_defaults ? dict_get_c(c->thread, function->keyword_defaults, name) : VALUE_ABSENT;
        if (!value_is_absent(of_keyword)) values[count++] = value_from_constant(c, node, name, of_keyword);
        else if (written) values[count++] = walk(c, written);
        else
            fail_typing(c, node, "call", "missing a required argument: '%s'", name);
    }
    if (parameters->arguments.vararg) {
        int extra = given->count > (int)positional ? given->count - (int)positional : 0;
        values[count++] = tuple_of(c, given->values + given->count - extra, extra);
    } else if (given->count > (int)positional) fail_typing(c, node, "call", "too many positional arguments");
    if (named < given->name_count) fail_typing(c, node, "call", "got an unexpected keyword argument '%s'", given->names[given->name_count - 1]);
    return count;
}

static CompileValue call_instance(Compilation *c, const Node *node, Instance *callee, CompileValue *values, int count) {
    if (callee->state == INSTANCE_INFERRING) {
        callee->is_recursive = true;
        if (!callee->result || callee != c->instance) {
            /* those in between hang on a type that may still change */
            for (Instance *other = c->instances; other; other = other->next)
                if (other->state == INSTANCE_INFERRING && other != callee) other->depends = true;
        }
        if (!callee->result) {
            c->instance->waits = true;
            fail_pending(c);
        }
    } else if (callee->state == INSTANCE_NEW) {
        instance_infer(c, callee);
        if (!callee->result) {
            c->instance->waits = true;
            fail_pending(c);
        }
    }
    CompileValue result = value_of(callee->result, NULL);
    if (callee->result->kind == TYPE_KIND_NONE) result = value_none(c);
    if (type_number_kind(result.type) == 'u') result.least = 0;
    if (!c->emit) return result;
    instance_declare(c, callee);
    IrValue *operands[IR_PARAMETERS_MAX], **places = NULL;
    int at = 0, results = callee->result->part_count;
    for (int i = 0; i < count; i++) {
        const CompileType *type = callee->types[i];
        if (type->kind == TYPE_KIND_LITERAL || type->kind == TYPE_KIND_OMITTED) continue;
        CompileValue value = value_convert(c, values[i], type);
        IrValue **parts = value_parts(c, &value);
        for (int k = 0; k < type->part_count && at < IR_PARAMETERS_MAX; k++) operands[at++] = parts[k];
    }
    if (results > 1) {
        places = compile_allocate(c, (size_t)results * sizeof *places);
        for (int i = 0; i < results && at < IR_PARAMETERS_MAX; i++) operands[at++] = places[i] = code_local(c, callee->result->parts[i], 1);
    }
    c->builder.line = node->line;
    IrValue *made = ir_build_call(&c->builder, callee->ir, operands, at);
    if (results == 0) return result;
    result.parts = compile_allocate(c, (size_t)results * sizeof *result.parts);
    if (results == 1) result.parts[0] = made;
    else
        for (int i = 0; i < results; i++) result.parts[i] = code_read(c, places[i]);
    temporary_add_owners(c, result);
    return result;
}

CompileValue call_compiled(Compilation *c, const Node *node, Function *function, const CompileOptions *options, Arguments *arguments) {
    const FunctionTree *tree = tree_of_function(c->context, function);
    if (!tree) fail_typing(c, node, "call", "the text of this function is not to be had");
    CompileValue *values = compile_allocate(c, (ARGUMENTS_MOST + 2) * sizeof *values);
    for (int i = 0; i < arguments->count + arguments->name_count; i++) arguments->values[i] = value_force(c, arguments->values[i]);
    int count = match(c, node, tree, function, arguments, values);
    const CompileType *types[ARGUMENTS_MOST + 2];
    for (int i = 0; i < count; i++) {
        types[i] = options->is_library || (c->is_device && c->inferring_depth < 4) ? value_literal_type(c, values[i]).type : type_plain(values[i].type) ? type_plain(values[i].type) : values[i].type;
        if (values[i].type->kind == TYPE_KIND_STRING && value_known_text(values[i])) types[i] = value_literal_type(c, values[i]).type;
    }
    CompileOptions inherited = *options;
    if (options->is_library || c->is_device) inherited.has_numpy_errors = true;
    return call_instance(c, node, instance_find(c, tree, function, NULL, types, count, &inherited), values, count);
}

/* ---- closures */

CompileValue closure_make(Compilation *c, const Node *node) {
    ClosureInfo *info = c->closures;
    while (info && info->node != node) info = info->next;
    Scope *scope = scope_of(node);
    if (!info) {
        info = compile_allocate(c, sizeof *info);
        FunctionTree *tree = compile_allocate(c, sizeof *tree);
        *tree = (FunctionTree){.node = (Node *)node, .scope = scope, .source = c->instance->tree->source, .file = c->instance->tree->file, .name = "lambda"};
        if (node->kind == NODE_LAMBDA) tree->arguments = node->lambda.args;
        else {
            tree->arguments = node->function.args;
            tree->body = node->function.body;
            tree->name = ast_definition_name(node->function.name);
        }
        *info = (ClosureInfo){.next = c->closures, .node = node, .tree = tree, .function = c->instance->function};
        info->names = compile_allocate(c, scope->symbol_count * sizeof *info->names + 1);
        c->closures = info;
    }
    CompileValue *items = compile_allocate(c, scope->symbol_count * sizeof *items + 1);
    const CompileType **types = compile_allocate(c, scope->symbol_count * sizeof *types + 1);
    int count = 0;
    bool is_borrowed = true;
    for (size_t i = 0; i < scope->symbol_count; i++) {
        const Identifier *name = scope->symbols[i].name;
        if (scope->symbols[i].kind != VARIABLE_FREE) continue;
        Node use = {.kind = NODE_NAME, .line = node->line, .column = node->column, .end_line = node->end_line};
        use.name.id = name;
        int variable = variable_find(c, name);
        bool is_caught = false;
        for (int k = 0; k < c->instance->caught_count; k++) is_caught |= c->instance->caught_names[k] == name;
        if (variable < 0 && !is_caught) continue; /* a cell of the function that was compiled */
        if (variable >= 0 && !c->instance->bindings[variable].value.type) continue; /* its own name, or not assigned yet */
        Node *kept = compile_allocate(c, sizeof *kept);
        *kept = use;
        CompileValue value = walk(c, kept);
        const CompileType *type = type_plain(value.type) ? type_plain(value.type) : value.type;
        items[count] = value;
        types[count] = type;
        is_borrowed &= value.is_borrowed || !type->has_owner;
        info->names[count++] = name;
    }
    info->count = count;
    CompileValue closure = value_of(type_closure(c->types, node, types, count), NULL);
    if (!closure.type) fail_memory(c);
    closure.items = items;
    closure.item_count = count;
    closure.is_borrowed = is_borrowed;
    return closure;
}

CompileValue call_closure(Compilation *c, const Node *node, CompileValue closure, Arguments *arguments) {
    ClosureInfo *info = c->closures;
    while (info && info->node != closure.type->detail) info = info->next;
    if (!info) fail_unsupported(c, node, "a function that was made elsewhere");
    CompileValue *values = compile_allocate(c, (2 * ARGUMENTS_MOST + 2) * sizeof *values);
    const CompileType *types[2 * ARGUMENTS_MOST + 2];
    int count = match(c, node, info->tree, NULL, arguments, values);
    for (int i = 0; i < count; i++) types[i] = value_literal_type(c, values[i]).type;
    for (int i = 0; i < closure.type->count && count < 2 * ARGUMENTS_MOST; i++) {
        values[count] = value_item(c, closure, i);
        types[count++] = closure.type->items[i];
    }
    Instance *callee = instance_find(c, info->tree, info->function, c->instance, types, count, &c->instance->options);
    if (!callee->caught_count) {
        callee->caught_count = closure.type->count;
        callee->caught_names = info->names;
        callee->name_count = (int)info->tree->scope->symbol_count + callee->inner_count + callee->caught_count;
    }
    return call_instance(c, node, callee, values, count);
}

/* ---- what stands in front of the brackets */

DtypeNumber argument_dtype(Compilation *c, const Node *node, CompileValue value) {
    if (value.type->kind == TYPE_KIND_CONSTANT) {
        const Dtype *dtype = c->context->host->dtype(c->thread, value.type->constant);
        if (dtype && dtype->number < DTYPE_COUNT) return dtype->number;
    }
    const char *text = value_known_text(value);
    const Dtype *dtype = text ? dtype_from_name(text, strlen(text)) : NULL;
    if (dtype && dtype->number < DTYPE_COUNT) return dtype->number;
    fail_typing(c, node, "call", "dtype %s is not supported", value_shown(c, value));
}

int argument_extents(Compilation *c, const Node *node, CompileValue value, IrValue **extents) {
    value = value_force(c, value);
    if (value.type->kind == TYPE_KIND_TUPLE) {
        for (int i = 0; i < value.type->count; i++) {
            CompileValue item = value_item(c, value, i);
            if (!type_is_integer(item.type)) return -1;
            extents[i] = value_as(c, item, DTYPE_INT64);
        }
        return value.type->count;
    }
    (void)node;
    if (!type_is_integer(value.type)) return -1;
    extents[0] = value_as(c, value, DTYPE_INT64);
    return 1;
}

/* A number's type that is called: a cast. */
static CompileValue call_dtype(Compilation *c, const Node *node, const Dtype *dtype, Arguments *arguments) {
    if (arguments->count != 1 || dtype->number >= DTYPE_COUNT) fail_no_implementation(c, node, compile_text(c, "class(%s)", dtype->name), arguments->values, arguments->count);
    CompileValue value = arguments->values[0];
    if (value_is_array_like(value)) {
        value = value_force(c, value);
        Arguments both = {.values = (CompileValue[]){value, value_of(type_constant(c->types, VALUE_NONE, dtype->name), NULL)}, .count = 1, .node = node};
        (void)both;
        return call_path(c, node, compile_text(c, "numba._library.cast_%s", dtype->name), &value, 1);
    }
    if (value.type->kind == TYPE_KIND_OPTIONAL) value = value_convert(c, value, value.type->item);
    if (value.type->kind != TYPE_KIND_NUMBER || (type_number_kind(value.type) == 'c' && dtype->kind != 'c'))
        fail_no_implementation(c, node, compile_text(c, "class(%s)", dtype->name), arguments->values, arguments->count);
    CompileValue result = value_number(c, dtype->number, value_as(c, value, dtype->number));
    int64_t known;
    if (strchr("iu", dtype->kind) && value_known_int(value, &known) && known >= 0 && (dtype->item_size == 8 || known < (int64_t)1 << (8 * dtype->item_size - 1)))
        result.least = known;
    else if (dtype->item_size == 8 && type_is_integer(value.type) && value.least > result.least) result.least = value.least;
    return result;
}

CompileValue call_value(Compilation *c, const Node *node, CompileValue callee, Arguments *arguments) {
    const CompileType *type = callee.type;
    const CompileHost *host = c->context->host;
    if (type->kind == TYPE_KIND_CLOSURE) return call_closure(c, node, callee, arguments);
    if (type->kind == TYPE_KIND_METHOD) {
        CompileValue *values = compile_allocate(c, (size_t)(arguments->count + arguments->name_count + 1) * sizeof *values);
        values[0] = value_item(c, callee, 0);
        memcpy(values + 1, arguments->values, (size_t)(arguments->count + arguments->name_count) * sizeof *values);
        Arguments bound = {values, arguments->count + 1, arguments->names, arguments->name_count, node};
        const char *path = compile_text(c, "%s.%s", type_class_word(values[0].type), type->text);
        const BuiltinRow *row = builtin_find(c, path);
        if (row) return call_builtin(c, node, row, &bound);
        Value function = host->implementation(c->thread, compile_keep(c, string_from_c(c->thread, path)));
        static const CompileOptions library = {.is_library = true};
        if (!value_is_absent(function) && value_is_function(function)) return call_compiled(c, node, value_function(function), &library, &bound);
        fail_no_implementation(c, node, type->name, arguments->values, arguments->count);
    }
    if (type->kind != TYPE_KIND_CONSTANT) {
        const BuiltinRow *row = builtin_find(c, compile_text(c, "%s.__call__", type_class_word(type)));
        if (!row) fail_no_implementation(c, node, type->name, arguments->values, arguments->count);
        CompileValue *values = compile_allocate(c, (size_t)(arguments->count + arguments->name_count + 1) * sizeof *values);
        values[0] = callee;
        memcpy(values + 1, arguments->values, (size_t)(arguments->count + arguments->name_count) * sizeof *values);
        Arguments bound = {values, arguments->count + 1, arguments->names, arguments->name_count, node};
        return call_builtin(c, node, row, &bound);
    }
    Value object = type->constant;
    HostFunction function = {0};
    if (host->function(c->context, c->thread, object, &function)) return call_compiled(c, node, function.function, function.options, arguments);
    if (exception_is_set(c->thread)) fail_raised(c);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    bool has_path = host->path(c->thread, object, &text);
    const char *path = has_path ? compile_text(c, "%s", text_string(&text)) : "";
    text_release(&text);
    const BuiltinRow *row = has_path ? builtin_find(c, path) : NULL;
    if (row) return call_builtin(c, node, row, arguments);
    if (!strncmp(path, "numba.cuda.libdevice.", 21)) return cuda_call_library(c, node, path + 21, arguments);
    const Dtype *dtype = host->dtype(c->thread, object);
    if (dtype) return call_dtype(c, node, dtype, arguments);
    static const CompileOptions library = {.is_library = true};
    Value implementation = host->implementation(c->thread, object);
    if (exception_is_set(c->thread)) fail_raised(c);
    if (!value_is_absent(implementation) && value_is_function(implementation)) return call_compiled(c, node, value_function(implementation), &library, arguments);
    if (!strncmp(path, "numpy.", 6)) {
        const Operator *operator_row = operator_find(path + 6);
        if (operator_row && operator_row->outputs == 1) {
            if (arguments->count == operator_row->inputs + 1 || (arguments->name_count == 1 && !strcmp(arguments->names[0], "out"))) {
                CompileValue computed = operate_ufunc(c, node, operator_row, arguments->values, operator_row->inputs);
                CompileValue target = arguments->values[operator_row->inputs];
                array_fill_from(c, node, target, computed);
                return target;
            }
            if (!arguments->name_count) return operate_ufunc(c, node, operator_row, arguments->values, arguments->count);
        }
    }
    if (c->instance->options.is_library && value_is_function(object)) return call_compiled(c, node, value_function(object), &library, arguments);
    for (int i = 0; i < arguments->count + arguments->name_count; i++) arguments->values[i] = value_force(c, arguments->values[i]);
    if (has_path && !strncmp(path, "numpy.", 6)) fail_unsupported_function(c, node, path);
    if (value_is_function(object)) {
        const char *name = node->kind == NODE_CALL && node->call.func->kind == NODE_NAME ? node->call.func->name.id->bytes : value_function(object)->code->name->bytes;
        fail_typing(c, node, NULL, "Untyped global name '%s': Cannot determine Numba type of <class 'function'>", name);
    }
    fail_no_implementation(c, node, type->name, arguments->values, arguments->count);
}

CompileValue walk_call(Compilation *c, const Node *node) {
    CompileValue callee = walk(c, node->call.func);
    NodeList positional = node->call.args, keywords = node->call.keywords;
    CompileValue *values = compile_allocate(c, 2 * ARGUMENTS_MOST * sizeof *values);
    const char **names = compile_allocate(c, keywords.count * sizeof *names + 1);
    int count = 0;
    for (size_t i = 0; i < positional.count; i++) {
        const Node *argument = positional.items[i];
        if (count >= ARGUMENTS_MOST) fail_unsupported(c, node, "too many arguments");
        if (argument->kind != NODE_STARRED) {
            values[count++] = walk_open(c, argument);
            continue;
        }
        CompileValue tuple = walk(c, argument->starred.value);
        if (tuple.type->kind != TYPE_KIND_TUPLE) fail_unsupported(c, node, "*args in function call expects a tuple, got %s", tuple.type->name);
        for (int k = 0; k < tuple.type->count && count < ARGUMENTS_MOST; k++) values[count++] = value_item(c, tuple, k);
    }
    for (size_t i = 0; i < keywords.count; i++) {
        const Node *keyword = keywords.items[i];
        if (!keyword->keyword.arg) fail_unsupported(c, node, "CALL_FUNCTION_EX with **kwargs not supported");
        if (count + (int)i >= 2 * ARGUMENTS_MOST) fail_unsupported(c, node, "too many arguments");
        names[i] = keyword->keyword.arg->bytes;
        values[count + (int)i] = walk_open(c, keyword->keyword.value);
    }
    Arguments arguments = {values, count, names, (int)keywords.count, node};
    c->node = node;
    if (c->emit) c->builder.line = node->line;
    return call_value(c, node, callee, &arguments);
}
