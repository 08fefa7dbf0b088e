// The loop of the child of a TextWorker.
#pragma once

#include <chrono>
#include <cstdint>

namespace wax::document {

// Reads documents that come through `socket` and sends back their text, until
// the other end is closed; then 0. Before the first one the process gives up
// what it does not need (sandbox.h). A document that takes more than `cpu` of
// processor time ends the process with SIGPROF, one that takes more than
// `memory` bytes with kWorkerOutOfMemory. Not to be called twice.
[[nodiscard]] int serve_documents(int socket, std::chrono::milliseconds cpu,
                                  uint64_t memory);

}  // namespace wax::document
