#include "cdx/dedup/batch_lists.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "cdx/dedup/duplicates.h"
#include "cdx/dedup/revisit_dates.h"
#include "cdx/files/open_cdx.h"
#include "cdx/files/sorted_file.h"
#include "cdx/format/identity_line.h"
#include "cdx/format/list_lines.h"
#include "lines/changed_lines.h"
#include "lines/kept_lines.h"
#include "lines/line_stream.h"
#include "lines/merge.h"

namespace wax::cdx {
namespace {

using Lines = std::unique_ptr<lines::LineStream>;

constexpr char kAdded = '+';
constexpr char kRemoved = '-';

// A file without the comments on top.
class BelowComments final : public lines::LineStream {
 public:
  explicit BelowComments(const std::string& path) : lines_(open_lines(path)) {}
  bool next(std::string_view& line) override {
    while (lines_->next(line)) {
      top_ = top_ && line.starts_with("# ");
      if (!top_) return true;
    }
    return false;
  }

 private:
  Lines lines_;
  bool top_ = true;
};

Lines merged(const std::vector<std::string>& files, Lines other = nullptr) {
  size_t count = files.size() + (other ? 1 : 0);
  auto open = [&](size_t i) -> lines::LineInput {
    if (i == files.size()) return {"", std::move(other)};
    return {files[i], std::make_unique<BelowComments>(files[i])};
  };
  lines::MergeOptions here;
  here.jobs = 1;
  return lines::merge_lines(count, open, here, {});
}

uint32_t batch_number(std::string_view digits) {
  uint32_t batch = 0;
  std::from_chars(digits.data(), digits.data() + kBatchSize, batch);
  return batch;
}

// The lines of `files` with a URL key that is one of those of `wanted`.
void copy_keys(const std::vector<std::string>& files, lines::LineStream& wanted,
               lines::KeptLines& found) {
  std::vector<std::unique_ptr<SortedRun>> runs;
  for (const std::string& file : files) {
    runs.push_back(std::make_unique<SortedRun>(file));
  }
  std::string prefix;
  for (std::string_view line; wanted.next(line);) {
    std::string_view key = line.substr(0, line.find(' ') + 1);
    if (key == prefix) continue;
    prefix = key;
    for (const auto& run : runs) {
      run->seek(prefix);
      for (std::string_view own; run->next(prefix, own);) found.add(own);
    }
  }
}

// The captures of the versions, and what stands for each, from lines of files.
Lines originals(Lines captures, const lines::SortOptions& sort) {
  std::shared_ptr<lines::LineStream> all = std::move(captures);
  auto ranked = lines::made_lines([all](std::string& text) {
    for (std::string_view line; all->next(line);) {
      if (is_reference(line)) continue;
      char rank = line[line.size() - kRankedTail];
      if (rank > static_cast<char>(CaptureRank::kIntact)) continue;
      text = line;
      return true;
    }
    return false;
  });
  struct Counted {
    DuplicateCounts counts;
    Lines lines;
  };
  auto counted = std::make_shared<Counted>();
  DuplicateOptions options;
  options.with_originals = true;
  options.sort = sort;
  counted->lines = duplicate_lines(std::move(ranked), options, counted->counts);
  return lines::sort_lines(lines::made_lines([counted](std::string& text) {
                             std::string_view line;
                             if (!counted->lines->next(line)) return false;
                             text = line;
                             return true;
                           }),
                           sort);
}

Lines revisits(Lines captures, lines::SortOptions sort,
               TakeUnmatched unmatched = {}) {
  sort.unique = true;
  auto dates =
      std::make_shared<RevisitDates>(std::move(captures), std::move(unmatched));
  return lines::sort_lines(
      lines::made_lines([dates](std::string& text) { return (*dates)(text); }),
      sort);
}

// Walks through the versions and their duplicates before and after, and through
// the dates of revisits. `changes` may be null.
void find_changes(lines::ChangedList versions, lines::ChangedList revisited,
                  const std::set<uint32_t>& whole, bool only_whole,
                  lines::CollectedLines* changes,
                  lines::CollectedLines& dates) {
  lines::ChangedLines captures(std::move(versions));
  lines::ChangedLines revisit(std::move(revisited));
  std::string version;
  std::string batch;  // that keeps it
  bool is_whole = false;
  std::string text;
  auto add_date = [&](std::string_view date) {
    text.assign(batch).append(" ").append(version).append(date);
    dates.add(text);
  };
  auto take_revisits = [&](std::string_view until) {
    for (; !revisit.ended(); revisit.next()) {
      std::string_view own = version_of_line(revisit.line());
      if (!until.empty() && own >= until) return;
      if (own != version || !revisit.is()) continue;
      if (is_whole || (!only_whole && !revisit.was())) {
        add_date(revisit.line().substr(own.size()));
      }
    }
  };
  for (; !captures.ended(); captures.next()) {
    std::string_view line = captures.line();
    std::string_view own = version_of_line(line);
    std::string_view rest = line.substr(own.size());
    std::string_view original = rest.substr(0, kBatchDate);
    if (rest.size() == kBatchDate) {
      if (!captures.is()) continue;
      take_revisits(own);
      version = own;
      batch = rest.substr(0, kBatchSize);
      is_whole = whole.contains(batch_number(batch));
      continue;
    }
    bool changes_list = captures.was() != captures.is();
    std::string_view duplicate = rest.substr(kBatchDate + 1);
    if (changes_list && changes != nullptr) {
      text.assign(duplicate.substr(0, kBatchSize)).append(" ");
      text.append(own).append(duplicate.substr(kBatchSize));
      append_original(original.substr(kBatchSize), text);
      text.append(1, '\t').append(1, captures.is() ? kAdded : kRemoved);
      changes->add(text);
    }
    if (captures.is() && (is_whole || (!only_whole && changes_list))) {
      add_date(duplicate.substr(kBatchSize));
    }
  }
  take_revisits({});
}

// Writes lists of duplicates anew.
class ListChanges {
 public:
  ListChanges(const BatchLists& lists, Lines changes)
      : lists_(lists), changes_(std::move(changes)) {
    more_ = changes_->next(line_);
  }

