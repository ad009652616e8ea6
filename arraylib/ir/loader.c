/* Only ELF for x86-64, as LLVM writes it for position-independent code: sections that are loaded, side by side in one
 * mapping, first what is only read and run, then what is written; behind the code a jump and an address for every symbol from
 * elsewhere, so that it may be farther away than 2 GiB.
 *
 * LLVM's own (MCJIT) wants its engine, module and context to live as long as the code, some hundred KiB a function, and takes
 * 0.9 ms longer to make them. */
#include "arraylib/ir/loader.h"

#include "base/memory.h"

#include <elf.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct CodeSymbol {
    char *name;
    void *address;
} CodeSymbol;

struct LoadedCode {
    char *start;
    size_t size;
    CodeSymbol *symbols;
    size_t symbol_count;
};

#if defined(__x86_64__)

enum { STUB = 16 /* bytes: jmp through the address behind it */, SECTIONS_MAX = 4096 };

typedef struct Loading {
    const char *object;
    size_t size;
    const Elf64_Ehdr *head;
    const Elf64_Shdr *sections;
    const Elf64_Sym *symbols;
    size_t symbol_count;
    const char *names;
    size_t names_size;
    size_t *offsets; /* of each section in the mapping; SIZE_MAX: it is not loaded */
    size_t stubs;    /* where those of the symbols begin */
    char *start;
    CodeResolver *resolve;
    void *context;
} Loading;

static bool lies_within(const Loading *l, uint64_t offset, uint64_t size) { return offset <= l->size && size <= l->size - offset; }

static bool read_head(Loading *l) {
    const Elf64_Ehdr *head = l->head = (const Elf64_Ehdr *)l->object;
    if (l->size < sizeof *head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_ident[EI_CLASS] != ELFCLASS64 ||
        head->e_machine != EM_X86_64 || head->e_type != ET_REL || head->e_shentsize != sizeof(Elf64_Shdr))
        return false;
    if (head->e_shnum > SECTIONS_MAX || !lies_within(l, head->e_shoff, head->e_shnum * sizeof(Elf64_Shdr))) return false;
    l->sections = (const Elf64_Shdr *)(l->object + head->e_shoff);
    for (int i = 0; i < head->e_shnum; i++) {
        const Elf64_Shdr *section = &l->sections[i];
        if (section->sh_type != SHT_NOBITS && !lies_within(l, section->sh_offset, section->sh_size)) return false;
        if (section->sh_type != SHT_SYMTAB || section->sh_link >= head->e_shnum) continue;
        l->symbols = (const Elf64_Sym *)(l->object + section->sh_offset);
        l->symbol_count = section->sh_size / sizeof *l->symbols;
        l->names = l->object + l->sections[section->sh_link].sh_offset;
        l->names_size = l->sections[section->sh_link].sh_size;
    }
    return l->symbols && l->names_size && !l->names[l->names_size - 1];
}

static bool is_loaded(const Elf64_Shdr *section) {
    return (section->sh_flags & SHF_ALLOC) && !(section->sh_flags & SHF_TLS) && section->sh_type != SHT_X86_64_UNWIND && section->sh_size;
}

static size_t align(size_t offset, size_t alignment) { return alignment > 1 ? (offset + alignment - 1) / alignment * alignment : offset; }

/* Returns the size of the mapping; *writable: where its written part begins. */
static size_t lay_out(Loading *l, size_t page, size_t *writable) {
    size_t at = 0;
    for (int pass = 0; pass < 2; pass++) {
        if (pass) *writable = at = align(at, page);
        for (int i = 0; i < l->head->e_shnum; i++) {
            const Elf64_Shdr *section = &l->sections[i];
            if (!is_loaded(section) || ((section->sh_flags & SHF_WRITE) != 0) != pass) continue;
            at = align(at, section->sh_addralign);
            l->offsets[i] = at;
            at += section->sh_size;
        }
        if (pass) break;
        l->stubs = at = align(at, STUB);
        at += STUB * l->symbol_count;
    }
    return align(at, page);
}

static void place_sections(Loading *l) {
    for (int i = 0; i < l->head->e_shnum; i++) {
        const Elf64_Shdr *section = &l->sections[i];
        if (l->offsets[i] == SIZE_MAX || section->sh_type == SHT_NOBITS) continue;
        memcpy(l->start + l->offsets[i], l->object + section->sh_offset, section->sh_size);
    }
}

static const char *name_of(const Loading *l, const Elf64_Sym *symbol) {
    return symbol->st_name < l->names_size ? l->names + symbol->st_name : "";
}

/* Where a symbol is; NULL: nowhere. */
static char *address_of(Loading *l, const Elf64_Sym *symbol) {
    if (symbol->st_shndx == SHN_UNDEF) return l->resolve(l->context, name_of(l, symbol));
    if (symbol->st_shndx == SHN_ABS) return (char *)(uintptr_t)symbol->st_value;
    if (symbol->st_shndx >= l->head->e_shnum || l->offsets[symbol->st_shndx] == SIZE_MAX) return NULL;
    return l->start + l->offsets[symbol->st_shndx] + symbol->st_value;
}

