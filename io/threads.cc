#include "io/threads.h"

#include <string>
#include <system_error>

#include "io/error.h"

namespace wax::io {

std::vector<std::thread> start_threads(
    size_t count, const std::function<void(size_t)>& work) {
  std::vector<std::thread> threads;
  threads.reserve(count);
  while (threads.size() < count) {
    try {
      threads.emplace_back(work, threads.size());
    } catch (const std::system_error& refused) {
      if (!threads.empty()) break;
      throw Error(std::string("cannot start a thread: ") +
                  refused.code().message());
    }
  }
  return threads;
}

}  // namespace wax::io