  void write() {
    std::map<uint32_t, const NewBatch*> added;
    for (const NewBatch& batch : lists_.added) added[batch.batch] = &batch;
    auto next = added.begin();
    while (more_ || next != added.end()) {
      uint32_t changed = more_ ? batch_number(line_) : UINT32_MAX;
      if (next != added.end() && next->first <= changed) {
        write_list(next->first, comments_of(next->second->versions), nullptr);
        ++next;
      } else {
        std::string path = lists_.duplicates(changed);
        std::string comments = comments_of(path);
        // The file is replaced when all of it has been read.
        write_list(changed, comments, std::make_unique<BelowComments>(path));
      }
    }
  }

 private:
  static std::string comments_of(const std::string& path) {
    std::string text;
    auto file = open_lines(path);
    for (std::string_view line; file->next(line) && line.starts_with("# ");) {
      text.append(line).append("\n");
    }
    return text;
  }

  void write_list(uint32_t batch, const std::string& comments, Lines before) {
    auto output = io::open_changing_output(lists_.duplicates(batch));
    output->write(comments);
    std::string_view old;
    bool has_old = before != nullptr && before->next(old);
    auto put = [&](std::string_view line) {
      output->write(line);
      output->write("\n");
    };
    for (; more_ && batch_number(line_) == batch;
         more_ = changes_->next(line_)) {
      std::string_view line = line_.substr(kBatchSize + 1);
      bool is_added = line.back() == kAdded;
      line.remove_suffix(2);
      for (; has_old && old < line; has_old = before->next(old)) put(old);
      if (has_old && old == line) has_old = before->next(old);
      if (is_added) put(line);
    }
    for (; has_old; has_old = before->next(old)) put(old);
    output->finish();
  }

