#include "collection/publish/scrub.h"

#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "collection/archives/known_files.h"
#include "collection/layout.h"
#include "collection/record/build_folder.h"
#include "collection/record/build_record.h"
#include "collection/record/check_report.h"
#include "collection/record/step.h"
#include "index/store/shard_folder.h"
#include "io/byte_source.h"
#include "io/crc32.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "io/output.h"
#include "text/number.h"
#include "warc/record/date.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMostParts = 100'000;

bool is_one_file(const std::string& a, const std::string& b) {
  struct stat first{};
  struct stat second{};
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
        known_(out_) {}

  ScrubCounts run(const ScrubPart& part) {
    if (!is_there(layout_.build_record()) && !is_there(layout_.known_files())) {
      throw UsageError(out_ + ": is no build: there is no build.json");
    }
    BuildReadLock lock(out_);
    ScrubMemory memory(layout_.scrub(), part.parts);
    counts_.number = part.number == 0 ? memory.oldest() : part.number;
    look_at_records();
    for (const KnownFiles::Whole& file : known_.whole_files()) {
      note_index(file.path);
      if (io::crc32(file.name) % part.parts + 1 != counts_.number) continue;
      ++counts_.files;
      counts_.bytes += file.size;
      look_at(file);
    }
    for (const std::string& unit : damaged_units_) remove(unit);
    remove_damaged_steps();
    counts_.needs_build =
        repair_ && knows_record_ &&
        (counts_.removed > 0 || known_.is_damaged() ||
         !is_there(layout_.known_files()) || !is_there(layout_.build_steps()));
    memory.remember(counts_.number);
    counts_.parts_read = memory.size();
    counts_.differences = report_.differences();
    return counts_;
  }

 private:
  void tell(const char* id, const std::string& path, std::string text) {
    report_.report({Severity::kLost, id, path, {}, std::move(text)});
  }

  // The files that name all others.
  void look_at_records() {
    if (known_.is_damaged()) {
      tell("build-damaged", layout_.known_files(),
           "is damaged" + report_.run_again());
    } else if (!is_there(layout_.known_files())) {
      tell("build-missing", layout_.known_files(),
           "is missing, so nothing can be compared" + report_.run_again());
    }
    const std::string next = "; put back a copy of it, or build a new folder";
    if (!is_there(layout_.build_record())) {
      tell("build-missing", layout_.build_record(), "is missing" + next);
      return;
    }
    try {
      record_ = load_build_record(out_, &report_);
      knows_record_ = true;
    } catch (const Error& error) {
      tell("build-damaged", layout_.build_record(), error.what() + next);
    }
    if (!is_there(layout_.build_steps())) {
      tell("build-missing", layout_.build_steps(),
           "is missing" + report_.run_again() + ", which runs all steps again");
    }
  }

  void look_at(const KnownFiles::Whole& file) {
    const std::string shards = layout_.shards() + '/';
    if (file.path.starts_with(shards)) {
      look_at_published(file, file.path.substr(shards.size()));
    }
    if (known_.is_whole(file)) return;
    const bool is_own = file.path.starts_with(out_ + '/');
    const std::string unit = is_own ? unit_of(file.path) : std::string();
    const std::string next = !is_made(unit)      ? "; put back a copy of it"
                             : unit == file.path ? report_.make_again()
                                                 : report_.make_again(unit);
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
               std::string(is_own ? "wrote" : "read") + next);
    }
    if (!unit.empty()) damaged_units_.insert(unit);
  }

  // Who removes what nothing can make again loses it.
  [[nodiscard]] bool is_made(const std::string& unit) {
    if (unit.empty()) return false;
    const auto [known, is_new] = is_made_.try_emplace(unit);
    if (is_new) known->second = can_be_made(unit);
    return known->second;
  }

  void note_index(const std::string& path) {
    if (!path.starts_with(layout_.shards() + '/')) return;
    const std::string unit = unit_of(path);
    const std::string name = path.substr(unit.size() + 1);
    indexes_of_[unit].insert(name.substr(0, name.find('/')));
  }

  // Searches read OUT/pindexes, whose files are those of OUT/shards unless the
  // folder was copied.
  void look_at_published(const KnownFiles::Whole& file,
                         const std::string& name) {
    const std::string published = index::shards_folder(out_) + '/';
    const size_t shard = name.find('/');
    const std::string folder =
        published + name.substr(0, name.find('/', shard + 1));
    const std::string path = published + name;
    if (!is_there(published + name.substr(0, shard)) ||
        is_one_file(path, file.path)) {
      return;
    }
    if (known_.is_whole(file, path)) return;
    tell(is_there(path) ? "build-damaged" : "build-missing", path,
         "is not as the last build left it" + report_.make_again(folder));
    damaged_units_.insert(folder);
  }

  // What is made by one step; empty: nothing makes it again, or what it is made
  // of is not in the collection.
  [[nodiscard]] std::string unit_of(const std::string& path) const {
    const fs::path below = fs::path(path).lexically_relative(out_);
    auto part = below.begin();
    const std::string first = (fs::path(out_) / *part).string();
    const std::string made[] = {layout_.batches(),
                                layout_.shards(),
                                layout_.links(),
                                layout_.all_merged_versions(),
                                layout_.all_merged_captures(),
                                layout_.all_merged_digests(),
                                layout_.captures_list()};
    if (std::find(std::begin(made), std::end(made), first) == std::end(made)) {
      return {};
    }
    fs::path unit = first;
    size_t depth = first == layout_.batches() ? 2 : 1;
    while (depth-- > 0 && ++part != below.end()) unit /= *part;
    // Two lists of archives are what a batch is.
    if (first == layout_.batches() && unit.filename() == "archives") return {};
    return unit.string();
  }

  void remove(const std::string& unit) {
    if (!repair_ || !can_be_made(unit)) return;
    fs::remove_all(unit);
    // Searches have the same files there; columns that no build makes stay.
    const std::string shards = layout_.shards() + '/';
    if (unit.starts_with(shards)) {
      const std::string published =
          index::shards_folder(out_) + '/' + unit.substr(shards.size());
      for (const std::string& name : indexes_of_[unit]) {
        fs::remove_all(published + '/' + name);
      }
    }
    removed_units_.insert(unit);
    ++counts_.removed;
  }

  // Without the file all steps run again, which needs the archives.
  void remove_damaged_steps() {
    const std::string steps = layout_.build_steps();
    if (!repair_ || !knows_record_ || !report_.has(steps)) return;
    const auto files = known_.whole_files();
    const bool are_whole =
        std::all_of(files.begin(), files.end(), [&](const auto& file) {
          return file.path.starts_with(out_ + '/') || known_.is_whole(file);
        });
    if (!are_whole || known_.is_damaged() || !fs::remove(steps)) return;
    ++counts_.removed;
  }

  // Whether all that a unit is made of is there and whole, as far as its
  // checksums are known, and the unit has none of the archives.
  [[nodiscard]] bool can_be_made(const std::string& unit) const {
    if (!knows_record_ || known_.is_damaged()) return false;
    const bool is_of_batch = unit.starts_with(layout_.batches() + '/');
    const std::string batch =
        is_of_batch ? fs::path(unit).parent_path().filename().string() : "";
    std::set<std::string> needed;
    for (const Batch& each : record_.batches) {
      for (const std::string& archive : each.archives) {
        const std::string file(io::outer_file(archive));
        if (file == unit || file.starts_with(unit + '/')) return false;
        if (is_of_batch && each.name == batch) needed.insert(file);
      }
      const std::string segment =
          BatchLayout{layout_.batch(each.name)}.segment();
      if (!is_of_batch && !removed_units_.contains(segment)) {
        needed.insert(segment);
      }
    }
    std::set<std::string> found;
    for (const KnownFiles::Whole& file : known_.whole_files()) {
      const std::string whole = is_of_batch ? file.path : unit_of(file.path);
      if (!needed.contains(whole)) continue;
      if (!known_.is_whole(file)) return false;
      found.insert(whole);
    }
    return !needed.empty() && found == needed;
  }

  std::string out_;
  Layout layout_;
  bool repair_;
  CheckReport report_;
  KnownFiles known_;
  BuildRecord record_;
  bool knows_record_ = false;
  std::set<std::string> damaged_units_;  // batches before shards
  std::set<std::string> removed_units_;
  std::map<std::string, bool> is_made_;  // units, before any is removed
  // The indexes of each shard in OUT/shards.
  std::map<std::string, std::set<std::string>> indexes_of_;
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
