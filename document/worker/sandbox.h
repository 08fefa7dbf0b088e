// Takes from this process what a reader of documents does not need.
#pragma once

#include <cstdint>

namespace wax::document {

// So many bytes of address space; 0: as many as it takes.
void limit_memory(uint64_t bytes);

// From here on this process can use the descriptors that it has, its memory and
// its clock. It can open files only to read them: below /usr/share/poppler
// where the system has Landlock, which Poppler's tables of Asian characters
// need. Every other system call fails with EPERM. Throws IoError when the
// system has no seccomp filters.
void enter_sandbox();

}  // namespace wax::document
