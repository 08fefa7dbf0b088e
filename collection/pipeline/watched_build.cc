#include "collection/pipeline/watched_build.h"

#include <algorithm>
#include <utility>

#include "collection/pipeline/build_folder.h"
#include "collection/pipeline/build_record.h"
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
  if (!known.empty()) run({});
}

void WatchedBuild::look(ArchiveWatch::Clock::time_point now) {
  try {
    BuildRound round;
    ArchiveWatch::Look look = watch_.look(list_(round.skipped), now);
    for (const std::string& archive : look.incomplete) {
      messages_.message(archive +
                        ": its last record is not all there yet; waiting");
    }
    if (!look.changed) return;
    round.archives = std::move(look.ready);
    run(std::move(round));
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

void WatchedBuild::run(BuildRound round) {
  round.told = folder_.path() + "/told";
  run_(std::move(round));
}

}  // namespace wax::collection
