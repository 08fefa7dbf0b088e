// The command of a job as a child process.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "crawl/queue/job_queue.h"

namespace wax::crawl {

struct CommandEnd {
  int exit_code = 0;
  int signal = 0;  // that ended it, or 0
  double seconds = 0;
  std::string output;      // the first kMostOutput bytes of its standard output
  std::string last_error;  // the last line of its standard error

  [[nodiscard]] bool is_success() const {
    return exit_code == 0 && signal == 0;
  }
  // Why it failed, alike for jobs that failed alike: "exit code 2".
  [[nodiscard]] std::string reason() const;
};

// Runs a command for a job: the job takes the place of "{}" in its words, or,
// where no word has it, the job is a further word. A job that is a list is a
// temporary file with its bytes. The command reads nothing. If this process
// ends, it gets SIGTERM. For one thread.
class JobCommand {
 public:
  static constexpr size_t kMostOutput = 64 * 1024;

  // Starts it. Throws IoError when that fails.
  JobCommand(const std::vector<std::string>& words, const QueuedJob& job,
             const std::string& tmpdir);
  // Ends it, if it has not ended.
  ~JobCommand();
  JobCommand(const JobCommand&) = delete;
  JobCommand& operator=(const JobCommand&) = delete;

  // How it ended; nothing when it is still at work after that time.
  [[nodiscard]] std::optional<CommandEnd> wait(std::chrono::milliseconds time);

 private:
  [[nodiscard]] CommandEnd end_of(int status) const;

  struct Files;
  std::unique_ptr<Files> files_;
  pid_t child_ = -1;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace wax::crawl
