#include "collection/publish/remaking.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>
#include <vector>

#include "collection/record/step.h"
#include "index/store/shard_folder.h"
#include "io/inputs/input_files.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

}  // namespace

Remaking::Remaking(std::string out, const KnownFiles& known)
    : out_(std::move(out)), layout_{out_}, known_(known) {}

void Remaking::know(const BuildRecord& record) {
  record_ = &record;
  is_made_.clear();
  files_.reset();
}

const Remaking::Files& Remaking::known_files() const {
  if (!files_) {
    files_.emplace();
    for (KnownFiles::Whole& file : known_.whole_files()) {
      files_->emplace(file.path, std::move(file));
    }
  }
  return *files_;
}

std::string Remaking::unit_of(const std::string& path) const {
  if (path == layout_.build_steps() || path == layout_.waiting_dates()) {
    return path;
  }
  if (!path.starts_with(out_ + '/')) return {};
  const fs::path below = fs::path(path).lexically_relative(out_);
  auto part = below.begin();
  const std::string first = (fs::path(out_) / *part).string();
  const std::string pindexes = index::shards_folder(out_);
  const std::string made[] = {layout_.batches(),
                              layout_.shards(),
                              layout_.links(),
                              layout_.all_merged_versions(),
                              layout_.all_merged_captures(),
                              layout_.all_merged_digests(),
                              layout_.captures_list(),
                              pindexes};
  if (std::find(std::begin(made), std::end(made), first) == std::end(made)) {
    return {};
  }
  fs::path unit = first;
  size_t depth = first == layout_.batches() || first == pindexes ? 2 : 1;
  while (depth-- > 0 && ++part != below.end()) unit /= *part;
  // Two lists of archives are what a batch is.
  if (first == layout_.batches() && unit.filename() == "archives") return {};
  return unit.string();
}

std::string Remaking::removable_unit(const std::string& path) {
  std::string unit = unit_of(path);
  if (unit.empty()) return {};
  const auto [known, is_new] = is_made_.try_emplace(unit);
  if (is_new) known->second = can_be_made(unit);
  return known->second ? unit : std::string();
}

void Remaking::note_removed(const std::string& unit) {
  removed_.insert(unit);
  is_made_.clear();
}

bool Remaking::can_be_made(const std::string& unit) const {
  if (record_ == nullptr || !known_.can_compare()) return false;
  if (unit == layout_.build_steps() || unit == layout_.waiting_dates()) {
    return are_archives_whole();
  }
  const std::string published = index::shards_folder(out_) + '/';
  if (unit.starts_with(published)) {
    return is_all_known(layout_.shards() + '/' + unit.substr(published.size()));
  }
  const bool is_of_batch = unit.starts_with(layout_.batches() + '/');
  const std::string batch =
      is_of_batch ? fs::path(unit).parent_path().filename().string() : "";
  std::set<std::string> files;
  std::set<std::string> segments;
  for (const Batch& each : record_->batches) {
    for (const std::string& archive : each.archives) {
      const std::string file(io::outer_file(archive));
      if (file == unit || file.starts_with(unit + '/')) return false;
      if (is_of_batch && each.name == batch) files.insert(file);
    }
    const std::string segment = BatchLayout{layout_.batch(each.name)}.segment();
    if (!is_of_batch && !removed_.contains(segment)) segments.insert(segment);
  }
  if (record_->batches.empty() || (is_of_batch && files.empty())) return false;
  return are_whole(files) &&
         std::all_of(segments.begin(), segments.end(),
                     [&](const auto& each) { return is_all_known(each); }) &&
         (is_of_batch || are_lists_whole(unit));
}

bool Remaking::are_lists_whole(const std::string& unit) const {
  std::set<std::string> lists;
  for (const Batch& each : record_->batches) {
    const BatchLayout batch{layout_.batch(each.name)};
    lists.insert({batch.captures(), batch.damaged(), batch.references(),
                  batch.versions(), batch.duplicates(), batch.originals()});
  }
  const std::string merged[] = {layout_.all_merged_captures() + '/',
                                layout_.all_merged_versions() + '/',
                                layout_.all_merged_digests() + '/'};
  const auto is_merged = [&](const std::string& path) {
    return std::any_of(
        std::begin(merged), std::end(merged),
        [&](const std::string& folder) { return path.starts_with(folder); });
  };
  // All merged lists are made anew when one is.
  const bool needs_merged = !is_merged(unit) && unit != layout_.captures_list();
  const Files& known = known_files();
  return std::all_of(known.begin(), known.end(), [&](const auto& file) {
    const std::string list = unit_of(file.first);
    const bool is_needed =
        lists.contains(list) || (needs_merged && is_merged(list));
    return !is_needed || removed_.contains(list) ||
           known_.is_whole(file.second);
  });
}

// Whether each file that there is in the folder, and each that there was, has
// a checksum and these bytes.
bool Remaking::is_all_known(const std::string& folder) const {
  if (!fs::is_directory(folder)) return false;
  std::set<std::string> there;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_directory()) there.insert(entry.path().string());
  }
  if (there.empty()) return false;
  const std::string begin = folder + '/';
  const Files& files = known_files();
  for (auto file = files.lower_bound(begin);
       file != files.end() && file->first.starts_with(begin); ++file) {
    if (there.erase(file->first) == 0) return false;
    if (!known_.is_whole(file->second)) return false;
  }
  return there.empty();
}

bool Remaking::are_whole(const std::set<std::string>& files) const {
  return std::all_of(files.begin(), files.end(), [&](const auto& path) {
    const auto file = known_files().find(path);
    return file != known_files().end() && known_.is_whole(file->second);
  });
}

bool Remaking::are_archives_whole() const {
  std::set<std::string> files;
  for (const Batch& batch : record_->batches) {
    for (const std::string& archive : batch.archives) {
      if (!io::is_url(archive)) {
        files.emplace(io::outer_file(archive));
      } else if (!is_readable(archive)) {  // nobody sums what servers have
        return false;
      }
    }
  }
  return are_whole(files);
}

}  // namespace wax::collection
