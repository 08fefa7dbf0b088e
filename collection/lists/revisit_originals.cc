#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "cdx/dedup/versions.h"
#include "cdx/files/sorted_file.h"
#include "collection/lists/duplicate_lists.h"
#include "collection/lists/unmatched_revisits.h"
#include "collection/record/step.h"
#include "collection/segment/segment.h"
#include "collection/steps/plan.h"
#include "index/upkeep/index_keys.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/inputs/input_files.h"
#include "io/output.h"
#include "lines/line_stream.h"
#include "lines/merge.h"
#include "text/number.h"
#include "warc/record/digest.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

constexpr char kVersionMark = 'v';

// The next key with a digest, as "DIGEST " and "vHHHHHHHHHHHHHHHH ".
class DigestKeys {
 public:
  explicit DigestKeys(const std::string& segment) : segment_(segment) {}

  bool next() {
    do {
      if (!segment_.next_key(key_)) return false;
    } while (key_.digest.empty() || key_.digest == "-");
    digest_.clear();
    warc::append_normal_digest(key_.digest, digest_);
    digest_ += ' ';
    version_ = kVersionMark + digest_of(key_.urlkey) + ' ';
    return true;
  }
  [[nodiscard]] const DocumentKey& key() const { return key_; }
  [[nodiscard]] const std::string& digest() const { return digest_; }
  [[nodiscard]] const std::string& version() const { return version_; }
  [[nodiscard]] bool has_revisits() const { return segment_.dates() > 0; }

 private:
  SegmentReader segment_;
  DocumentKey key_;
  std::string digest_;
  std::string version_;
};

// Keeps, from sorted lines, the first capture of each digest and the first
// batch of each version.
class FirstOfEach {
 public:
  explicit FirstOfEach(std::unique_ptr<lines::LineStream> sorted)
      : sorted_(std::move(sorted)) {}

  bool next(std::string_view& line) {
    while (sorted_->next(line)) {
      size_t kind = line.find(' ') + 1;
      size_t end = line[kind] == kVersionMark ? line.rfind(' ') : kind;
      bool is_capture = line[kind] != kVersionMark;
      std::string_view about = line.substr(0, end);
      if (about == about_ && is_capture == is_capture_) continue;
      about_ = about;
      is_capture_ = is_capture;
      return true;
    }
    return false;
  }

 private:
  std::unique_ptr<lines::LineStream> sorted_;
  std::string about_;
  bool is_capture_ = false;
};

void write_first_of_each(std::unique_ptr<lines::LineStream> sorted,
                         const std::string& path) {
  FirstOfEach first(std::move(sorted));
  auto output = io::open_output(path, /*force=*/true);
  for (std::string_view line; first.next(line);) {
    output->write(line);
    output->write("\n");
  }
  output->finish();
}

size_t batch_at_end(std::string_view line) {
  size_t number = 0;
  std::string_view digits = line.substr(line.size() - cdx::kBatchSize);
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number - 1;
}

}  // namespace

BatchLayout RevisitOriginals::files(size_t batch) const {
  return {Layout{out_}.batch(record_.batches[batch].name)};
}

std::string RevisitOriginals::file_of(const MergedShard& group) const {
  return Layout{out_}.merged_digests(
      shard_of(record_, group.first, group.count).name);
}

std::string RevisitOriginals::state_of(const std::vector<std::string>& segments,
                                       size_t batches) const {
  std::string all;
  for (size_t i = 0; i < batches; ++i) all += segments[i] + '\n';
  for (const MergedShard& group : record_.originals.files) {
    all += stamp(file_of(group)) + '\n';
  }
  return digest_of(all);
}

std::vector<std::string> RevisitOriginals::segments() const {
  std::vector<std::string> stamps;
  for (size_t i = 0; i < record_.batches.size(); ++i) {
    stamps.push_back(folder_stamp(files(i).segment()));
  }
  return stamps;
}

bool RevisitOriginals::is_current() const {
  const TierRecord& known = record_.originals;
  return known.batches == record_.batches.size() &&
         known.state == state_of(segments(), known.batches);
}

void RevisitOriginals::update() {
  const size_t batches = record_.batches.size();
  const std::vector<std::string> segments = this->segments();
  // What refers to a segment that is gone stays as it is.
  const bool all_there =
      std::find(segments.begin(), segments.end(), kMissing) == segments.end();
  TierRecord& known = record_.originals;
  if (all_there && known.state != state_of(segments, known.batches)) {
    known = {0, {}, known.anew + 1, {}};
    anew_ = true;
  }
  if (known.batches == batches) return;
  io::make_folders(Layout{out_}.all_merged_digests());
  for (size_t i = known.batches; i < batches; ++i) {
    if (segments[i] != kMissing) write_list(i);
    if (!all_there) continue;
    add(i);
    merge();
  }
  if (!all_there) return;
  known.batches = batches;
  known.state = state_of(segments, batches);
  save_build_record(record_, out_);
  remove_other_files();
}

