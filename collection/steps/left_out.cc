#include "collection/steps/left_out.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "cdx/dedup/damaged_places.h"
#include "cdx/files/open_cdx.h"
#include "cdx/format/capture.h"
#include "cdx/format/list_lines.h"
#include "collection/archives/archive_moves.h"
#include "collection/layout.h"
#include "collection/record/build_folder.h"
#include "collection/record/known_problems.h"
#include "collection/record/step.h"
#include "collection/segment/segment_manifest.h"
#include "io/error.h"
#include "io/output.h"

namespace wax::collection {
namespace {

bool has_path(const std::vector<std::string>& paths, const std::string& path) {
  return std::find(paths.begin(), paths.end(), path) != paths.end();
}

BatchLayout files_of(const std::string& out, const Batch& batch) {
  return {Layout{out}.batch(batch.name)};
}

std::string name_in_captures(const std::string& archive) {
  std::string name;
  cdx::append_column(own_name(archive), ' ', name);
  return name;
}

// Calls use(line, name) with each capture and the name of its archive.
void each_capture(
    const std::string& captures,
    const std::function<void(std::string_view, std::string_view)>& use) {
  if (!is_there(captures)) return;
  auto lines = cdx::open_lines(captures);
  for (std::string_view line; lines->next(line);) {
    if (line.starts_with(' ') || line.starts_with('#')) continue;
    use(line, line.substr(line.rfind(' ') + 1));
  }
}

// The place of a capture in the format of wax-warc-indexer --write-damaged:
// "filename offset urlkey date".
std::string place_of(std::string_view line, std::string_view name) {
  const std::string_view before = line.substr(0, line.size() - name.size());
  const size_t offset = before.rfind(' ', before.size() - 2) + 1;
  const size_t date_end = line.find(' ', line.find(' ') + 1);
  return std::string(name)
      .append(" ")
      .append(before.substr(offset))
      .append(line.substr(0, date_end));
}

// Captures name no folder: of the archives of one name that a batch has, some
// may be there.
class PlacesOfTwins {
 public:
  PlacesOfTwins(const std::string& out, const BuildRecord& record,
                const Batch& batch, const lines::SortOptions& sort,
                const std::string& tools)
      : places_(sort.memory / 8, sort.tmpdir) {
    std::set<std::string_view> names;
    for (const auto& archive : batch.left_out) names.insert(own_name(archive));
    for (const std::string& archive : present_archives(batch)) {
      if (!names.contains(own_name(archive)) || !is_readable(archive)) continue;
      list_captures(out, record, archive, tools, [&](const std::string& file) {
        each_capture(file, [&](std::string_view line, std::string_view name) {
          const std::string text = place_of(line, name);
          cdx::DamagedPlace place;
          if (cdx::parse_damaged_place(text, place)) places_.add(place);
        });
      });
    }
    places_.seal();
  }

  [[nodiscard]] bool contains(std::string_view text) const {
    cdx::DamagedPlace place;
    return !places_.empty() && cdx::parse_damaged_place(text, place) &&
           places_.contains(place);
  }

