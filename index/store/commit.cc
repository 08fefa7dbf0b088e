#include "index/store/commit.h"

#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

#include "io/crc32.h"
#include "io/error.h"

namespace wax::index {
namespace {

// Formats of segments_N, each with what it added (Lucene, SegmentInfos).
constexpr int32_t kDeletedCount = -6;
constexpr int32_t kHasPositions = -7;
constexpr int32_t kUserData = -8;
constexpr int32_t kDiagnostics = -9;
constexpr int32_t kHasVectors = -10;
constexpr int32_t kVersions = -11;

constexpr std::string_view kCommitPrefix = "segments_";

std::string commit_string(io::ByteCursor& in) {
  return std::string(in.bytes(in.vint()));
}

void skip_map(io::ByteCursor& in) {
  for (uint32_t left = in.fixed_int(); left > 0; --left) {
    (void)commit_string(in);
    (void)commit_string(in);
  }
}

int64_t generation_of(std::string_view name) {
  int64_t number = 0;
  auto [end, error] = std::from_chars(name.data() + kCommitPrefix.size(),
                                      name.data() + name.size(), number, 36);
  return error == std::errc() && end == name.data() + name.size() ? number : -1;
}

CommittedSegment committed_segment(io::ByteCursor& in, int32_t format,
                                   const IndexFiles& files) {
  CommittedSegment segment;
  if (format <= kVersions) (void)commit_string(in);
  segment.name = commit_string(in);
  if (!segment.name.starts_with('_') ||
      segment.name.find('/') != std::string::npos) {
    in.fail("this index file is damaged: a segment has an impossible name");
  }
  segment.documents = in.fixed_int();
  if (segment.documents > INT32_MAX) {
    in.fail("this index file is damaged: it has an impossible number");
  }
  segment.deletions = static_cast<int64_t>(in.fixed_long());
  segment.store = segment.name;
  if (uint32_t offset = in.fixed_int(); offset != UINT32_MAX) {
    segment.store_first = offset;
    segment.store = commit_string(in);
    segment.store_is_compound = in.byte() == 1;
  }
  segment.has_single_norm_file = in.byte() == 1;
  if (uint32_t norms = in.fixed_int(); norms != UINT32_MAX) {
    for (; norms > 0; --norms) {
      segment.norms.push_back(static_cast<int64_t>(in.fixed_long()));
    }
  }
  uint8_t compound = in.byte();
  segment.is_compound =
      compound == 1 || (compound == 0 && files.has(segment.name + ".cfs"));
  (void)in.fixed_int();  // deleted documents
  if (format <= kHasPositions) (void)in.byte();
  if (format <= kDiagnostics) skip_map(in);
  if (format <= kHasVectors) (void)in.byte();
  return segment;
}

std::vector<CommittedSegment> commit_of(const IndexFiles& files,
                                        const std::string& name) {
  std::shared_ptr<const io::MappedFile> file = files.open(name);
  io::FileSlice slice{file.get(), 0, file->size()};
  io::ByteCursor in(slice);
  auto format = static_cast<int32_t>(in.fixed_int());
  if (format > kDeletedCount || format < kVersions) {
    slice.fail(0,
               "this index has a format of Lucene that is not read; those of "
               "Lucene 2.4 to 3.6 are");
  }
  (void)in.fixed_long();  // version
  (void)in.fixed_int();   // number for the next segment
  std::vector<CommittedSegment> segments;
  for (uint32_t left = in.fixed_int(); left > 0; --left) {
    segments.push_back(committed_segment(in, format, files));
  }
  if (format <= kDiagnostics) {
    skip_map(in);
  } else if (format <= kUserData && in.byte() != 0) {
    (void)commit_string(in);
  }
  uint64_t end = in.at();
  std::string_view all = io::ByteCursor(slice).bytes(end);
  if (in.fixed_long() != io::crc32(all)) {
    slice.fail(end, "this index file is damaged: its checksum differs");
  }
  return segments;
}

}  // namespace

bool IndexFiles::has(const std::string& name) const {
  if (manifest_ != nullptr) return manifest_->files.contains(name);
  struct stat status {};
  return ::stat((path_ + '/' + name).c_str(), &status) == 0;
}

std::shared_ptr<const io::MappedFile> IndexFiles::open(
    const std::string& name) const {
  const Manifest::File* expected = nullptr;
  if (manifest_ != nullptr) {
    auto found = manifest_->files.find(name);
    if (found == manifest_->files.end()) {
      throw IoError(path_ + '/' + name, "open", ENOENT);
    }
    expected = &found->second;
  }
  return std::make_shared<io::MappedFile>(path_ + '/' + name, expected);
}

std::vector<std::string> IndexFiles::names() const {
  std::vector<std::string> names;
  if (manifest_ != nullptr) {
    for (const auto& [name, file] : manifest_->files) names.push_back(name);
    return names;
  }
  std::error_code code;
  for (std::filesystem::directory_iterator it(path_, code), end;
       !code && it != end; it.increment(code)) {
    names.push_back(it->path().filename().string());
  }
  if (code) throw IoError(path_, "list", code.value());
  return names;
}

std::vector<CommittedSegment> read_commit(const IndexFiles& files) {
  std::vector<std::pair<int64_t, std::string>> commits;
  for (std::string& name : files.names()) {
    if (!name.starts_with(kCommitPrefix)) continue;
    if (int64_t number = generation_of(name); number >= 0) {
      commits.emplace_back(number, std::move(name));
    }
  }
  if (commits.empty()) {
    throw FormatError(files.path(), 0,
                      "this index is damaged: it has no file segments_N");
  }
  std::sort(commits.rbegin(), commits.rend());
  try {
    return commit_of(files, commits[0].second);
  } catch (const FormatError&) {
    // A writer that was killed leaves the commit before.
    if (files.is_checked() || commits.size() < 2) throw;
    return commit_of(files, commits[1].second);
  }
}

std::string with_generation(const std::string& name, int64_t generation) {
  if (generation <= 0) return name;
  char digits[16];
  auto [end, error] =
      std::to_chars(digits, digits + sizeof digits, generation, 36);
  return name + '_' + std::string(digits, end);
}

}  // namespace wax::index
