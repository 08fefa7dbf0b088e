// A build that stays, and adds the archives that come into folders.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "collection/archives/archive_watch.h"
#include "collection/archives/names_problems.h"
#include "collection/record/build_messages.h"
#include "io/inputs/folder_archives.h"
#include "io/temp_files.h"

namespace wax::collection {

// What one run of the build works on.
struct BuildRound {
  std::vector<std::string> archives = {};  // to add
  io::SkippedFiles skipped = {};
  NamesLook names = {};  // what else was met where these archives were found
  // A file of problems that were told before; what is met now is added to it.
  // Empty: there is one run only.
  std::string told = {};
};

class WatchedBuild {
 public:
  // What is in the folders now.
  using List = std::function<BuildRound()>;
  // Runs the build. May throw Error.
  using Run = std::function<void(BuildRound)>;

  // `quiet`: as ArchiveWatch has it. All must outlive this.
  WatchedBuild(std::string out, std::chrono::seconds quiet,
               const std::string& tmpdir, List list, Run run,
               BuildMessages& messages);

  // When OUT is a build already: continues it, and tells what it has lost.
  // Throws Error.
  void begin();
  // Adds what is ready now; what cannot be added is told when it would be
  // ready. An Error is told, and the work tried again by the next call.
  void look(ArchiveWatch::Clock::time_point now);
  // Between two looks.
  [[nodiscard]] std::chrono::milliseconds pause() const;

 private:
  [[nodiscard]] NamesLook recorded_names();
  void tell(const std::vector<NamesLook::Met>& problems);
  void run(BuildRound round);
  [[nodiscard]] std::string told() const { return folder_.path() + "/told"; }

  std::string out_;
  std::chrono::seconds quiet_;
  List list_;
  Run run_;
  BuildMessages& messages_;
  ArchiveWatch watch_;
  io::TempFolder folder_;
};

}  // namespace wax::collection
