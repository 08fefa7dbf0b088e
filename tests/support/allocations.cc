#include "tests/support/allocations.h"

#include <cstdlib>
#include <new>

namespace {

thread_local uint64_t count = 0;

}  // namespace

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define WAX_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WAX_SANITIZED
#endif

namespace wax::tests {

uint64_t allocations() { return count; }

bool under_own_memory() {
#ifdef WAX_SANITIZED
  return false;
#else
  return true;
#endif
}

}  // namespace wax::tests

#ifndef WAX_SANITIZED

void* operator new(size_t size) {
  ++count;
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }

#endif
