// A person at a terminal who does not know that a program waits for input.
#pragma once

#include <functional>

namespace wax::io {

// From now on `notice` is called when open_file("-") opens a terminal, but only
// the first time. Libraries do not print, so the notice is the program's.
void on_terminal_input(std::function<void()> notice);

// What open_file() calls when it opens standard input. In any thread.
void announce_terminal_input();

}  // namespace wax::io
