/* The commands of mathematics that stand for one character. */
#include "kernel/plot/text/text.h"

#include <string.h>

static const struct {
    const char *name, *letters;
    MathKind kind;
} math_symbols[] = {
    {"alpha", "α", MATH_LETTER}, {"beta", "β", MATH_LETTER}, {"gamma", "γ", MATH_LETTER},
    {"delta", "δ", MATH_LETTER}, {"epsilon", "ϵ", MATH_LETTER}, {"varepsilon", "ε", MATH_LETTER},
    {"zeta", "ζ", MATH_LETTER}, {"eta", "η", MATH_LETTER}, {"theta", "θ", MATH_LETTER},
    {"vartheta", "ϑ", MATH_LETTER}, {"iota", "ι", MATH_LETTER}, {"kappa", "κ", MATH_LETTER},
    {"lambda", "λ", MATH_LETTER}, {"mu", "μ", MATH_LETTER}, {"nu", "ν", MATH_LETTER}, {"xi", "ξ", MATH_LETTER},
    {"omicron", "ο", MATH_LETTER}, {"pi", "π", MATH_LETTER}, {"varpi", "ϖ", MATH_LETTER},
    {"rho", "ρ", MATH_LETTER}, {"varrho", "ϱ", MATH_LETTER}, {"sigma", "σ", MATH_LETTER},
    {"varsigma", "ς", MATH_LETTER}, {"tau", "τ", MATH_LETTER}, {"upsilon", "υ", MATH_LETTER},
    {"phi", "ϕ", MATH_LETTER}, {"varphi", "φ", MATH_LETTER}, {"chi", "χ", MATH_LETTER}, {"psi", "ψ", MATH_LETTER},
    {"omega", "ω", MATH_LETTER}, {"ell", "ℓ", MATH_LETTER}, {"imath", "ı", MATH_LETTER},
    {"Gamma", "Γ", MATH_UPRIGHT}, {"Delta", "Δ", MATH_UPRIGHT}, {"Theta", "Θ", MATH_UPRIGHT},
    {"Lambda", "Λ", MATH_UPRIGHT}, {"Xi", "Ξ", MATH_UPRIGHT}, {"Pi", "Π", MATH_UPRIGHT},
    {"Sigma", "Σ", MATH_UPRIGHT}, {"Upsilon", "Υ", MATH_UPRIGHT}, {"Phi", "Φ", MATH_UPRIGHT},
    {"Psi", "Ψ", MATH_UPRIGHT}, {"Omega", "Ω", MATH_UPRIGHT}, {"hbar", "ℏ", MATH_UPRIGHT},
    {"infty", "∞", MATH_UPRIGHT}, {"partial", "∂", MATH_UPRIGHT}, {"nabla", "∇", MATH_UPRIGHT},
    {"degree", "°", MATH_UPRIGHT}, {"prime", "′", MATH_UPRIGHT}, {"angle", "∠", MATH_UPRIGHT},
    {"forall", "∀", MATH_UPRIGHT}, {"exists", "∃", MATH_UPRIGHT}, {"emptyset", "∅", MATH_UPRIGHT},
    {"Re", "ℜ", MATH_UPRIGHT}, {"Im", "ℑ", MATH_UPRIGHT}, {"aleph", "ℵ", MATH_UPRIGHT},
    {"ldots", "…", MATH_UPRIGHT}, {"dots", "…", MATH_UPRIGHT}, {"cdots", "⋯", MATH_UPRIGHT},
    {"vdots", "⋮", MATH_UPRIGHT}, {"AA", "Å", MATH_UPRIGHT}, {"S", "§", MATH_UPRIGHT},
    {"|", "‖", MATH_UPRIGHT}, {"Vert", "‖", MATH_UPRIGHT}, {"vert", "|", MATH_UPRIGHT},
    {"langle", "⟨", MATH_UPRIGHT}, {"rangle", "⟩", MATH_UPRIGHT}, {"lfloor", "⌊", MATH_UPRIGHT},
    {"rfloor", "⌋", MATH_UPRIGHT}, {"lceil", "⌈", MATH_UPRIGHT}, {"rceil", "⌉", MATH_UPRIGHT},
    {"{", "{", MATH_UPRIGHT}, {"}", "}", MATH_UPRIGHT}, {"%", "%", MATH_UPRIGHT}, {"$", "$", MATH_UPRIGHT},
    {"#", "#", MATH_UPRIGHT}, {"&", "&", MATH_UPRIGHT}, {"_", "_", MATH_UPRIGHT},
    {"backslash", "\\", MATH_UPRIGHT}, {"bullet", "∙", MATH_BINARY}, {"times", "×", MATH_BINARY},
    {"cdot", "⋅", MATH_BINARY}, {"div", "÷", MATH_BINARY}, {"pm", "±", MATH_BINARY}, {"mp", "∓", MATH_BINARY},
    {"ast", "∗", MATH_BINARY}, {"star", "⋆", MATH_BINARY}, {"circ", "∘", MATH_BINARY},
    {"oplus", "⊕", MATH_BINARY}, {"ominus", "⊖", MATH_BINARY}, {"otimes", "⊗", MATH_BINARY},
    {"odot", "⊙", MATH_BINARY}, {"cap", "∩", MATH_BINARY}, {"cup", "∪", MATH_BINARY},
    {"wedge", "∧", MATH_BINARY}, {"vee", "∨", MATH_BINARY}, {"setminus", "∖", MATH_BINARY},
    {"leq", "≤", MATH_RELATION}, {"le", "≤", MATH_RELATION}, {"geq", "≥", MATH_RELATION},
    {"ge", "≥", MATH_RELATION}, {"neq", "≠", MATH_RELATION}, {"ne", "≠", MATH_RELATION},
    {"ll", "≪", MATH_RELATION}, {"gg", "≫", MATH_RELATION}, {"equiv", "≡", MATH_RELATION},
    {"approx", "≈", MATH_RELATION}, {"sim", "∼", MATH_RELATION}, {"simeq", "≃", MATH_RELATION},
    {"cong", "≅", MATH_RELATION}, {"propto", "∝", MATH_RELATION}, {"in", "∈", MATH_RELATION},
    {"notin", "∉", MATH_RELATION}, {"ni", "∋", MATH_RELATION}, {"subset", "⊂", MATH_RELATION},
    {"supset", "⊃", MATH_RELATION}, {"subseteq", "⊆", MATH_RELATION}, {"supseteq", "⊇", MATH_RELATION},
    {"parallel", "∥", MATH_RELATION}, {"perp", "⟂", MATH_RELATION}, {"mid", "∣", MATH_RELATION},
    {"rightarrow", "→", MATH_RELATION}, {"to", "→", MATH_RELATION}, {"leftarrow", "←", MATH_RELATION},
    {"leftrightarrow", "↔", MATH_RELATION}, {"Rightarrow", "⇒", MATH_RELATION},
    {"Leftarrow", "⇐", MATH_RELATION}, {"Leftrightarrow", "⇔", MATH_RELATION}, {"mapsto", "↦", MATH_RELATION},
    {"uparrow", "↑", MATH_RELATION}, {"downarrow", "↓", MATH_RELATION}, {"longrightarrow", "⟶", MATH_RELATION},
    {"sum", "∑", MATH_LARGE}, {"prod", "∏", MATH_LARGE}, {"coprod", "∐", MATH_LARGE},
    {"int", "∫", MATH_UPRIGHT}, {"oint", "∮", MATH_UPRIGHT}, {"iint", "∬", MATH_UPRIGHT},
    {"bigcup", "⋃", MATH_LARGE}, {"bigcap", "⋂", MATH_LARGE}, {"colon", ":", MATH_PUNCTUATION},
};

const char *mathtext_symbol(const char *name, size_t length, MathKind *kind)
{
    for (size_t i = 0; i < sizeof math_symbols / sizeof *math_symbols; i++)
        if (strlen(math_symbols[i].name) == length && !memcmp(math_symbols[i].name, name, length)) {
            *kind = math_symbols[i].kind;
            return math_symbols[i].letters;
        }
    return NULL;
}
