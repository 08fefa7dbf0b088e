#include "collection/archives/known_files.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "collection/archives/known_sums.h"
#include "collection/layout.h"
#include "collection/record/step.h"
#include "index/store/shard_folder.h"
#include "io/byte_source.h"
#include "io/crc32.h"
#include "io/error.h"
#include "io/file_stamp.h"
#include "io/folder.h"
#include "io/inputs/input_files.h"
#include "io/output.h"
#include "text/number.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFirstWord = "wax-build-files-1";
// The second line: CRC-32 of all others. Builds of former versions have none,
// and those versions pass over it.
constexpr std::string_view kSumLine = "sum ";
constexpr std::string_view kBelowOut = "OUT/";

using Ranges = KnownSums;

std::string bytes_stamp(const std::string& path) {
  return io::file_stamp(path, io::StampOf::kBytes);
}

// The time as file_stamp() and folder_stamp() write it.
std::optional<timespec> time_in(std::string_view stamp) {
  stamp.remove_prefix(stamp.find(' ') + 1);
  const size_t point = stamp.find('.');
  if (point == stamp.npos) return {};
  const auto seconds = text::whole_number(stamp.substr(0, point));
  const auto nanoseconds = text::whole_number(stamp.substr(point + 1));
  if (!seconds || !nanoseconds) return {};
  timespec time{};
  time.tv_sec = static_cast<time_t>(*seconds);
  time.tv_nsec = static_cast<decltype(time.tv_nsec)>(*nanoseconds);
  return time;
}

bool set_time(const std::string& path, const timespec& time) {
  timespec times[2] = {{}, time};
  times[0].tv_nsec = UTIME_OMIT;
  return ::utimensat(AT_FDCWD, path.c_str(), times, 0) == 0;
}

// The bytes from the next one to `end`.
io::SummedRange sum_to(uint64_t end, io::FileSource& source) {
  io::SummedRange range{source.offset(), source.offset(), 0};
  while (range.end < end) {
    std::string_view bytes = source.peek().substr(0, end - range.end);
    if (bytes.empty()) break;
    range.sum = io::crc32(bytes, range.sum);
    range.end += bytes.size();
    source.consume(bytes.size());
  }
  return range;
}

Ranges sums_of(const std::string& path) {
  const auto range = sum_to(UINT64_MAX, *io::open_file(path));
  return range.end == 0 ? Ranges() : Ranges{range};
}

bool has_bytes(const std::string& path, const Ranges& ranges) {
  auto source = io::open_file(path);
  return std::all_of(ranges.begin(), ranges.end(), [&](const auto& range) {
    return source->seek(range.begin) && sum_to(range.end, *source) == range;
  });
}

// What a step has read of each file; none when it did not say.
std::map<std::string, Ranges> read_sums(const std::string& list) {
  if (!is_there(list)) return {};
  return io::parse_read_sums(io::read_all(*io::open_file(list), UINT64_MAX));
}

// The file that has the bytes: of an archive in a WACZ, that one. Empty: on
// another machine.
std::string file_with(const std::string& archive) {
  std::string file = archive;
  if (const auto inside = io::entry_path(archive)) file = inside->zip;
  return io::is_url(file) ? std::string() : file;
}

std::string_view last_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// What the last step that read the archive knew of it; empty: none did.
std::string read_stamp(const BuildRecord& record, const Batch& batch,
                       const std::string& archive) {
  for (const char* step : {"/captures", "/import"}) {
    const StepRecord* ran = record.steps.find(batch.name + step);
    if (ran == nullptr) continue;
    const auto found = ran->inputs.find(archive);
    if (found != ran->inputs.end()) return found->second;
  }
  return {};
}

}  // namespace

// What the steps of a batch have read of its archives.
struct KnownFiles::BatchSums {
  Layout layout;
  std::string batch;
  std::optional<std::map<std::string, Ranges>> captures = {};
  std::map<std::string, Ranges> import = {};

