// Input of which damage cannot all be found beforehand.
#pragma once

#include <string>

namespace wax::tools::cli {

// From now on a crash of the process (SIGSEGV, SIGBUS, SIGFPE, SIGABRT) ends it
// with exit code 2 and this sentence: for input of which damage cannot all be
// found beforehand. Part files are removed.
void say_on_crash(std::string sentence);

}  // namespace wax::tools::cli
