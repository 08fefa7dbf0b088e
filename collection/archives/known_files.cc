#include "collection/archives/known_files.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "collection/layout.h"
#include "collection/record/step.h"
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
constexpr std::string_view kBelowOut = "OUT/";

std::string bytes_stamp(const std::string& path) {
  return io::file_stamp(path, io::StampOf::kBytes);
}

std::string_view size_in(std::string_view stamp) {
  return stamp.substr(0, stamp.find(' '));
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

uint32_t checksum_of(const std::string& path) {
  auto source = io::open_file(path);
  uint32_t sum = 0;
  while (true) {
    const std::string_view bytes = source->peek();
    if (bytes.empty()) return sum;
    sum = io::crc32(bytes, sum);
    source->consume(bytes.size());
  }
}

// The file that has the bytes: of an archive in a WACZ, that one. Empty: on
// another machine.
std::string file_with(const std::string& archive) {
  std::string file = archive;
  if (const auto inside = io::entry_path(archive)) file = inside->zip;
  return io::is_url(file) ? std::string() : file;
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

KnownFiles::KnownFiles(std::string out) : out_(std::move(out)) {
  const std::string path = Layout{out_}.known_files();
  if (!is_there(path)) return;
  const std::string text = io::read_all(*io::open_file(path), UINT64_MAX);
  std::string_view rest = text;
  auto next_line = [&] {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    return line;
  };
  auto next_word = [](std::string_view& line) {
    const std::string_view word = line.substr(0, line.find(' '));
    line.remove_prefix(std::min(line.size(), word.size() + 1));
    return word;
  };
  std::string_view first = next_line();
  if (next_word(first) != kFirstWord) return;
  own_time_ = next_word(first);
  is_copied_ = own_time_ != folder_stamp(path);
  former_out_ = first;
  while (!rest.empty()) {
    std::string_view line = next_line();
    File file;
    const std::string_view size = next_word(line);
    file.is_folder = size == "-";
    if (!file.is_folder) file.stamp.append(size).append(" ");
    file.stamp += next_word(line);
    if (!file.is_folder) {
      file.checksum = static_cast<uint32_t>(
          text::whole_number(next_word(line)).value_or(0));
    }
    files_.emplace(line, std::move(file));
  }
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
  try {
    return checksum_of(file) == found->second.checksum;
  } catch (const IoError&) {
    return false;  // it is read, and told, by the step
  }
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
  const fs::path now = fs::canonical(out_);
  if (former_out_.empty() || now == former_out_) return moves;
  for (const Batch& batch : record.batches) {
    for (const std::string& archive : missing_archives(batch)) {
      if (io::is_url(archive)) continue;
      const fs::path place =
          (now / fs::path(archive).lexically_relative(former_out_))
              .lexically_normal();
      const std::string was = read_stamp(record, batch, archive);
      if (has_same_bytes(archive, was, place.string())) {
        moves.push_back({archive, place.string()});
      }
    }
  }
  return moves;
}

void KnownFiles::add_file(const std::string& path, Files& files) const {
  if (path.find('\n') != path.npos) return;
  const std::string name = name_of(path);
  if (files.contains(name)) return;
  File file{bytes_stamp(path)};
  const auto known = files_.find(name);
  if (known != files_.end() && known->second.stamp == file.stamp) {
    file.checksum = known->second.checksum;
  } else {
    try {
      file.checksum = checksum_of(path);
    } catch (const IoError&) {
      return;  // the steps tell it
    }
    if (bytes_stamp(path) != file.stamp) return;  // it changes
  }
  files.emplace(name, std::move(file));
}

void KnownFiles::add_folder(const std::string& folder, Files& files) const {
  if (!fs::is_directory(folder)) return;
  files[name_of(folder)] = {folder_stamp(folder), 0, true};
  for (const std::string& entry : io::entries_of(folder)) {
    if (fs::is_symlink(entry)) continue;
    if (fs::is_directory(entry)) {
      add_folder(entry, files);
    } else if (fs::is_regular_file(entry)) {
      add_file(entry, files);
    }
  }
}

void KnownFiles::remember(const BuildRecord& record) const {
  const Layout layout{out_};
  Files files;
  for (const std::string& folder :
       {layout.batches(), layout.shards(), layout.all_merged_versions(),
        layout.all_merged_captures(), layout.all_merged_digests(),
        layout.links(), layout.ranks()}) {
    add_folder(folder, files);
  }
  for (const Batch& batch : record.batches) {
    for (const std::string& archive : batch.archives) {
      const std::string file = file_with(archive);
      if (!file.empty() &&
          bytes_stamp(file) == read_stamp(record, batch, archive)) {
        add_file(file, files);
      } else if (const auto known = files_.find(file);
                 known != files_.end()) {  // it is away, or not read yet
        files.insert(*known);
      }
    }
  }
  std::string text;
  for (const auto& [name, file] : files) {
    text += file.is_folder ? "- " + file.stamp
                           : file.stamp + ' ' + std::to_string(file.checksum);
    text += ' ' + name + '\n';
  }
  const std::string path = layout.known_files();
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  auto output = io::open_output(path, /*force=*/true);
  output->write(std::string(kFirstWord) + ' ' + std::to_string(now.tv_sec) +
                '.' + std::to_string(now.tv_nsec) + ' ' +
                fs::canonical(out_).string() + '\n');
  output->write(text);
  output->finish();
  // By this time a copy that has another one is noticed.
  set_time(path, now);
}

}  // namespace wax::collection