  Ranges of(const std::string& path, std::string_view stamp) {
    if (!captures) {
      captures = read_sums(layout.read_sums(batch, "captures"));
      import = read_sums(layout.read_sums(batch, "import"));
    }
    Ranges read = (*captures)[path];
    if (has_all_bytes(read, stamp)) return read;
    // An import that was stopped and went on has not read all of them again.
    const Ranges& imported = import[path];
    if (imported.empty() || has_all_bytes(imported, stamp)) return imported;
    read.insert(read.end(), imported.begin(), imported.end());
    return read;
  }
};

KnownFiles::KnownFiles(std::string out) : out_(std::move(out)) {
  const std::string path = Layout{out_}.known_files();
  if (!is_there(path)) return;
  is_damaged_ = !read(io::read_all(*io::open_file(path), UINT64_MAX));
  if (is_damaged_) {
    files_.clear();
    own_time_.clear();
    former_out_.clear();
  }
  is_copied_ = !own_time_.empty() && own_time_ != folder_stamp(path);
}

bool KnownFiles::read(std::string_view text) {
  if (!text.ends_with('\n')) return false;
  auto next_line = [&] {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() + 1);
    return line;
  };
  auto next_word = [](std::string_view& line) {
    const std::string_view word = line.substr(0, line.find(' '));
    line.remove_prefix(std::min(line.size(), word.size() + 1));
    return word;
  };
  std::string_view first = next_line();
  uint32_t sum = io::crc32("\n", io::crc32(first));
  if (next_word(first) != kFirstWord) return false;
  own_time_ = next_word(first);
  former_out_ = first;
  if (!time_in(own_time_) || first.empty()) return false;
  const bool has_sum = text.starts_with(kSumLine);
  if (has_sum) {
    const auto known = text::whole_number(next_line().substr(kSumLine.size()));
    sum = io::crc32(text, sum);
    if (known != sum) return false;
  }
  while (!text.empty()) {
    std::string_view line = next_line();
    File file;
    const std::string_view size = next_word(line);
    file.is_folder = size == "-";
    if (!file.is_folder) file.stamp.append(size).append(" ");
    file.stamp += next_word(line);
    if (!file.is_folder) {
      auto ranges = sums_in(next_word(line), file.stamp);
      if (!ranges && !has_sum) return false;
      if (!ranges) continue;
      file.ranges = std::move(*ranges);
    }
    if (line.empty()) return false;
    files_.emplace(line, std::move(file));
  }
  return has_sum || !files_.empty();
}

std::string KnownFiles::name_of(const std::string& path) const {
  if (!path.starts_with(out_ + '/')) return path;
  return std::string(kBelowOut) + path.substr(out_.size() + 1);
}

std::string KnownFiles::path_of(const std::string& name) const {
  if (!name.starts_with(kBelowOut)) return name;
  return out_ + '/' + name.substr(kBelowOut.size());
}

bool KnownFiles::has_same_bytes(const std::string& known,
                                const std::string& was,
                                const std::string& path) const {
  const std::string file = file_with(path);
  const auto found = files_.find(name_of(file_with(known)));
  if (file.empty() || found == files_.end() || found->second.is_folder ||
      found->second.stamp != was ||
      size_in(bytes_stamp(file)) != size_in(was)) {
    return false;
  }
  // Several questions are about one archive that has moved.
  static std::map<std::string, bool> answers;
  const std::string question = bytes_stamp(file) + ' ' +
                               sums_text(found->second.ranges, was) + ' ' +
                               file;
  const auto answer = answers.find(question);
  if (answer != answers.end()) return answer->second;
  try {
    return answers[question] = has_bytes(file, found->second.ranges);
  } catch (const IoError&) {
    return false;  // it is read, and told, by the step
  }
}

