// Counts what a thread allocates, in programs that call this.
#pragma once

#include <cstdint>

namespace wax::tests {

// Calls of operator new in this thread so far; 0 where a sanitizer has its own.
[[nodiscard]] uint64_t allocations();

// False where a sanitizer takes more memory than the program.
[[nodiscard]] bool under_own_memory();

}  // namespace wax::tests
