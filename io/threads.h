// Starting threads.
#pragma once

#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace wax::io {

// Starts threads that call work(0), work(1), ... up to `count` of them. When
// the system gives fewer (a limit of processes or of memory), these are all,
// and if it gives none an Error is thrown; nothing runs then. `work` is copied.
[[nodiscard]] std::vector<std::thread> start_threads(
    size_t count, const std::function<void(size_t)>& work);

}  // namespace wax::io