std::vector<KnownFiles::Whole> KnownFiles::whole_files() const {
  std::vector<Whole> files;
  for (const auto& [name, file] : files_) {
    if (file.is_folder) continue;
    const std::string path = path_of(name);
    files.push_back({name, path,
                     text::whole_number(size_in(file.stamp)).value_or(0),
                     bytes_stamp(path) != file.stamp});
  }
  return files;
}

bool KnownFiles::is_whole(const Whole& file, const std::string& path) const {
  const auto known = files_.find(file.name);
  return known != files_.end() &&
         has_same_bytes(file.path, known->second.stamp,
                        path.empty() ? file.path : path);
}

size_t KnownFiles::give_times_back() const {
  if (!is_copied_) return 0;
  size_t count = 0;
  for (const auto& [name, file] : files_) {
    if (!name.starts_with(kBelowOut) || file.is_folder) continue;
    const std::string path = path_of(name);
    const auto time = time_in(file.stamp);
    if (!time || bytes_stamp(path) == file.stamp ||
        !has_same_bytes(path, file.stamp, path)) {
      continue;
    }
    if (set_time(path, *time)) ++count;
  }
  for (const auto& [name, file] : files_) {
    const auto time = time_in(file.stamp);
    if (file.is_folder && time) set_time(path_of(name), *time);
  }
  // A pass that was killed begins again.
  const auto own_time = time_in(own_time_);
  if (own_time) set_time(Layout{out_}.known_files(), *own_time);
  return count;
}

size_t KnownFiles::know_copied_archives(BuildRecord& record) const {
  size_t count = 0;
  for (const Batch& batch : record.batches) {
    for (const std::string& archive : batch.archives) {
      const std::string file = file_with(archive);
      if (file.empty()) continue;
      const std::string was = read_stamp(record, batch, archive);
      const std::string is = bytes_stamp(file);
      if (was.empty() || was == is || is == kMissing ||
          !has_same_bytes(archive, was, archive)) {
        continue;
      }
      ++count;
      for (const char* step : {"/captures", "/import"}) {
        const StepRecord* ran = record.steps.find(batch.name + step);
        if (ran == nullptr) continue;
        const auto found = ran->inputs.find(archive);
        if (found == ran->inputs.end() || found->second != was) continue;
        StepRecord changed = *ran;
        changed.inputs[archive] = is;
        record.steps.set(batch.name + step, std::move(changed));
      }
    }
  }
  if (count > 0) save_steps(record.steps, out_);
  return count;
}

std::vector<ArchiveMove> KnownFiles::moves_with_out(
    const BuildRecord& record) const {
  std::vector<ArchiveMove> moves;
  for (const Batch& batch : record.batches) {
    for (const std::string& archive : missing_archives(batch)) {
      const std::string place = place_now(archive);
      const std::string was = read_stamp(record, batch, archive);
      if (place != archive && has_same_bytes(archive, was, place)) {
        moves.push_back({archive, place});
      }
    }
  }
  return moves;
}

std::string KnownFiles::place_now(const std::string& path) const {
  const fs::path now = fs::canonical(out_);
  std::error_code none;
  if (former_out_.empty() || now == former_out_ || path.empty() ||
      io::is_url(path) || fs::exists(path, none)) {
    return path;
  }
  std::string place = (now / fs::path(path).lexically_relative(former_out_))
                          .lexically_normal()
                          .string();
  return is_there(file_with(place)) ? place : path;
}

void KnownFiles::add_file(const std::string& path, Files& files) const {
  if (path.find('\n') != path.npos) return;
  const std::string name = name_of(path);
  if (files.contains(name)) return;
  File file{.stamp = bytes_stamp(path), .ranges = {}};
  const auto known = files_.find(name);
  if (known != files_.end() && known->second.stamp == file.stamp) {
    file.ranges = known->second.ranges;
  } else {
    try {
      file.ranges = sums_of(path);
    } catch (const IoError&) {
      return;  // the steps tell it
    }
    if (bytes_stamp(path) != file.stamp) return;  // it changes
  }
  files.emplace(name, std::move(file));
}

