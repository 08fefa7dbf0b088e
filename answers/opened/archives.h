// The archives that captures are in.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/archive_paths.h"
#include "io/problem.h"

namespace wax::answers {

// Knows the archives that are named to the server, and those that the builds of
// collections have recorded. Archives that are added later are found too. Any
// number of threads may call its functions.
class Archives {
 public:
  // `named`: what io::expand_inputs() takes. `builds`: folders that wax-build
  // makes; what cannot be read of one is told to `report`, from any thread.
  // Throws IoError when a named folder cannot be read; what io::expand_inputs()
  // reports of those goes to `problems`.
  Archives(std::vector<std::string> named, std::vector<std::string> builds,
           std::function<void(std::string_view)> report, ProblemSink& problems);

  // Whether there are any.
  [[nodiscard]] bool any() const;

  // The paths for a name in a line (cdx::ArchivePaths::find()): of those that
  // are named first. Builds are looked at when their record is another file
  // than before; all are with `again`, unless that has just been done: for a
  // name that is not known, or whose archives do not have the record.
  [[nodiscard]] std::vector<std::string> find(std::string_view filename,
                                              bool again) const;

 private:
  struct Source {
    std::vector<std::string> inputs;  // that are named
    std::string build;                // or of this build
    std::string stamp = {};           // of its record
    std::shared_ptr<const cdx::ArchivePaths> paths = {};
    bool any = false;
  };
  void look(Source& source, ProblemSink& problems) const;
  void look_at_builds() const;

  std::function<void(std::string_view)> report_;
  mutable std::mutex mutex_;  // guards all below
  mutable std::vector<Source> sources_;
  mutable std::chrono::steady_clock::time_point next_look_;
};

}  // namespace wax::answers
