// A build that stays, and adds the archives that come into folders.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "collection/pipeline/archive_watch.h"
#include "collection/pipeline/build_messages.h"
#include "io/inputs/folder_archives.h"
#include "io/problem.h"
#include "io/temp_files.h"

namespace wax::collection {

// What one run of the pipeline works on.
struct BuildRound {
  std::vector<std::string> archives;  // to add
  io::SkippedFiles skipped = {};
  std::vector<Problem> problems = {};  // that the archives' names have met
  // A file of problems that were told before; what is met now is added to it.
  // Empty: there is one run only.
  std::string told = {};
};

class WatchedBuild {
 public:
  // The archives that are in the folders now.
  using List = std::function<std::vector<std::string>(io::SkippedFiles&)>;
  // Runs the pipeline. May throw Error.
  using Run = std::function<void(BuildRound)>;

  // `quiet`: as ArchiveWatch has it. All must outlive this.
  WatchedBuild(std::string out, std::chrono::seconds quiet,
               const std::string& tmpdir, List list, Run run,
               BuildMessages& messages);

  // When OUT is a build already: continues it, and tells what it has lost.
  // Throws Error.
  void begin();
  // Adds what is ready now. An Error is told, and the work tried again by the
  // next call.
  void look(ArchiveWatch::Clock::time_point now);
  // Between two looks.
  [[nodiscard]] std::chrono::milliseconds pause() const;

 private:
  void run(BuildRound round);

  std::string out_;
  std::chrono::seconds quiet_;
  List list_;
  Run run_;
  BuildMessages& messages_;
  ArchiveWatch watch_;
  io::TempFolder folder_;
};

}  // namespace wax::collection
