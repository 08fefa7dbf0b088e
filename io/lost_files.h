// Mapped files of which the system cannot give a page any more, because they
// were truncated or their device fails (SIGBUS), in servers: these go on.
#pragma once

#include <atomic>
#include <cstdint>

namespace wax::io {

// Makes zeros of such pages of mappings that were added, from now on; the
// mapping is lost. What was made meanwhile may be made of zeros: whoever began
// it before lost_files() grew must not use it. The handler that SIGBUS had gets
// all other pages.
void outlive_lost_files();
// How many were lost in this process.
[[nodiscard]] uint64_t lost_files();

// A file in memory, and which of its blocks may be read without a check: none
// when it is lost. In any thread; the mapping is removed before it ends.
struct Mapping {
  const void* bytes = nullptr;
  uint64_t size = 0;
  std::atomic<bool>* is_checked = nullptr;
  uint64_t blocks = 0;
};
void add_mapping(const Mapping& mapping);
void remove_mapping(const void* bytes);
[[nodiscard]] bool is_lost_mapping(const void* bytes);

}  // namespace wax::io