// A segment for each version that is known by revisits alone in this one: of
// the batch that has the version, else of the best capture with its digest.
void RevisitOriginals::write_list(size_t batch) const {
  auto keys = std::make_shared<DigestKeys>(files(batch).segment());
  std::set<size_t> needed;
  if (keys->has_revisits()) {
    lines::SortOptions sort = sort_;
    sort.unique = true;
    auto revisits = lines::sort_lines(lines::made_lines([keys](auto& line) {
                                        while (keys->next()) {
                                          if (!keys->key().revisit) continue;
                                          line = keys->digest();
                                          line += keys->version();
                                          return true;
                                        }
                                        return false;
                                      }),
                                      sort);
    std::vector<std::unique_ptr<cdx::SortedRun>> runs;
    for (const MergedShard& group : record_.originals.files) {
      runs.push_back(std::make_unique<cdx::SortedRun>(file_of(group)));
    }
    auto first_with = [&](const std::string& prefix) {
      std::string first;
      for (const auto& run : runs) {
        std::string_view line;
        run->seek(prefix);
        if (!run->next(prefix, line)) continue;
        if (first.empty() || line < first) first = line;
      }
      return first;
    };
    std::string digest;
    std::string best;
    for (std::string_view line; revisits->next(line);) {
      std::string_view its = line.substr(0, line.find(' ') + 1);
      if (its != digest) {
        digest = its;
        best = first_with(digest + '1');
        if (best.empty()) best = first_with(digest + '2');
      }
      std::string version = first_with(std::string(line));
      const std::string& found = version.empty() ? best : version;
      if (!found.empty()) needed.insert(batch_at_end(found));
    }
  }
  write_paths(batch, needed);
}

void RevisitOriginals::write_paths(size_t batch,
                                   const std::set<size_t>& segments) const {
  auto list = io::open_changing_output(files(batch).originals());
  const char end = out_.find('\n') == std::string::npos ? '\n' : '\0';
  for (size_t other : segments) list->write(files(other).segment() + end);
  list->finish();
}

void RevisitOriginals::add(size_t batch) {
  auto keys = std::make_shared<DigestKeys>(files(batch).segment());
  const std::string number =
      cdx::batch_digits(static_cast<uint32_t>(batch + 1));
  auto made = lines::made_lines(
      [keys, number, capture = std::string()](std::string& line) mutable {
        if (!capture.empty()) {
          line = std::exchange(capture, {});
          return true;
        }
        if (!keys->next()) return false;
        const DocumentKey& key = keys->key();
        if (!key.revisit) {
          capture = keys->digest();
          capture += key.truncated ? '2' : '1';
          capture.append(key.date).append(1, ' ').append(number);
        }
        line = keys->digest() + keys->version() + number;
        return true;
      });
  MergedShard one{batch, 1};
  write_first_of_each(lines::sort_lines(std::move(made), sort_), file_of(one));
  record_.originals.files.push_back(one);
}

void RevisitOriginals::merge() {
  merge_tiers(record_.originals.files, [&](const auto& ten, const auto& one) {
    auto merged = lines::merge_lines(
        ten.size(),
        [&](size_t i) {
          std::string path = file_of(ten[i]);
          return lines::LineInput{path, lines::lines_of(io::open_file(path))};
        },
        {}, sort_.tmpdir);
    write_first_of_each(std::move(merged), file_of(one));
  });
}

void RevisitOriginals::remove_other_files() const {
  std::set<std::string> kept = {unmatched_list(out_)};
  for (const MergedShard& group : record_.originals.files) {
    kept.insert(file_of(group));
  }
  for (const std::string& path :
       io::entries_of(Layout{out_}.all_merged_digests())) {
    if (!kept.contains(path)) ::unlink(path.c_str());
  }
}

bool RevisitOriginals::has_capture(const std::string& digest) const {
  for (const MergedShard& group : record_.originals.files) {
    cdx::SortedRun run(file_of(group));
    for (const char* kind : {" 1", " 2"}) {
      std::string_view line;
      run.seek(digest + kind);
      if (run.next(digest + kind, line)) return true;
    }
  }
  return false;
}

std::vector<size_t> RevisitOriginals::needed(size_t batch) const {
  const std::string list = files(batch).originals();
  std::vector<size_t> others;
  if (stamp(list) == kMissing) return others;
  for (const std::string& path : io::read_path_list(list)) {
    std::string name = fs::path(path).parent_path().filename();
    const size_t number = text::whole_number<size_t>(name).value_or(1);
    if (number == 0 || number > record_.batches.size()) {
      throw FormatError(list, 0, "has a segment of no batch: " + path);
    }
    others.push_back(number - 1);
  }
  return others;
}

std::string RevisitOriginals::read_state(size_t batch) const {
  if (stamp(files(batch).originals()) == kMissing) return {};
  std::string all;
  for (size_t other : needed(batch)) {
    all += record_.batches[other].name + ' ' +
           folder_stamp(files(other).segment()) + '\n';
  }
  return digest_of(all);
}

std::string RevisitOriginals::state(size_t batch) const {
  const std::vector<size_t> others = needed(batch);
  if (!others.empty()) {
    const std::string first = files(others.front()).segment();
    const bool was_moved =
        io::read_path_list(files(batch).originals()).front() != first;
    if (was_moved) write_paths(batch, {others.begin(), others.end()});
  }
  return read_state(batch);
}

}  // namespace wax::collection
