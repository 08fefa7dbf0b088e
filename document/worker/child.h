// The loop of the child of a TextWorker, and its sandbox.
#pragma once

#include <chrono>
#include <cstdint>

namespace wax::document {

// Reads documents that come through `socket` and sends back their text, until
// the other end is closed; then 0. Before the first one the process gives up
// what it does not need (enter_sandbox()). A document that takes more than
// `cpu` of processor time ends the process with SIGPROF, one that takes more
// than `memory` bytes with kWorkerOutOfMemory. Not to be called twice.
[[nodiscard]] int serve_documents(int socket, std::chrono::milliseconds cpu,
                                  uint64_t memory);

// So many bytes of address space; 0: as many as it takes.
void limit_memory(uint64_t bytes);

// From here on this process can use the descriptors that it has, its memory and
// its clock. It can open files only to read them: below /usr/share/poppler
// where the system has Landlock, which Poppler's tables of Asian characters
// need. Every other system call fails with EPERM. Throws IoError when the
// system has no seccomp filters.
void enter_sandbox();

}  // namespace wax::document
