// A module of the Python package waxwing_warc that reads what a tool writes.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

#include "io/output.h"

namespace wax::tools::cli {

// Runs main() of the module, whose standard input is what is written. Its
// standard streams for output are those of this process. The interpreter is
// that of the environment variable WAXWING_PYTHON, else python3; the package
// beside this program goes before others.
//
// The module's last arguments are "--confirm-fd N": it must not publish its
// output before it has read a byte from that file descriptor, which finish()
// writes. So output of a tool that failed, or was killed, does not appear.
class PythonModule final : public io::Output {
 public:
  // `module` such as "waxwing_warc.parquet"; `needs` has other modules that
  // must be there. `purpose` begins the message when they are not. Waits until
  // they are loaded. Throws UsageError when the interpreter cannot be run, or a
  // module is missing.
  PythonModule(const std::string& module, const std::string& needs,
               const std::string& purpose,
               const std::vector<std::string>& arguments);
  ~PythonModule() override;
  PythonModule(const PythonModule&) = delete;
  PythonModule& operator=(const PythonModule&) = delete;

  // write() and finish() throw Error when main() ended with another exit code
  // than 0; it has said why.
  void write(std::string_view bytes) override;
  void flush() override;
  void finish() override;

 private:
  [[nodiscard]] bool has_loaded() const;
  [[nodiscard]] int wait();
  void throw_ended();

  std::string needs_;
  std::string purpose_;
  std::string interpreter_;
  std::string held_;
  int input_ = -1;
  int confirm_ = -1;
  pid_t child_ = 0;
};

}  // namespace wax::tools::cli
