/* Flags on operations with floats. LLVM's C functions set them since version 18 only; so each is copied from a pattern, which
 * is read from a text. */
#include "arraylib/ir/render_llvm.h"

#include <string.h>

enum { FLAG_COUNT = 7, PATTERNS = 5 };
static const int opcodes[PATTERNS] = {LLVM_FADD, LLVM_FSUB, LLVM_FMUL, LLVM_FDIV, LLVM_FREM};

static void append_flags(TextBuffer *text, unsigned flags) {
    static const char *const words[FLAG_COUNT] = {"reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"}; /* in the bits' order */
    for (int i = 0; i < FLAG_COUNT; i++)
        if (flags >> i & 1) text_append_format(text, " %s", words[i]);
}

/* A function with all of them, for float and double. */
static bool make_patterns(LlvmRender *r) {
    static const char *const names[PATTERNS] = {"fadd", "fsub", "fmul", "fdiv", "frem"};
    static const char *const types[2] = {"float", "double"};
    const Llvm *l = r->l;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    char *message = NULL;
    if (r->patterns) l->DisposeModule(r->patterns);
    r->patterns = NULL;
    text_append(&text, "define void @patterns(float %a0, float %b0, double %a1, double %b1) {\n");
    for (int type = 0; type < 2; type++)
        for (int i = 0; i < PATTERNS; i++) {
            text_append_format(&text, "%%%s%d = %s", names[i], type, names[i]);
            append_flags(&text, r->function->fast_math);
            text_append_format(&text, " %s %%a%d, %%b%d\n", types[type], type, type);
        }
    text_append(&text, "ret void\n}\n");
    LlvmBuffer buffer = text.failed ? NULL : l->CreateMemoryBufferWithMemoryRangeCopy(text.bytes, text.length, "patterns");
    text_release(&text);
    if (!buffer || l->ParseIRInContext(r->context, buffer, &r->patterns, &message) != 0) {
        if (message) l->DisposeMessage(message);
        r->patterns = NULL;
        r->failed = true;
        return false;
    }
    LlvmValue at = l->GetFirstInstruction(l->GetFirstBasicBlock(l->GetNamedFunction(r->patterns, "patterns")));
    for (int i = 0; i < 2 * PATTERNS; i++, at = l->GetNextInstruction(at)) r->pattern[i / PATTERNS][i % PATTERNS] = at;
    r->patterns_flags = r->function->fast_math;
    return true;
}

LlvmValue llvm_fast_operation(LlvmRender *r, int opcode, LlvmValue a, LlvmValue b) {
    const Llvm *l = r->l;
    LlvmType type = l->TypeOf(a);
    int which = 0;
    bool is_double = type == l->DoubleTypeInContext(r->context);
    while (which < PATTERNS && opcodes[which] != opcode) which++;
    if (which == PATTERNS || (!is_double && type != l->FloatTypeInContext(r->context))) return NULL;
    if ((!r->patterns || r->patterns_flags != r->function->fast_math) && !make_patterns(r)) return NULL;
    LlvmValue copy = l->InstructionClone(r->pattern[is_double][which]);
    l->SetOperand(copy, 0, a);
    l->SetOperand(copy, 1, b);
    l->InsertIntoBuilder(r->builder, copy);
    return copy;
}

/* What the vectoriser asks of a function for the least and the greatest. */
void llvm_fast_attributes(LlvmRender *r, LlvmValue function) {
    static const struct { unsigned flags; const char *name; } rows[] = {
        {IR_FAST_NNAN, "no-nans-fp-math"}, {IR_FAST_NINF, "no-infs-fp-math"}, {IR_FAST_NSZ, "no-signed-zeros-fp-math"},
        {IR_FAST_AFN, "approx-func-fp-math"}, {IR_FAST_ALL, "unsafe-fp-math"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if ((r->function->fast_math & rows[i].flags) != rows[i].flags) continue;
        LlvmAttribute attribute = r->l->CreateStringAttribute(r->context, rows[i].name, (unsigned)strlen(rows[i].name), "true", 4);
        r->l->AddAttributeAtIndex(function, (unsigned)LLVM_FUNCTION_ATTRIBUTES, attribute);
    }
}
