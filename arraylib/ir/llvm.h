/* LLVM's C functions, opened at first use: no header of LLVM's is needed to build, no library to run.
 *
 * Only what is called is declared, one row each, as for CUDA (device/cuda/driver.h). The rows are the same in LLVM 14 to
 * 19, and the numbers below are part of LLVM's stable C interface. */
#ifndef ARRAYLIB_IR_LLVM_H
#define ARRAYLIB_IR_LLVM_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

typedef struct LlvmContextHandle *LlvmContext;
typedef struct LlvmModuleHandle *LlvmModule;
typedef struct LlvmTypeHandle *LlvmType;
typedef struct LlvmValueHandle *LlvmValue;
typedef struct LlvmBlockHandle *LlvmBlock;
typedef struct LlvmBuilderHandle *LlvmBuilder;
typedef struct LlvmAttributeHandle *LlvmAttribute;
typedef struct LlvmEngineHandle *LlvmEngine;
typedef struct LlvmTargetHandle *LlvmTarget;
typedef struct LlvmMachineHandle *LlvmMachine;
typedef struct LlvmLayoutHandle *LlvmLayout;
typedef struct LlvmBufferHandle *LlvmBuffer;
typedef struct LlvmPassOptionsHandle *LlvmPassOptions;
typedef struct LlvmErrorHandle *LlvmError;

typedef struct LlvmEngineOptions {
    unsigned optimization;
    int code_model, keep_frame_pointer, fast_selection;
    void *memory_manager;
} LlvmEngineOptions;

