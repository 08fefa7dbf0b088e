#include "answers/opened/archives.h"

#include <algorithm>
#include <utility>

#include "collection/layout.h"
#include "collection/record/build_record.h"
#include "collection/record/step.h"
#include "io/error.h"

namespace wax::answers {
namespace {

using Clock = std::chrono::steady_clock;

// Folders with many archives take long to list: at most a tenth of the time.
constexpr std::chrono::milliseconds kBetweenListings{500};
constexpr int kRestAfterListing = 9;

}  // namespace

Archives::Archives(std::vector<std::string> named,
                   std::vector<std::string> builds,
                   std::function<void(std::string_view)> report,
                   ProblemSink& problems)
    : report_(std::move(report)) {
  sources_.push_back({std::move(named), ""});
  for (std::string& folder : builds) {
    sources_.push_back({{}, std::move(folder)});
  }
  look(sources_.front(), problems);
  look_at_builds();
}

bool Archives::any() const {
  std::lock_guard lock(mutex_);
  look_at_builds();
  return std::any_of(sources_.begin(), sources_.end(),
                     [](const Source& source) { return source.any; });
}

std::vector<std::string> Archives::find(std::string_view filename,
                                        bool again) const {
  std::lock_guard lock(mutex_);
  look_at_builds();
  if (again && Clock::now() >= next_look_) {
    const Clock::time_point begun = Clock::now();
    NoProblems none;
    try {
      for (Source& source : sources_) look(source, none);
    } catch (const Error& error) {
      if (report_) report_(error.what());
    }
    const Clock::time_point ended = Clock::now();
    next_look_ =
        ended + std::max<Clock::duration>(kBetweenListings,
                                          (ended - begun) * kRestAfterListing);
  }
  std::vector<std::string> found;
  for (const Source& source : sources_) {
    if (source.paths == nullptr) continue;
    for (std::string_view path : source.paths->find(filename)) {
      if (std::find(found.begin(), found.end(), path) == found.end()) {
        found.emplace_back(path);
      }
    }
  }
  return found;
}

// The lock is held, here and below.
void Archives::look(Source& source, ProblemSink& problems) const {
  std::vector<std::string> inputs = source.inputs;
  if (!source.build.empty()) {
    inputs = collection::recorded_archives(source.build);
  }
  source.paths = std::make_shared<const cdx::ArchivePaths>(
      inputs, std::vector<std::string>(), problems);
  source.any = !inputs.empty();
}

void Archives::look_at_builds() const {
  for (Source& source : sources_) {
    if (source.build.empty()) continue;
    std::string stamp =
        collection::stamp(collection::Layout{source.build}.build_record());
    if (stamp == source.stamp) continue;
    source.stamp = stamp;
    NoProblems none;  // a build has told them
    try {
      look(source, none);
    } catch (const Error& error) {
      if (report_) report_(error.what());
    }
  }
}

}  // namespace wax::answers
