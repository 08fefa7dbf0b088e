#include "collection/archives/watched_build.h"

#include <algorithm>
#include <set>
#include <utility>

#include "collection/layout.h"
#include "collection/record/build_folder.h"
#include "collection/record/build_record.h"
#include "collection/record/known_problems.h"
#include "io/error.h"

namespace wax::collection {

WatchedBuild::WatchedBuild(std::string out, std::chrono::seconds quiet,
                           const std::string& tmpdir, List list, Run run,
                           BuildMessages& messages)
    : out_(std::move(out)),
      quiet_(quiet),
      list_(std::move(list)),
      run_(std::move(run)),
      messages_(messages),
      watch_(quiet),
      folder_(tmpdir, "wax-build-watch") {}

void WatchedBuild::begin() {
  check_build_folder(out_, /*has_archives=*/true);
  const std::vector<std::string> known = recorded_archives(out_);
  watch_.settle(known);
  if (!known.empty()) run({.names = recorded_names()});
}

// What is met as an earlier build met it: of other files it is not known yet
// whether they are whole.
NamesLook WatchedBuild::recorded_names() {
  KnownProblems recorded;
  recorded.add_file(Layout{out_}.names_problems());
  BuildRound round;
  try {
    round = list_();
  } catch (const Error&) {  // the first look tells it
    return {};
  }
  std::vector<NamesLook::Met>& problems = round.names.problems;
  std::erase_if(problems, [&](const NamesLook::Met& met) {
    return !recorded.contains(met.problem);
  });
  const std::set<std::string> archives(round.archives.begin(),
                                       round.archives.end());
  for (const NamesLook::Met& met : problems) {
    if (!archives.contains(met.name)) watch_.settle({met.name});
  }
  return std::move(round.names);
}

void WatchedBuild::look(ArchiveWatch::Clock::time_point now) {
  try {
    BuildRound round = list_();
    std::vector<NamesLook::Met>& problems = round.names.problems;
    std::vector<std::string> listed = round.archives;
    for (const NamesLook::Met& met : problems) listed.push_back(met.name);
    ArchiveWatch::Look look = watch_.look(listed, now);
    for (const std::string& archive : look.incomplete) {
      messages_.message(archive +
                        ": its last record is not all there yet; waiting");
    }
    if (!look.changed) return;
    std::erase_if(problems, [&](const NamesLook::Met& met) {
      return watch_.waits(met.name);
    });
    const std::set<std::string> ready(look.ready.begin(), look.ready.end());
    std::erase_if(round.archives, [&](const std::string& archive) {
      return !ready.contains(archive);
    });
    if (round.archives.empty() && recorded_archives(out_).empty()) {
      tell(problems);
    } else {
      run(std::move(round));
    }
    watch_.settle_look();
  } catch (const Error& error) {  // a full disk, or another build there
    messages_.error(std::string(error.what()) + "; trying again");
  }
}

std::chrono::milliseconds WatchedBuild::pause() const {
  using std::chrono::milliseconds;
  constexpr milliseconds kShortest{200};
  constexpr milliseconds kLongest{15'000};
  return std::clamp(milliseconds(quiet_) / 4, kShortest, kLongest);
}

// There is nothing to build yet: the problems are only shown.
void WatchedBuild::tell(const std::vector<NamesLook::Met>& problems) {
  KnownProblems known;
  known.add_file(told());
  std::string text = text_of_problems(told());
  for (const NamesLook::Met& met : problems) {
    if (known.contains(met.problem)) continue;
    messages_.show(met.problem);
    text += problem_json(met.problem);
  }
  write_problems(told(), text);
}

void WatchedBuild::run(BuildRound round) {
  round.told = told();
  run_(std::move(round));
}

}  // namespace wax::collection