 private:
  cdx::DamagedPlaces places_;
};

// Lists the captures of the archives that are left out, without those that a
// twin has.
void write_places(const Batch& batch, const BatchLayout& files,
                  const PlacesOfTwins& twins) {
  std::vector<std::string> names;
  for (const std::string& archive : batch.left_out) {
    names.push_back(name_in_captures(archive));
  }
  std::sort(names.begin(), names.end());
  auto list = io::open_changing_output(files.left_out());
  each_capture(files.captures(),
               [&](std::string_view line, std::string_view name) {
                 if (!std::binary_search(names.begin(), names.end(), name))
                   return;
                 const std::string place = place_of(line, name);
                 if (!twins.contains(place)) list->write(place + '\n');
               });
  list->finish();
}

// Makes the lists that the steps read, or removes them.
void write_lists(const std::string& out, const BuildRecord& record,
                 const Batch& batch, const lines::SortOptions& sort,
                 const std::string& tools) {
  const BatchLayout files = files_of(out, batch);
  if (batch.left_out.empty()) {
    ::unlink(files.left_out().c_str());
    ::unlink(files.present().c_str());
    return;
  }
  write_places(batch, files, PlacesOfTwins(out, record, batch, sort, tools));
  write_archive_list(present_archives(batch), files.present());
}

// Whether the lists were made of other archives, or not at all.
bool lists_are_due(const std::string& out, const Batch& batch) {
  const BatchLayout files = files_of(out, batch);
  if (batch.left_out.empty()) return is_there(files.left_out());
  return !is_there(files.left_out()) ||
         text_of_problems(files.present()) !=
             text_of_archive_list(present_archives(batch));
}

bool has_readable_archive(const BuildRecord& record) {
  return std::any_of(record.batches.begin(), record.batches.end(),
                     [](const Batch& batch) {
                       return std::any_of(batch.archives.begin(),
                                          batch.archives.end(), is_readable);
                     });
}

}  // namespace

std::vector<std::string> archives_to_leave_out(const std::string& out,
                                               const BuildRecord& record,
                                               const Batch& batch) {
  std::vector<std::string> left;
  if (has_other_format(files_of(out, batch).segment())) {
    const StepRecord* ran = record.steps.find(batch.name + "/import");
    for (const std::string& archive : batch.archives) {
      if (ran == nullptr || !has_path(ran->unread, archive)) {
        left.push_back(archive);
      }
    }
  } else {
    for (const std::string& archive : batch.left_out) {
      if (has_path(batch.archives, archive)) left.push_back(archive);
    }
  }
  std::erase_if(left, is_readable);
  return left;
}

void update_left_out(const std::string& out, const std::vector<size_t>& batches,
                     const lines::SortOptions& sort, StepRunner& runner,
                     BuildRecord& record) {
  std::map<size_t, std::vector<std::string>> former;
  bool more = false;
  for (size_t i : batches) {
    Batch& batch = record.batches[i];
    std::vector<std::string> left = archives_to_leave_out(out, record, batch);
    for (const std::string& archive : left) {
      more = more || !has_path(batch.left_out, archive);
    }
    if (left == batch.left_out) continue;
    former[i] = std::exchange(batch.left_out, std::move(left));
  }
  if (more && !has_readable_archive(record)) {
    throw Error(
        "no archive of this build can be read, and another version made what "
        "there is of them; nothing is changed: put them back, or see --moved "
        "and --forget");
  }
  std::vector<Problem> problems;
  for (size_t i : batches) {
    const Batch& batch = record.batches[i];
    if (former.contains(i) || lists_are_due(out, batch)) {
      write_lists(out, record, batch, sort, runner.tools());
    }
    for (Problem& problem : problems_of_left_out(out, batch)) {
      problems.push_back(std::move(problem));
    }
  }
  if (former.empty()) {
    (void)runner.stop_at(std::move(problems));
    return;
  }
  if (!runner.stop_at(std::move(problems))) {
    save_build_record(record, out);
    return;
  }
  for (auto& [i, left] : former) {
    record.batches[i].left_out = std::move(left);
    write_lists(out, record, record.batches[i], sort, runner.tools());
  }
}

std::vector<std::string> present_archives(const Batch& batch) {
  if (batch.left_out.empty()) return batch.archives;
  std::vector<std::string> present;
  std::copy_if(batch.archives.begin(), batch.archives.end(),
               std::back_inserter(present), [&](const std::string& archive) {
                 return !has_path(batch.left_out, archive);
               });
  return present;
}

std::vector<Problem> problems_of_left_out(const std::string& out,
                                          const Batch& batch) {
  constexpr size_t kMostNamed = 10;
  std::vector<Problem> problems;
  if (batch.left_out.empty()) return problems;
  const BatchLayout files = files_of(out, batch);
  std::map<std::string, uint64_t, std::less<>> captures;
  uint64_t all = 0;
  each_capture(files.left_out(), [&](std::string_view line, std::string_view) {
    ++captures[std::string(line.substr(0, line.find(' ')))];
    ++all;
  });
  auto add = [&](const std::string& file, const std::string& what,
                 uint64_t count) {
    problems.push_back(
        {Severity::kLost,
         "build-left-out",
         file,
         {},
         what +
             " cannot be read now, and another version made what there is "
             "of the " +
             std::to_string(count) +
             " captures there: documents that no other archive has are left "
             "out until it can be read again; put it back, or see --moved and "
             "--forget"});
  };
  if (batch.left_out.size() > kMostNamed) {
    add(files.left_out(),
        batch.left_out.front() + " with " +
            std::to_string(batch.left_out.size() - 1) + " more archives",
        all);
    return problems;
  }
  for (const std::string& archive : batch.left_out) {
    auto found = captures.find(name_in_captures(archive));
    add(archive, "the archive", found == captures.end() ? 0 : found->second);
  }
  return problems;
}

}  // namespace wax::collection
