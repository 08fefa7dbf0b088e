#include "collection/publish/scrub.h"

#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "collection/archives/known_files.h"
#include "collection/layout.h"
#include "collection/publish/remaking.h"
#include "collection/record/build_record.h"
#include "collection/record/check_report.h"
#include "collection/record/command.h"
#include "collection/record/step.h"
#include "index/store/shard_folder.h"
#include "io/byte_source.h"
#include "io/crc32.h"
#include "io/error.h"
#include "io/output.h"
#include "text/number.h"
#include "warc/record/date.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMostParts = 100'000;

bool is_one_file(const std::string& a, const std::string& b) {
  struct stat first {};
  struct stat second {};
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

// When each part was read last. OUT/build.scrub has the number of parts, then a
// line for each that was read, the latest last: number and date of 14 digits.
class ScrubMemory {
 public:
  ScrubMemory(std::string path, uint64_t parts)
      : path_(std::move(path)), parts_(parts) {
    if (!is_there(path_)) return;
    const std::string text = io::read_all(*io::open_file(path_), UINT64_MAX);
    std::string_view rest = text;
    const auto line_of = [&] {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
      return line;
    };
    if (text::whole_number(line_of()) != parts_) return;
    while (!rest.empty()) {
      const std::string_view line = line_of();
      const size_t space = std::min(line.find(' '), line.size());
      const auto number = text::whole_number(line.substr(0, space));
      if (!number || *number == 0 || *number > parts_) continue;
      add(*number, line.substr(std::min(line.size(), space + 1)));
    }
  }

  // A part that was never read, or that which was read longest ago.
  [[nodiscard]] uint64_t oldest() const {
    std::set<uint64_t> read;
    for (const auto& [number, date] : read_) read.insert(number);
    for (uint64_t each = 1; each <= parts_; ++each) {
      if (!read.contains(each)) return each;
    }
    return read_.front().first;
  }

  void remember(uint64_t number) {
    add(number, warc::date14_of_seconds(std::time(nullptr)));
    std::string text = std::to_string(parts_) + '\n';
    for (const auto& [each, date] : read_) {
      text += std::to_string(each) + ' ' + date + '\n';
    }
    auto output = io::open_output(path_, /*force=*/true);
    output->write(text);
    output->finish();
  }

  [[nodiscard]] uint64_t size() const { return read_.size(); }

 private:
  void add(uint64_t number, std::string_view date) {
    std::erase_if(read_,
                  [&](const auto& each) { return each.first == number; });
    read_.emplace_back(number, date);
  }

  std::string path_;
  uint64_t parts_;
  std::vector<std::pair<uint64_t, std::string>> read_;
};

class Scrub {
 public:
  Scrub(std::string out, bool repair, ProblemSink& problems)
      : out_(std::move(out)),
        layout_{out_},
        repair_(repair),
        report_(out_, problems),
        known_(out_) {
    report_.ask(
        [this](const auto& path) { return remaking_.removable_unit(path); });
  }

  ScrubCounts run(const ScrubPart& part) {
    if (!is_there(layout_.build_record()) && !is_there(layout_.known_files())) {
      throw UsageError(out_ + ": is no build: there is no build.json");
    }
    std::optional<BuildReadLock> read_lock;
    if (repair_) {
      counts_.lock = std::make_unique<BuildLock>(out_);
      counts_.lock->only_reads();
    } else {
      read_lock.emplace(out_);
    }
    known_ = KnownFiles(out_);  // as it is under the lock
    ScrubMemory memory(layout_.scrub(), part.parts);
    counts_.number = part.number == 0 ? memory.oldest() : part.number;
    look_at_records();
    for (const KnownFiles::Whole& file : known_.whole_files()) {
      if (io::crc32(file.name) % part.parts + 1 == counts_.number) {
        ++counts_.files;
        counts_.bytes += file.size;
        look_at(file);
      } else if (repair_ && file.has_other_time) {
        look_at(file);  // a build that follows would take it as it is
      }
    }
    if (repair_) repair();
    memory.remember(counts_.number);
    counts_.parts_read = memory.size();
    counts_.differences = report_.differences();
    if (counts_.lock != nullptr && !counts_.needs_build) {
      if (!counts_.lock->after_failure()) counts_.lock->ended();
      counts_.lock.reset();
    }
    return std::move(counts_);
  }

 private:
  void tell(const char* id, const std::string& path, std::string text) {
    report_.report({Severity::kLost, id, path, {}, std::move(text)});
  }

  // Nothing is removed when no build can follow: without the records of steps
  // it runs all of them, and loses what is made of an archive that is away.
  void repair() {
    const std::string steps = layout_.build_steps();
    const bool has_steps = is_there(steps) && !report_.has(steps);
    if (!knows_record_ || !known_.can_compare() ||
        (!has_steps && remaking_.removable_unit(steps).empty())) {
      counts_.unrepaired = damaged_files_;
      return;
    }
    if (needs_publishing_ || !damaged_units_.empty() || !has_steps) {
      look_at_copied_shards();
    }
    choose_removals();
    if (would_publish_damage()) {
      counts_.unrepaired = damaged_files_;
      return;
    }
    counts_.lock->begins();
    if (needs_publishing_) {
      forget_published();
      ++counts_.removed;
    }
    for (const std::string& unit : removed_units_) remove(unit);
    if (!has_steps && fs::remove(steps)) ++counts_.removed;
    for (const std::string& path : damaged_files_) {
      if (!removed_units_.contains(remaking_.unit_of(path))) {
        counts_.unrepaired.insert(path);
      }
    }
    counts_.needs_build = counts_.removed > 0 || !has_steps;
  }

  // Units that wait for others follow these.
  void choose_removals() {
    for (size_t before = SIZE_MAX; before != removed_units_.size();) {
      before = removed_units_.size();
      for (const std::string& unit : damaged_units_) {
        if (removed_units_.contains(unit) ||
            remaking_.removable_unit(unit) != unit) {
          continue;
        }
        removed_units_.insert(unit);
        remaking_.note_removed(unit);
      }
    }
  }

  // The build that follows publishes all of OUT/shards.
  void look_at_copied_shards() {
    for (const KnownFiles::Whole& file : known_.whole_files()) {
      if (has_copy(file) && !report_.has(file.path) && !known_.is_whole(file)) {
        look_at(file);
      }
    }
  }

  // Whether a damaged file that stays would take the place of a whole one.
  [[nodiscard]] bool would_publish_damage() const {
    const auto files = known_.whole_files();
    return std::any_of(files.begin(), files.end(), [&](const auto& file) {
      return damaged_files_.contains(file.path) &&
             !removed_units_.contains(remaking_.unit_of(file.path)) &&
             has_whole_copy(file);
    });
  }

  // The file that searches read in place of one of OUT/shards.
  [[nodiscard]] std::string published_of(const std::string& path) const {
    const std::string shards = layout_.shards() + '/';
    if (!path.starts_with(shards)) return {};
    return index::shards_folder(out_) + '/' + path.substr(shards.size());
  }
  [[nodiscard]] bool has_copy(const KnownFiles::Whole& file) const {
    const std::string copy = published_of(file.path);
    return !copy.empty() && is_there(copy) && !is_one_file(copy, file.path);
  }
  [[nodiscard]] bool has_whole_copy(const KnownFiles::Whole& file) const {
    return has_copy(file) && known_.is_whole(file, published_of(file.path));
  }

  [[nodiscard]] bool is_own(const std::string& path) const {
    return path.starts_with(out_ + '/');
  }

  // The files that name all others.
  void look_at_records() {
    if (!known_.can_compare()) {
      const bool is_damaged = is_there(layout_.known_files());
      tell(is_damaged ? "build-damaged" : "build-missing",
           layout_.known_files(),
           std::string(is_damaged ? "is damaged" : "is missing") +
               ", so no file can be compared, and none is repaired; put back "
               "a copy of it, or check all with: " +
               shell_line({"wax-build", "--check", out_}) +
               ", and then take the files as they are" + report_.run_again());
    }
    const std::string next = "; put back a copy of it, or build a new folder";
    if (!is_there(layout_.build_record())) {
      tell("build-missing", layout_.build_record(), "is missing" + next);
      return;
    }
    try {
      record_ = load_build_record(out_, &report_);
      knows_record_ = true;
      remaking_.know(record_);
    } catch (const Error& error) {
      tell("build-damaged", layout_.build_record(), error.what() + next);
    }
    if (!is_there(layout_.build_steps())) {
      tell("build-missing", layout_.build_steps(),
           "is missing" + report_.run_all_steps());
    }
  }

  void look_at(const KnownFiles::Whole& file) {
    const std::string shards = layout_.shards() + '/';
    if (file.path.starts_with(shards)) {
      look_at_published(file, file.path.substr(shards.size()));
    }
    if (known_.is_whole(file)) return;
    const bool is_own_file = is_own(file.path);
    if (file.path == index::published_list(index::shards_folder(out_))) {
      needs_publishing_ = true;
      tell(is_there(file.path) ? "build-damaged" : "build-missing", file.path,
           "is not as the last build left it" + report_.run_again());
      return;
    }
    if (is_own_file) damaged_files_.insert(file.path);
    const std::string unit =
        is_own_file ? remaking_.unit_of(file.path) : std::string();
    const std::string next =
        remaking_.removable_unit(file.path).empty() && has_whole_copy(file)
            ? "; put back a copy of " + published_of(file.path) +
                  ", which is whole, before a build publishes this one"
            : report_.make_again(file.path);
    if (!is_there(file.path)) {
      tell("build-missing", file.path,
           unit.empty() ? "is missing" + next
                        : "is missing" + report_.run_again());
    } else if (file.has_other_time) {
      tell("build-changed", file.path,
           "is not as the last build left it" +
               (unit.empty() ? report_.run_again() : next));
    } else {
      tell("build-damaged", file.path,
           "has other bytes than the last build " +
               std::string(is_own_file ? "wrote" : "read") + next);
    }
    if (!unit.empty()) damaged_units_.insert(unit);
  }

  // Searches read OUT/pindexes, whose files are those of OUT/shards unless the
  // folder was copied.
  void look_at_published(const KnownFiles::Whole& file,
                         const std::string& name) {
    const std::string published = index::shards_folder(out_) + '/';
    const size_t shard_end = name.find('/');
    const std::string folder =
        published + name.substr(0, name.find('/', shard_end + 1));
    const std::string path = published + name;
    if (!is_there(published + name.substr(0, shard_end)) ||
        is_one_file(path, file.path)) {
      return;
    }
    if (known_.is_whole(file, path)) return;
    tell(is_there(path) ? "build-damaged" : "build-missing", path,
         "is not as the last build left it" + report_.make_again(folder));
    const std::string shard =
        layout_.shards() + '/' + name.substr(0, shard_end);
    const bool is_made = !remaking_.removable_unit(folder).empty() ||
                         !remaking_.removable_unit(shard).empty();
    needs_publishing_ = needs_publishing_ || is_made;
  }

  void remove(const std::string& unit) {
    if (unit.starts_with(layout_.shards() + '/')) forget_published();
    fs::remove_all(unit);
    ++counts_.removed;
  }

  // The next build makes OUT/pindexes anew, of OUT/shards, and then puts it in
  // the place of this one, which searches read until then.
  void forget_published() {
    fs::remove(index::published_list(index::shards_folder(out_)));
  }

  std::string out_;
  Layout layout_;
  bool repair_;
  CheckReport report_;
  KnownFiles known_;
  Remaking remaking_{out_, known_};
  BuildRecord record_;
  bool knows_record_ = false;
  bool needs_publishing_ = false;
  std::set<std::string> damaged_files_;
  std::set<std::string> damaged_units_;
  std::set<std::string> removed_units_;
  ScrubCounts counts_;
};

}  // namespace

ScrubPart scrub_part_of(std::string_view text) {
  const size_t slash = text.find('/');
  if (slash != text.npos) {
    const std::string_view first = text.substr(0, slash);
    const auto number = first == "next" ? 0 : text::whole_number(first);
    const auto parts = text::whole_number(text.substr(slash + 1));
    if (number && parts && *parts > 0 && *parts <= kMostParts &&
        *number <= *parts && (*number > 0 || first == "next")) {
      return {*number, *parts};
    }
  }
  throw UsageError(
      "a part is a number and the number of parts, such as 3/52, "
      "or next/52, not '" +
      std::string(text) + "'");
}

ScrubCounts scrub_build(const std::string& out, const ScrubPart& part,
                        bool repair, ProblemSink& problems) {
  return Scrub(out, repair, problems).run(part);
}

}  // namespace wax::collection
