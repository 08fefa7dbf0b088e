#include "cdx/files/neighbour_cdx.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <system_error>
#include <tuple>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "cdx/format/line_fields.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::cdx {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 4> kIndexFolders = {"cdx", "cdxj", "index",
                                                      "indexes"};
constexpr uint64_t kSmallFile = 1024 * 1024;
constexpr size_t kTextBlock = 1024 * 1024;

bool is_cdx_name(std::string name) {
  text::lower_case(name);
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  return name.ends_with(".cdx") || name.ends_with(".cdxj");
}

void add_cdx_files(const fs::path& folder, std::set<std::string>& files) {
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end;
       at.increment(failed)) {
    if (is_cdx_name(at->path().filename().string()) &&
        fs::is_regular_file(at->path(), failed)) {
      files.insert(at->path().string());
    }
  }
}

std::set<std::string> cdx_files_for(const fs::path& folder) {
  std::set<std::string> files;
  add_cdx_files(folder, files);
  for (const char* name : kIndexFolders) {
    add_cdx_files(folder / name, files);
    add_cdx_files(folder / ".." / name, files);
  }
  return files;
}

auto facts_of(const ListedRecord& record) {
  return std::tie(record.offset, record.length, record.date, record.digest,
                  record.urlkey);
}

}  // namespace

std::span<const ListedRecord> ListedRecords::at(uint64_t offset) const {
  auto begin = std::lower_bound(records_.begin(), records_.end(), offset,
                                [](const ListedRecord& record, uint64_t at) {
                                  return record.offset < at;
                                });
  auto end = begin;
  while (end != records_.end() && end->offset == offset) ++end;
  return {begin, end};
}

// The archives that a CDX file may be about, by name.
struct NeighbourCdx::Reading {
  std::map<std::string, std::vector<ListedRecords*>, std::less<>> archives;
  uint64_t size = 0;  // of these, on disk
  std::string identity;
};

NeighbourCdx::NeighbourCdx(const std::vector<std::string>& archives,
                           std::string_view identity, uint64_t memory)
    : room_(memory) {
  std::map<fs::path, std::vector<std::string>> folders;
  for (const std::string& archive : archives) {
    std::error_code failed;
    if (io::is_url(archive) || !fs::is_regular_file(archive, failed)) continue;
    folders[fs::path(archive).parent_path()].push_back(archive);
  }
  std::map<std::string, Reading> files;
  for (const auto& [folder, paths] : folders) {
    for (const std::string& file :
         cdx_files_for(folder.empty() ? "." : folder)) {
      Reading& reading = files[fs::path(file).lexically_normal().string()];
      for (const std::string& path : paths) {
        std::error_code failed;
        reading.archives[std::string(io::base_name(path))].push_back(
            &archives_[path]);
        const uintmax_t size = fs::file_size(path, failed);
        if (!failed) reading.size += size;
      }
    }
  }
  for (auto& [file, reading] : files) {
    reading.identity = identity;
    read(file, reading);
  }
  for (auto& [path, records] : archives_) {
    auto& list = records.records_;
    std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
      return facts_of(a) < facts_of(b);
    });
    list.erase(std::unique(list.begin(), list.end(),
                           [](const auto& a, const auto& b) {
                             return facts_of(a) == facts_of(b);
                           }),
               list.end());
  }
  std::erase_if(archives_,
                [](const auto& entry) { return entry.second.size() == 0; });
}

const ListedRecords* NeighbourCdx::of(const std::string& path) const {
  auto found = archives_.find(path);
  return found == archives_.end() ? nullptr : &found->second;
}

std::string_view NeighbourCdx::keep(std::string_view text) {
  if (texts_.empty() ||
      texts_.back().size() + text.size() > texts_.back().capacity()) {
    texts_.emplace_back().reserve(std::max(kTextBlock, text.size()));
  }
  std::string& block = texts_.back();
  const size_t begin = block.size();
  block += text;
  return std::string_view(block).substr(begin);
}

void NeighbourCdx::read(const std::string& file, Reading& reading) {
  enum Field { kName, kOffset, kLength, kDate, kDigest, kKey };
  uint64_t lines = 0;
  try {
    if (fs::file_size(file) > std::max(kSmallFile, reading.size / 4)) {
      ++unused_["too large"];
      return;
    }
    auto cdx = open_cdx(file);
    LineFields fields(
        {"filename", "offset", "length", "timestamp", "digest", "urlkey"});
    fields.allow_missing();
    fields.stop_when_found();
    fields.begin(*cdx);
    const bool same_rules = cdx->identity() == reading.identity;
    bool has_offsets = false;
    for (std::string_view line; cdx->next(line);) {
      if (fields.read(line) != LineFields::Line::kCapture) continue;
      auto offset = text::whole_number(fields.as_written(kOffset));
      const std::string_view name = io::base_name(fields.as_written(kName));
      if (!offset || name.empty() || name == "-") continue;
      has_offsets = true;
      auto archives = reading.archives.find(name);
      if (archives == reading.archives.end()) continue;
      ListedRecord record;
      record.offset = *offset;
      record.length =
          text::whole_number(fields.as_written(kLength)).value_or(0);
      const std::string_view digest = fields.as_written(kDigest);
      const uint64_t needed = archives->second.size() * sizeof record +
                              digest.size() + fields.as_written(kDate).size() +
                              fields.as_written(kKey).size();
      if (needed > room_) {
        ++unused_["too large"];
        return;
      }
      room_ -= needed;
      record.date = keep(fields.as_written(kDate));
      if (digest != "-") record.digest = keep(digest);
      if (same_rules) record.urlkey = keep(fields.as_written(kKey));
      for (ListedRecords* records : archives->second) {
        records->records_.push_back(record);
      }
      ++lines;
    }
    if (lines > 0) {
      ++files_;
    } else {
      ++unused_[has_offsets ? "of other archives" : "no offsets"];
    }
  } catch (const Error&) {
    ++unused_["unreadable"];
  } catch (const fs::filesystem_error&) {
    ++unused_["unreadable"];
  }
}

}  // namespace wax::cdx