void KnownFiles::add_archive(const std::string& path, BatchSums& sums,
                             const ByLastName& former, Files& files) const {
  const std::string name = name_of(path);
  File file{.stamp = bytes_stamp(path), .ranges = {}};
  const auto known = files_.find(name);
  const bool is_known =
      known != files_.end() && known->second.stamp == file.stamp;
  if (!is_known && !files.contains(name) && path.find('\n') == path.npos) {
    Ranges read = sums.of(path, file.stamp);
    const auto [first, last] = former.equal_range(last_name(name));
    for (auto one = first; one != last && read.empty(); ++one) {
      const auto& [known_name, known_file] = *one->second;  // it was moved
      if (known_file.stamp == file.stamp ||
          has_same_bytes(path_of(known_name), known_file.stamp, path)) {
        read = known_file.ranges;
      }
    }
    if (!read.empty()) {
      file.ranges = std::move(read);
      files.emplace(name, std::move(file));
      return;
    }
  }
  add_file(path, files);
}

void KnownFiles::add_folder(const std::string& folder, Files& files) const {
  if (!fs::is_directory(folder)) return;
  files[name_of(folder)] = {folder_stamp(folder), {}, true};
  for (const std::string& entry : io::entries_of(folder)) {
    if (fs::is_symlink(entry)) continue;
    if (fs::is_directory(entry)) {
      add_folder(entry, files);
    } else if (fs::is_regular_file(entry)) {
      add_file(entry, files);
    }
  }
}

void KnownFiles::remember(const BuildRecord& record,
                          const std::set<std::string>& damaged) const {
  const Layout layout{out_};
  Files files;
  ByLastName former;
  for (const auto& known : files_) {
    former.emplace(last_name(known.first), &known);
  }
  for (const Batch& batch : record.batches) {
    BatchSums sums{layout, batch.name};
    for (const std::string& archive : batch.archives) {
      const std::string file = file_with(archive);
      if (!file.empty() &&
          bytes_stamp(file) == read_stamp(record, batch, archive)) {
        add_archive(file, sums, former, files);
      } else if (const auto known = files_.find(file); known != files_.end()) {
        files.insert(*known);  // it is away, or not read yet
      }
    }
    for (const char* step : {"captures", "import"}) {
      std::error_code none;
      fs::remove(layout.read_sums(batch.name, step),
                 none);  // they are known now
    }
  }
  for (const std::string& folder :
       {layout.batches(), layout.shards(), layout.all_merged_versions(),
        layout.all_merged_captures(), layout.all_merged_digests(),
        layout.links(), layout.ranks()}) {
    add_folder(folder, files);
  }
  for (const std::string& file :
       {layout.captures_list(),
        index::published_list(index::shards_folder(out_))}) {
    if (is_there(file)) add_file(file, files);
  }
  for (const std::string& path : damaged) {
    const auto was = files_.find(name_of(path));
    if (was != files_.end()) files.insert_or_assign(was->first, was->second);
  }
  std::string text;
  for (const auto& [name, file] : files) {
    text += file.is_folder
                ? "- " + file.stamp
                : file.stamp + ' ' + sums_text(file.ranges, file.stamp);
    text += ' ' + name + '\n';
  }
  const std::string path = layout.known_files();
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  auto output = io::open_output(path, /*force=*/true);
  const std::string first =
      std::string(kFirstWord) + ' ' + std::to_string(now.tv_sec) + '.' +
      std::to_string(now.tv_nsec) + ' ' + fs::canonical(out_).string() + '\n';
  const uint32_t sum = io::crc32(text, io::crc32(first));
  output->write(first);
  output->write(std::string(kSumLine) + std::to_string(sum) + '\n');
  output->write(text);
  output->finish();
  // By this time a copy that has another one is noticed.
  set_time(path, now);
}

}  // namespace wax::collection
