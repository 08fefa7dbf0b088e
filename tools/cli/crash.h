// Input of which damage cannot all be found beforehand.
#pragma once

#include <string>

namespace wax::tools::cli {

// For tools that read index files, which are mapped. From now on SIGBUS, which
// the system sends when a page of a file cannot be read any more (it was
// truncated, its device failed), ends the process with exit code 2 and a
// sentence. Without a manifest, with `unchecked`, other crashes do, too.
void say_when_an_index_fails(const std::string& tool, bool unchecked);

// From now on a crash of the process (SIGSEGV, SIGBUS, SIGFPE, SIGABRT) ends it
// with exit code 2 and this sentence: for input of which damage cannot all be
// found beforehand. Part files are removed.
void say_on_crash(std::string sentence);

}  // namespace wax::tools::cli