/* X(result, name without LLVM, parameters) */
#define LLVM_FUNCTIONS(X)                                                                                            \
    X(LlvmContext, ContextCreate, (void))                                                                            \
    X(void, ContextDispose, (LlvmContext))                                                                           \
    X(LlvmModule, ModuleCreateWithNameInContext, (const char *, LlvmContext))                                        \
    X(void, DisposeModule, (LlvmModule))                                                                             \
    X(void, SetTarget, (LlvmModule, const char *))                                                                   \
    X(char *, GetDefaultTargetTriple, (void))                                                                        \
    X(char *, GetHostCPUName, (void))                                                                                \
    X(char *, GetHostCPUFeatures, (void))                                                                            \
    X(void, DisposeMessage, (char *))                                                                                \
    X(char *, PrintModuleToString, (LlvmModule))                                                                     \
    X(int, VerifyModule, (LlvmModule, int, char **))                                                                 \
    X(LlvmType, VoidTypeInContext, (LlvmContext))                                                                    \
    X(LlvmType, IntTypeInContext, (LlvmContext, unsigned))                                                           \
    X(LlvmType, FloatTypeInContext, (LlvmContext))                                                                   \
    X(LlvmType, DoubleTypeInContext, (LlvmContext))                                                                  \
    X(LlvmType, StructTypeInContext, (LlvmContext, LlvmType *, unsigned, int))                                       \
    X(LlvmType, ArrayType, (LlvmType, unsigned))                                                                     \
    X(LlvmType, VectorType, (LlvmType, unsigned))                                                                    \
    X(LlvmType, PointerType, (LlvmType, unsigned))                                                                   \
    X(LlvmType, FunctionType, (LlvmType, LlvmType *, unsigned, int))                                                 \
    X(LlvmType, TypeOf, (LlvmValue))                                                                                 \
    X(LlvmValue, ConstInt, (LlvmType, unsigned long long, int))                                                      \
    X(LlvmValue, ConstReal, (LlvmType, double))                                                                      \
    X(LlvmValue, ConstNull, (LlvmType))                                                                              \
    X(LlvmValue, ConstBitCast, (LlvmValue, LlvmType))                                                                \
    X(LlvmValue, ConstArray, (LlvmType, LlvmValue *, unsigned))                                                      \
    X(LlvmValue, ConstStructInContext, (LlvmContext, LlvmValue *, unsigned, int))                                    \
    X(LlvmValue, GetUndef, (LlvmType))                                                                               \
    X(LlvmValue, AddGlobal, (LlvmModule, LlvmType, const char *))                                                    \
    X(void, SetGlobalConstant, (LlvmValue, int))                                                                     \
    X(void, SetInitializer, (LlvmValue, LlvmValue))                                                                  \
    X(void, SetLinkage, (LlvmValue, int))                                                                            \
    X(void, SetSection, (LlvmValue, const char *))                                                                   \
    X(LlvmValue, AddFunction, (LlvmModule, const char *, LlvmType))                                                  \
    X(LlvmValue, GetNamedFunction, (LlvmModule, const char *))                                                       \
    X(LlvmValue, GetParam, (LlvmValue, unsigned))                                                                    \
    X(unsigned, GetEnumAttributeKindForName, (const char *, size_t))                                                 \
    X(LlvmAttribute, CreateEnumAttribute, (LlvmContext, unsigned, uint64_t))                                         \
    X(LlvmAttribute, CreateStringAttribute, (LlvmContext, const char *, unsigned, const char *, unsigned))           \
    X(void, AddAttributeAtIndex, (LlvmValue, unsigned, LlvmAttribute))                                               \
    X(void, AddCallSiteAttribute, (LlvmValue, unsigned, LlvmAttribute))                                              \
    X(LlvmBlock, AppendBasicBlockInContext, (LlvmContext, LlvmValue, const char *))                                  \
    X(LlvmValue, GetBasicBlockTerminator, (LlvmBlock))                                                               \
    X(LlvmBlock, GetInsertBlock, (LlvmBuilder))                                                                      \
    X(LlvmBuilder, CreateBuilderInContext, (LlvmContext))                                                            \
    X(void, DisposeBuilder, (LlvmBuilder))                                                                           \
    X(void, PositionBuilderAtEnd, (LlvmBuilder, LlvmBlock))                                                          \
    X(LlvmValue, BuildRet, (LlvmBuilder, LlvmValue))                                                                 \
    X(LlvmValue, BuildBr, (LlvmBuilder, LlvmBlock))                                                                  \
    X(LlvmValue, BuildCondBr, (LlvmBuilder, LlvmValue, LlvmBlock, LlvmBlock))                                        \
    X(LlvmValue, BuildUnreachable, (LlvmBuilder))                                                                    \
    X(LlvmValue, BuildBinOp, (LlvmBuilder, int, LlvmValue, LlvmValue, const char *))                                 \
    X(LlvmValue, BuildNSWAdd, (LlvmBuilder, LlvmValue, LlvmValue, const char *))                                     \
    X(LlvmValue, BuildFNeg, (LlvmBuilder, LlvmValue, const char *))                                                  \
    X(LlvmValue, BuildCast, (LlvmBuilder, int, LlvmValue, LlvmType, const char *))                                   \
    X(LlvmValue, BuildICmp, (LlvmBuilder, int, LlvmValue, LlvmValue, const char *))                                  \
    X(LlvmValue, BuildFCmp, (LlvmBuilder, int, LlvmValue, LlvmValue, const char *))                                  \
    X(LlvmValue, BuildSelect, (LlvmBuilder, LlvmValue, LlvmValue, LlvmValue, const char *))                          \
    X(LlvmValue, BuildAlloca, (LlvmBuilder, LlvmType, const char *))                                                 \
    X(LlvmValue, BuildLoad2, (LlvmBuilder, LlvmType, LlvmValue, const char *))                                       \
    X(LlvmValue, BuildStore, (LlvmBuilder, LlvmValue, LlvmValue))                                                    \
    X(void, SetAlignment, (LlvmValue, unsigned))                                                                     \
    X(void, SetVolatile, (LlvmValue, int))                                                                           \
    X(LlvmValue, BuildInBoundsGEP2, (LlvmBuilder, LlvmType, LlvmValue, LlvmValue *, unsigned, const char *))         \
    X(LlvmValue, BuildMemMove, (LlvmBuilder, LlvmValue, unsigned, LlvmValue, unsigned, LlvmValue))                   \
    X(LlvmValue, BuildCall2, (LlvmBuilder, LlvmType, LlvmValue, LlvmValue *, unsigned, const char *))                \
    X(LlvmValue, BuildExtractValue, (LlvmBuilder, LlvmValue, unsigned, const char *))                                \
    X(LlvmValue, BuildInsertValue, (LlvmBuilder, LlvmValue, LlvmValue, unsigned, const char *))                      \
    X(LlvmValue, BuildExtractElement, (LlvmBuilder, LlvmValue, LlvmValue, const char *))                             \
    X(LlvmValue, BuildInsertElement, (LlvmBuilder, LlvmValue, LlvmValue, LlvmValue, const char *))                   \
    X(LlvmValue, BuildAtomicRMW, (LlvmBuilder, int, LlvmValue, LlvmValue, int, int))                                 \
    X(LlvmValue, BuildAtomicCmpXchg, (LlvmBuilder, LlvmValue, LlvmValue, LlvmValue, int, int, int))                  \
    X(LlvmValue, BuildFence, (LlvmBuilder, int, int, const char *))                                                  \
    X(int, GetTargetFromTriple, (const char *, LlvmTarget *, char **))                                               \
    X(LlvmMachine, CreateTargetMachine, (LlvmTarget, const char *, const char *, const char *, int, int, int))       \
    X(void, DisposeTargetMachine, (LlvmMachine))                                                                     \
    X(LlvmLayout, CreateTargetDataLayout, (LlvmMachine))                                                             \
    X(void, DisposeTargetData, (LlvmLayout))                                                                         \
    X(void, SetModuleDataLayout, (LlvmModule, LlvmLayout))                                                           \
    X(int, TargetMachineEmitToMemoryBuffer, (LlvmMachine, LlvmModule, int, char **, LlvmBuffer *))                   \
    X(const char *, GetBufferStart, (LlvmBuffer))                                                                    \
    X(size_t, GetBufferSize, (LlvmBuffer))                                                                           \
    X(void, DisposeMemoryBuffer, (LlvmBuffer))                                                                       \
    X(LlvmBuffer, CreateMemoryBufferWithMemoryRangeCopy, (const char *, size_t, const char *))                       \
    X(int, ParseIRInContext, (LlvmContext, LlvmBuffer, LlvmModule *, char **))                                       \
    X(LlvmBlock, GetFirstBasicBlock, (LlvmValue))                                                                    \
    X(LlvmValue, GetFirstInstruction, (LlvmBlock))                                                                   \
    X(LlvmValue, GetNextInstruction, (LlvmValue))                                                                    \
    X(LlvmValue, InstructionClone, (LlvmValue))                                                                      \
    X(void, SetOperand, (LlvmValue, unsigned, LlvmValue))                                                            \
    X(void, InsertIntoBuilder, (LlvmBuilder, LlvmValue))                                                             \
    X(void, LinkInMCJIT, (void))                                                                                     \
    X(int, CreateMCJITCompilerForModule, (LlvmEngine *, LlvmModule, LlvmEngineOptions *, size_t, char **))           \
    X(void, DisposeExecutionEngine, (LlvmEngine))                                                                    \
    X(void, AddGlobalMapping, (LlvmEngine, LlvmValue, void *))                                                       \
    X(uint64_t, GetFunctionAddress, (LlvmEngine, const char *))                                                      \
    X(LlvmPassOptions, CreatePassBuilderOptions, (void))                                                             \
    X(void, DisposePassBuilderOptions, (LlvmPassOptions))                                                            \
    X(LlvmError, RunPasses, (LlvmModule, const char *, LlvmMachine, LlvmPassOptions))                                \
    X(char *, GetErrorMessage, (LlvmError))                                                                          \
    X(void, DisposeErrorMessage, (char *))