/* The stub of a symbol: `jmp [rip + 2]`, two bytes, the address. */
static char *stub_of(Loading *l, size_t number, char *address) {
    static const unsigned char jump[8] = {0xff, 0x25, 2, 0, 0, 0, 0x90, 0x90};
    char *stub = l->start + l->stubs + STUB * number;
    memcpy(stub, jump, sizeof jump);
    memcpy(stub + sizeof jump, &address, sizeof address);
    return stub;
}

static bool put_distance(char *place, const char *target, int64_t addend) {
    int64_t distance = target + addend - place;
    int32_t short_distance = (int32_t)distance;
    memcpy(place, &short_distance, sizeof short_distance);
    return distance == short_distance;
}

static bool relocate(Loading *l, char *place, const Elf64_Rela *entry) {
    size_t number = ELF64_R_SYM(entry->r_info);
    if (number >= l->symbol_count) return false;
    const Elf64_Sym *symbol = &l->symbols[number];
    char *address = address_of(l, symbol);
    if (!address) return false;
    switch (ELF64_R_TYPE(entry->r_info)) {
    case R_X86_64_64:
        address += entry->r_addend;
        memcpy(place, &address, sizeof address);
        return true;
    case R_X86_64_PC32:
    case R_X86_64_PLT32:
        if (symbol->st_shndx == SHN_UNDEF) address = stub_of(l, number, address);
        return put_distance(place, address, entry->r_addend);
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX: return put_distance(place, stub_of(l, number, address) + 8, entry->r_addend);
    case R_X86_64_PC64: {
        int64_t distance = address + entry->r_addend - place;
        memcpy(place, &distance, sizeof distance);
        return true;
    }
    default: return false;
    }
}

static bool relocate_all(Loading *l) {
    for (int i = 0; i < l->head->e_shnum; i++) {
        const Elf64_Shdr *section = &l->sections[i];
        if (section->sh_info >= l->head->e_shnum || l->offsets[section->sh_info] == SIZE_MAX) continue;
        if (section->sh_type == SHT_REL) return false;
        if (section->sh_type != SHT_RELA) continue;
        const Elf64_Rela *entries = (const Elf64_Rela *)(l->object + section->sh_offset);
        const Elf64_Shdr *target = &l->sections[section->sh_info];
        for (size_t k = 0; k < section->sh_size / sizeof *entries; k++) {
            if (entries[k].r_offset > target->sh_size || target->sh_size - entries[k].r_offset < 4) return false;
            if (!relocate(l, l->start + l->offsets[section->sh_info] + entries[k].r_offset, &entries[k])) return false;
        }
    }
    return true;
}

static bool keep_symbols(Loading *l, LoadedCode *code) {
    code->symbols = memory_allocate_zeroed(l->symbol_count + 1, sizeof *code->symbols);
    if (!code->symbols) return false;
    for (size_t i = 0; i < l->symbol_count; i++) {
        const Elf64_Sym *symbol = &l->symbols[i];
        if (ELF64_ST_BIND(symbol->st_info) != STB_GLOBAL || symbol->st_shndx == SHN_UNDEF) continue;
        const char *name = name_of(l, symbol);
        char *copy = memory_allocate(strlen(name) + 1);
        if (!copy) return false;
        strcpy(copy, name);
        code->symbols[code->symbol_count++] = (CodeSymbol){copy, address_of(l, symbol)};
    }
    return true;
}

LoadedCode *code_load(const char *object, size_t size, CodeResolver *resolve, void *context, Error *error) {
    Loading l = {.object = object, .size = size, .resolve = resolve, .context = context};
    size_t page = (size_t)sysconf(_SC_PAGESIZE), writable = 0;
    if (!read_head(&l)) return NULL;
    LoadedCode *code = memory_allocate_zeroed(1, sizeof *code);
    l.offsets = memory_allocate((size_t)l.head->e_shnum * sizeof *l.offsets + 1);
    bool known = false, good = code && l.offsets;
    for (int i = 0; good && i < l.head->e_shnum; i++) l.offsets[i] = SIZE_MAX;
    if (good) code->size = lay_out(&l, page, &writable);
    void *start = good ? mmap(NULL, code->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : MAP_FAILED;
    if (start == MAP_FAILED) good = false;
    else {
        code->start = l.start = start;
        place_sections(&l);
        known = relocate_all(&l);
        good = !known || (keep_symbols(&l, code) && mprotect(start, writable, PROT_READ | PROT_EXEC) == 0);
    }
    memory_release(l.offsets);
    if (good && known) return code;
    if (!good) error_no_memory(error);
    code_unload(code);
    return NULL;
}

#else

LoadedCode *code_load(const char *object, size_t size, CodeResolver *resolve, void *context, Error *error) {
    (void)object, (void)size, (void)resolve, (void)context, (void)error;
    return NULL;
}

#endif

void *code_symbol(const LoadedCode *code, const char *name) {
    for (size_t i = 0; i < code->symbol_count; i++)
        if (!strcmp(code->symbols[i].name, name)) return code->symbols[i].address;
    return NULL;
}

size_t code_size(const LoadedCode *code) { return code->size; }

void code_unload(LoadedCode *code) {
    if (!code) return;
    if (code->start) munmap(code->start, code->size);
    for (size_t i = 0; i < code->symbol_count; i++) memory_release(code->symbols[i].name);
    memory_release(code->symbols);
    memory_release(code);
}
