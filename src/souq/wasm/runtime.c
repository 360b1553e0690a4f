/* What compiled rules need beside themselves: memory, exceptions, and the three functions of <math.h> that they call. */

/* musl's pow, from the package ziglang; its parts also make an exp and a log that are correct to 0.52 units in the last
   place */
#include <math.h>
#define fabs __builtin_fabs
#define hidden
#include "pow.c"
#include "__math_invalid.c"
#include "__math_oflow.c"
#include "__math_uflow.c"
#include "__math_xflow.c"

double exp(double x) { return x != x ? x : exp_inline(x, 0, 0); }

double log(double x) {
  double rest, scale = 0;
  if (x != x || x == __builtin_inf()) return x;
  if (x <= 0) return x == 0 ? -__builtin_inf() : __builtin_nan("");
  if (x < 0x1p-1022) x *= 0x1p52, scale = 52;
  double found = log_inline(asuint64(x), &rest);
  return found + rest - scale * 0x1.62e42fefa39efp-1;
}

#include "exp_data.c"
#include "pow_data.c"

/* ---- exceptions: the host reads the text at `problem` after a trap; 0 if the trap is of another kind */

const char *problem;

_Noreturn void stop(const char *text) {
  problem = text;
  __builtin_trap();
}

/* ---- memory: addresses only grow, until all of it is taken back at once */

extern char __heap_base;
static char *top;
static char *freed[64]; /* arrays of rules that were freed, by size in units of 64 bytes; each holds the next's address */

void *allocate(unsigned long size) {
  if (!top) top = &__heap_base;
  unsigned long at = ((unsigned long)top + 63) & ~63ul;
  if (size > -1ul - at) stop("There is no memory left.");
  unsigned long end = at + size, has = __builtin_wasm_memory_size(0);
  if (end > has << 16 && __builtin_wasm_memory_grow(0, ((end + 0xffff) >> 16) - has) == -1ul)
    stop("There is no memory left.");
  top = (char *)end;
  return (void *)at;
}

void reset(void) {
  top = 0;
  problem = 0;
  __builtin_memset(freed, 0, sizeof freed);
}

/* ---- arrays that rules make: Numba's counted references, for its functions of these names */

typedef struct {
  long long references;
  void *destroy, *with, *data;
  long long size;
} MemInfo;

#define HEAD 64 /* bytes before an array's data */

void *NRT_MemInfo_alloc_aligned(long long size, unsigned align) {
  unsigned long unit = (HEAD + (unsigned long)size + 63) >> 6;
  if (size < 0 || size > 0x7fffffff || align > 64) stop("There is no memory left.");
  MemInfo *made;
  if (unit < 64 && freed[unit]) {
    made = (MemInfo *)freed[unit];
    freed[unit] = *(char **)made;
  } else {
    made = allocate(unit << 6);
  }
  *made = (MemInfo){1, 0, 0, (char *)made + HEAD, size};
  return made;
}

void *NRT_MemInfo_alloc_safe_aligned(long long size, unsigned align) { return NRT_MemInfo_alloc_aligned(size, align); }

void NRT_MemInfo_call_dtor(MemInfo *info) {
  unsigned long unit = (HEAD + (unsigned long)info->size + 63) >> 6;
  if (unit < 64) {
    *(char **)info = freed[unit];
    freed[unit] = (char *)info;
  }
}