typedef struct Llvm {
    void *library;
    int version; /* 14 to 19 */
#define X(result, name, parameters) result(*name) parameters;
    LLVM_FUNCTIONS(X)
#undef X
} Llvm;

/* Opens the newest LLVM that is there (CUPOLA_LLVM names another library) and prepares it for this processor. */
bool llvm_open(Llvm *llvm, Error *error);

enum { /* opcodes */
    LLVM_ADD = 8, LLVM_FADD, LLVM_SUB, LLVM_FSUB, LLVM_MUL, LLVM_FMUL, LLVM_UDIV, LLVM_SDIV, LLVM_FDIV, LLVM_UREM, LLVM_SREM,
    LLVM_FREM, LLVM_SHL, LLVM_LSHR, LLVM_ASHR, LLVM_AND, LLVM_OR, LLVM_XOR,
    LLVM_TRUNC = 30, LLVM_ZEXT, LLVM_SEXT, LLVM_FPTOUI, LLVM_FPTOSI, LLVM_UITOFP, LLVM_SITOFP, LLVM_FPTRUNC, LLVM_FPEXT,
    LLVM_PTRTOINT, LLVM_INTTOPTR, LLVM_BITCAST
};
enum { LLVM_INT_EQ = 32, LLVM_INT_NE, LLVM_INT_UGT, LLVM_INT_UGE, LLVM_INT_ULT, LLVM_INT_ULE, LLVM_INT_SGT, LLVM_INT_SGE,
       LLVM_INT_SLT, LLVM_INT_SLE };
enum { LLVM_REAL_OEQ = 1, LLVM_REAL_OGT, LLVM_REAL_OGE, LLVM_REAL_OLT, LLVM_REAL_OLE, LLVM_REAL_ONE, LLVM_REAL_ORD,
       LLVM_REAL_UNO, LLVM_REAL_UEQ, LLVM_REAL_UGT, LLVM_REAL_UGE, LLVM_REAL_ULT, LLVM_REAL_ULE, LLVM_REAL_UNE };
enum { LLVM_ATOMIC_XCHG, LLVM_ATOMIC_ADD, LLVM_ATOMIC_SUB, LLVM_ATOMIC_AND, LLVM_ATOMIC_NAND, LLVM_ATOMIC_OR,
       LLVM_ATOMIC_XOR, LLVM_ATOMIC_MAX, LLVM_ATOMIC_MIN, LLVM_ATOMIC_UMAX, LLVM_ATOMIC_UMIN };
enum { LLVM_SEQUENTIAL = 7, LLVM_INTERNAL = 8, LLVM_APPENDING = 7, LLVM_FUNCTION_ATTRIBUTES = -1,
       LLVM_CODE_DEFAULT = 2, LLVM_POSITION_INDEPENDENT = 2, LLVM_JIT_MODEL = 1, LLVM_SMALL_MODEL = 3, LLVM_OBJECT_FILE = 1 };

#endif
