#include "collection/archives/archive_moves.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "cdx/format/capture.h"
#include "collection/archives/known_files.h"
#include "collection/archives/names_problems.h"
#include "collection/layout.h"
#include "collection/record/build_folder.h"
#include "collection/record/command.h"
#include "collection/record/known_problems.h"
#include "collection/record/step.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "io/inputs/wacz.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

// The steps that read the archives of a batch: "/" and the step.
constexpr const char* kReadingSteps[] = {"/captures", "/import"};

std::string_view outer_file(std::string_view archive) {
  if (auto inside = io::entry_path(archive)) return inside->zip;
  return archive;
}

bool is_gone(const std::string& archive) {
  return has_stamp(archive) && stamp(archive) == kMissing;
}

// The path without `folder`: "" for the folder itself, "/b" below it.
std::optional<std::string_view> path_below(std::string_view path,
                                           std::string_view folder) {
  if (!path.starts_with(folder)) return {};
  path.remove_prefix(folder.size());
  if (!path.empty() && path.front() != '/' && !path.starts_with("!/")) {
    return {};
  }
  return path;
}

std::string without_slashes(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

// The path as ArchivePaths names an archive, or that of a folder.
std::string known_path(const std::string& path) {
  return ArchivePaths().of(without_slashes(path));
}

// The stamp that the archive had when its captures were listed; empty: never.
std::string known_stamp(const BuildRecord& record, const Batch& batch,
                        const std::string& archive) {
  const StepRecord* ran = record.steps.find(batch.name + kReadingSteps[0]);
  if (ran == nullptr) return {};
  auto found = ran->inputs.find(archive);
  return found == ran->inputs.end() ? std::string() : found->second;
}

// Where an archive is known by another name, or no longer (empty).
void change_steps(const Batch& batch, const std::string& from,
                  const std::string& to, const KnownFiles& files,
                  BuildRecord& record) {
  for (const char* step : kReadingSteps) {
    const StepRecord* ran = record.steps.find(batch.name + step);
    if (ran == nullptr || !ran->inputs.contains(from)) continue;
    StepRecord changed = *ran;
    auto known = changed.inputs.extract(from);
    std::erase(changed.unread, from);
    if (to.empty()) changed.command.clear();  // it is run again
    if (!to.empty() && own_name(from) == own_name(to) &&
        (known.mapped() == stamp(to) ||
         files.has_same_bytes(from, known.mapped(), to))) {
      changed.inputs[to] = stamp(to);
    }
    record.steps.set(batch.name + step, std::move(changed));
  }
}

// A build that is killed here makes the lists again from its record.
void save_places(const std::string& out, const std::set<size_t>& batches,
                 const BuildRecord& record) {
  for (size_t batch : batches) {
    const BatchLayout files{Layout{out}.batch(record.batches[batch].name)};
    ::unlink(files.archives().c_str());
  }
  save_steps(record.steps, out);
  save_build_record(record, out);
  restore_batches(out, record);
}

// Stands for captures, in whatever order they are.
struct Records {
  uint64_t count = 0;
  size_t sum = 0;

  void add(std::string_view line) {
    size_t end = 0;
    for (int field = 0; field < 6 && end < line.size(); ++field) {
      end = std::min(line.find(' ', end + 1), line.size());
    }
    ++count;
    sum += std::hash<std::string_view>()(line.substr(0, end));
  }
  auto operator<=>(const Records&) const = default;
};

// By the last column: the name of the file.
std::map<std::string, Records> records_by_file(const std::string& captures) {
  std::map<std::string, Records> records;
  if (!is_there(captures)) return records;
  auto lines = cdx::open_lines(captures);
  for (std::string_view line; lines->next(line);) {
    if (line.starts_with(' ') || line.starts_with('#')) continue;
    records[std::string(line.substr(line.rfind(' ') + 1))].add(line);
  }
  return records;
}

class MovesByRecords {
 public:
  MovesByRecords(std::string out, const BuildRecord& record, std::string tools)
      : out_(std::move(out)), record_(record), tools_(std::move(tools)) {}

  // Archives of a batch, of which no two have one name.
  void add(const Batch& batch, const std::vector<std::string>& missing) {
    const BatchLayout files{Layout{out_}.batch(batch.name)};
    std::map<std::string, Records> all = records_by_file(files.captures());
    std::map<std::string_view, size_t> names;
    for (const auto& archive : batch.archives) ++names[own_name(archive)];
    for (const std::string& archive : missing) {
      std::string name;
      cdx::append_column(own_name(archive), ' ', name);
      auto found = all.find(name);
      if (found != all.end() && names[own_name(archive)] == 1) {
        missing_.emplace(found->second, archive);
      }
    }
  }

  // The missing archive that has the captures of this one.
  [[nodiscard]] std::optional<std::string> take(const std::string& archive) {
    if (missing_.empty()) return {};
    std::map<std::string, Records> all;
    list_captures(
        out_, record_, archive, tools_,
        [&](const std::string& listed) { all = records_by_file(listed); });
    if (all.size() != 1) return {};
    auto found = missing_.find(all.begin()->second);
    if (found == missing_.end()) return {};
    return missing_.extract(found).mapped();
  }

 private:
  std::string out_;
  const BuildRecord& record_;
  std::string tools_;
  std::multimap<Records, std::string> missing_;
};

}  // namespace

std::string_view own_name(std::string_view archive) {
  const size_t slash = outer_file(archive).rfind('/');
  return archive.substr(slash == archive.npos ? 0 : slash + 1);
}

