#include "io/lost_files.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <iterator>
#include <map>
#include <mutex>
#include <utility>

namespace wax::io {
namespace {

struct KnownMapping {
  Mapping mapping;
  bool is_lost = false;
};

// Mappings by their first byte. The handler takes the mutex, too: who has it
// reads no mapped byte.
struct KnownMappings {
  std::mutex mutex;  // guards mappings
  std::map<uintptr_t, KnownMapping> mappings;
};

KnownMappings& known_mappings() {
  static KnownMappings mappings;
  return mappings;
}

uintptr_t address_of(const void* bytes) {
  return reinterpret_cast<uintptr_t>(bytes);
}

std::atomic<uint64_t> lost_count = 0;
struct sigaction handler_before;

// Zeros in place of the page with this byte and all after it.
bool replace_from(uintptr_t at, const Mapping& mapping) {
  const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  const uintptr_t begin = at / page * page;
  const uintptr_t kept = begin - address_of(mapping.bytes);
  auto* bytes = static_cast<char*>(const_cast<void*>(mapping.bytes));
  return ::mmap(bytes + kept, mapping.size - kept, PROT_READ,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
}

bool lose_page(uintptr_t at) {
  KnownMappings& known = known_mappings();
  const std::lock_guard lock(known.mutex);
  auto next = known.mappings.upper_bound(at);
  if (next == known.mappings.begin()) return false;
  auto& [begin, found] = *std::prev(next);
  const Mapping& mapping = found.mapping;
  if (at - begin >= mapping.size) return false;
  // Before any thread can read a zero.
  if (!std::exchange(found.is_lost, true)) ++lost_count;
  for (uint64_t i = 0; i < mapping.blocks; ++i) mapping.is_checked[i] = false;
  return replace_from(at, mapping);
}

// What fails is that a byte is read, so this thread has no lock of the
// allocator, nor the mutex.
void on_lost_page(int number, siginfo_t* info, void*) {
  const int error = errno;
  const bool is_sent = info->si_code <= 0;  // by a process, not by a page
  if (is_sent || !lose_page(address_of(info->si_addr))) {
    ::sigaction(number, &handler_before, nullptr);  // the signal comes again
    if (is_sent) ::raise(number);
  }
  errno = error;
}

}  // namespace

void outlive_lost_files() {
  struct sigaction action {};
  action.sa_sigaction = on_lost_page;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  (void)known_mappings();
  ::sigaction(SIGBUS, &action, &handler_before);
}

uint64_t lost_files() { return lost_count; }

void add_mapping(const Mapping& mapping) {
  KnownMappings& known = known_mappings();
  const std::lock_guard lock(known.mutex);
  known.mappings[address_of(mapping.bytes)] = {mapping};
}

void remove_mapping(const void* bytes) {
  KnownMappings& known = known_mappings();
  const std::lock_guard lock(known.mutex);
  known.mappings.erase(address_of(bytes));
}

bool is_lost_mapping(const void* bytes) {
  KnownMappings& known = known_mappings();
  const std::lock_guard lock(known.mutex);
  const auto found = known.mappings.find(address_of(bytes));
  return found != known.mappings.end() && found->second.is_lost;
}

}  // namespace wax::io