  const BatchLists& lists_;
  Lines changes_;
  std::string_view line_;
  bool more_ = false;
};

std::vector<std::string> files_of(const std::vector<NewBatch>& batches) {
  std::vector<std::string> files;
  for (const NewBatch& batch : batches) files.push_back(batch.versions);
  return files;
}

std::set<uint32_t> numbers_of(const std::vector<NewBatch>& batches) {
  std::set<uint32_t> numbers;
  for (const NewBatch& batch : batches) numbers.insert(batch.batch);
  return numbers;
}

// A stream that has read its first line, so that what it reads is free.
Lines begun(Lines lines) {
  struct Begun final : lines::LineStream {
    explicit Begun(Lines from) : lines(std::move(from)) {
      has_first = lines->next(first);
    }
    bool next(std::string_view& line) override {
      if (!has_first) return lines->next(line);
      line = first;
      has_first = false;
      return true;
    }
    Lines lines;
    std::string_view first;
    bool has_first = false;
  };
  return std::make_unique<Begun>(std::move(lines));
}

void give(lines::CollectedLines& dates,
          const std::function<void(std::string_view)>& date) {
  Lines sorted = dates.sorted();
  for (std::string_view line; sorted->next(line);) date(line);
}

}  // namespace

void write_batch_versions(const BatchVersions& batch,
                          const std::function<std::string()>& head,
                          io::Output& output, VersionCounts& counts,
                          ProblemSink& problems) {
  const std::string digits = batch_digits(batch.versions.batch);
  lines::KeptLines references(batch.versions.sort.tmpdir);
  std::string text;
  for (const std::string& path : batch.references) {
    auto list = open_lines(path);
    DateReference reference;
    std::string_view line;
    for (uint64_t number = 1; list->next(line); ++number) {
      if (line.empty() || line[0] == '#') continue;
      if (!parse_date_reference(line, reference)) {
        problems.report({Severity::kLost, "list-bad-line", path, std::nullopt,
                         "line " + std::to_string(number) +
                             " is not \"urlkey date date\" with dates of 14 "
                             "digits"});
        continue;
      }
      text.assign(reference.urlkey).append(" ").append(1, kReferenceMark);
      text.append(reference.original_date).append(" ");
      if (!reference.digest.empty()) text.append(reference.digest).append(" ");
      text.append(digits).append(reference.date);
      references.add(text);
    }
  }
  VersionOptions versions = batch.versions;
  versions.sort.memory /= 2;
  std::vector<lines::LineInput> both;
  both.push_back(
      {"", version_lines(batch.captures, versions, counts, problems)});
  both.push_back({"", lines::sort_lines(references.read(), versions.sort)});
  lines::MergeOptions merge;
  merge.jobs = 1;
  merge.unique = true;
  auto all = lines::merge_lines(std::move(both), merge);
  lines::copy_below(head, *all, output);
}

void add_to_lists(const BatchLists& lists,
                  const std::function<void(std::string_view)>& date) {
  lines::SortOptions sort = lists.sort;
  sort.memory /= 6;
  const std::vector<std::string> added = files_of(lists.added);
  lines::KeptLines known(sort.tmpdir);
  if (!lists.known.empty()) {
    lines::KeptLines unsorted(sort.tmpdir);
    copy_keys(lists.known, *merged(added), unsorted);
    Lines sorted = lines::sort_lines(unsorted.read(), sort);
    for (std::string_view line; sorted->next(line);) known.add(line);
  }
  lines::ChangedList versions;
  lines::ChangedList revisited;
  if (!lists.known.empty()) {
    versions.before = begun(originals(known.read(), sort));
    revisited.before = begun(revisits(known.read(), sort));
  }
  versions.after = begun(originals(merged(added, known.read()), sort));
  revisited.after =
      begun(revisits(merged(added, known.read()), sort, lists.unmatched));
  lines::CollectedLines changes(sort);
  lines::CollectedLines dates(sort);
  find_changes(std::move(versions), std::move(revisited),
               numbers_of(lists.added), false, &changes, dates);
  ListChanges(lists, changes.sorted()).write();
  give(dates, date);
}

void list_dates(const BatchLists& lists,
                const std::function<void(std::string_view)>& date) {
  lines::SortOptions sort = lists.sort;
  sort.memory /= 4;
  lines::KeptLines unsorted(sort.tmpdir);
  copy_keys(lists.known, *merged(files_of(lists.added)), unsorted);
  lines::KeptLines known(sort.tmpdir);
  {
    Lines sorted = lines::sort_lines(unsorted.read(), sort);
    for (std::string_view line; sorted->next(line);) known.add(line);
  }
  lines::ChangedList versions;
  lines::ChangedList revisited;
  versions.after = begun(originals(known.read(), sort));
  revisited.after = begun(revisits(known.read(), sort));
  lines::CollectedLines dates(sort);
  find_changes(std::move(versions), std::move(revisited),
               numbers_of(lists.added), true, nullptr, dates);
  give(dates, date);
}

void merge_versions(const std::vector<std::string>& files, io::Output& output) {
  merged(files)->copy_to(output);
}

}  // namespace wax::cdx