void list_captures(const std::string& out, const BuildRecord& record,
                   const std::string& archive, const std::string& tools,
                   const std::function<void(const std::string&)>& use) {
  struct Listed {
    // Removed with all parts when this is killed.
    std::string path;
    ~Listed() { ::unlink(path.c_str()); }
  };
  const Listed listed{Layout{out}.build_record() + ".part-listed"};
  std::vector<std::string> words = {"wax-warc-indexer", "--quiet",   "--force",
                                    "--problems",       "/dev/null", "--output",
                                    listed.path};
  if (io::opens_remote_files()) words.emplace_back("--remote");
  words.insert(words.end(), record.identity.begin(), record.identity.end());
  words.insert(words.end(), {"--", archive});
  Ended ended = run_tool(words, tools);
  if (ended.signal != 0 || ended.exit_code > 1) {
    throw Error("wax-warc-indexer ended by " + ended.text());
  }
  use(listed.path);
}

std::vector<std::string> missing_archives(const Batch& batch) {
  std::vector<std::string> missing;
  std::copy_if(batch.archives.begin(), batch.archives.end(),
               std::back_inserter(missing), is_gone);
  return missing;
}

void follow_archives(const std::string& out,
                     const std::vector<ArchiveMove>& moves,
                     BuildRecord& record) {
  const KnownFiles known(out);
  std::map<std::string_view, std::string_view> places;
  for (const ArchiveMove& move : moves) places.emplace(move.from, move.to);
  std::set<size_t> changed;
  for (size_t i = 0; i < record.batches.size(); ++i) {
    Batch& batch = record.batches[i];
    for (std::string& archive : batch.archives) {
      auto place = places.find(archive);
      if (place == places.end()) continue;
      change_steps(batch, archive, std::string(place->second), known, record);
      archive = place->second;
      changed.insert(i);
    }
  }
  if (changed.empty()) return;
  std::map<std::string, std::string> files;
  for (const ArchiveMove& move : moves) files.emplace(move.from, move.to);
  move_problems(Layout{out}.accepted_problems(), files);
  for (size_t batch : changed) {
    const BatchLayout layout{Layout{out}.batch(record.batches[batch].name)};
    for (const char* step : kReadingSteps) {
      move_problems(layout.problems(step + 1), files);
    }
  }
  save_places(out, changed, record);
}

std::vector<ArchiveMove> moves_between(const BuildRecord& record,
                                       const std::string& from,
                                       const std::string& to) {
  const std::string old = known_path(from);
  const std::string now = known_path(to);
  std::vector<ArchiveMove> moves;
  for (const Batch& batch : record.batches) {
    for (const std::string& archive : batch.archives) {
      auto rest = path_below(archive, old);
      if (!rest || !is_gone(archive)) continue;
      std::string place = now + std::string(*rest);
      if (rest->empty() && fs::is_directory(now)) {
        place.append("/").append(own_name(archive));
      }
      if (is_gone(place)) {
        throw UsageError(archive + ": is not at " + place +
                         "; nothing was changed");
      }
      moves.push_back({archive, std::move(place)});
    }
  }
  if (moves.empty()) {
    throw UsageError(from + ": no archive of the build is missing there");
  }
  return moves;
}

std::vector<ArchiveMove> find_moves(const std::string& out,
                                    const BuildRecord& record,
                                    const std::vector<std::string>& archives,
                                    const std::string& tools) {
  std::set<std::string_view> known;
  for (const Batch& batch : record.batches) {
    known.insert(batch.archives.begin(), batch.archives.end());
  }
  std::multimap<std::pair<std::string_view, std::string>, std::string_view>
      places;  // by name and stamp
  std::set<std::string_view> others;
  for (const std::string& archive : archives) {
    if (io::is_url(archive) || known.contains(archive)) continue;
    auto copy = record.copies.find(archive);
    if (copy != record.copies.end() && !is_gone(copy->second.of)) continue;
    places.emplace(std::pair(own_name(archive), stamp(archive)), archive);
    others.insert(archive);
  }
  std::vector<ArchiveMove> moves;
  if (others.empty()) return moves;
  const KnownFiles files(out);
  // A copy has another time.
  auto copy_of = [&](const std::string& archive, const std::string& was) {
    return std::find_if(places.begin(), places.end(), [&](const auto& place) {
      return place.first.first == own_name(archive) &&
             files.has_same_bytes(archive, was, std::string(place.second));
    });
  };
  MovesByRecords by_records(out, record, tools);
  for (const Batch& batch : record.batches) {
    std::vector<std::string> left;
    for (std::string& archive : missing_archives(batch)) {
      const std::string was = known_stamp(record, batch, archive);
      auto place = places.find({own_name(archive), was});
      if (place == places.end()) place = copy_of(archive, was);
      if (place == places.end()) {
        left.push_back(std::move(archive));
        continue;
      }
      others.erase(place->second);
      moves.push_back({std::move(archive), std::string(place->second)});
      places.erase(place);
    }
    if (!left.empty()) by_records.add(batch, left);
  }
  for (std::string_view archive : others) {
    std::string to(archive);
    if (auto from = by_records.take(to)) moves.push_back({*from, to});
  }
  return moves;
}

size_t forget_archives(const std::string& out, const std::string& name,
                       BuildRecord& record) {
  const std::string path = known_path(name);
  const KnownFiles known(out);
  std::set<size_t> changed;
  size_t count = 0;
  for (size_t i = 0; i < record.batches.size(); ++i) {
    Batch& batch = record.batches[i];
    count += std::erase_if(batch.archives, [&](const std::string& archive) {
      if (archive != name && own_name(archive) != name &&
          !path_below(archive, path)) {
        return false;
      }
      change_steps(batch, archive, {}, known, record);
      changed.insert(i);
      return true;
    });
  }
  count += forget_names_problems(out, name, path);
  if (count == 0) {
    throw UsageError(name + ": the build has no such archive");
  }
  if (!changed.empty()) save_places(out, changed, record);
  return count;
}

}  // namespace wax::collection
