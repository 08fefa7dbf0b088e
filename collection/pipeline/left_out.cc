#include "collection/pipeline/left_out.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "cdx/format/capture.h"
#include "collection/layout.h"
#include "collection/pipeline/archive_moves.h"
#include "collection/pipeline/build_folder.h"
#include "collection/pipeline/step.h"
#include "collection/segment/segment_manifest.h"
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

// Writes the captures of the archives that are left out in the format of
// wax-warc-indexer --write-damaged: "filename offset urlkey date".
void write_places(const Batch& batch, const BatchLayout& files) {
  std::vector<std::string> names;
  for (const std::string& archive : batch.left_out) {
    names.push_back(name_in_captures(archive));
  }
  std::sort(names.begin(), names.end());
  auto list = io::open_changing_output(files.left_out());
  each_capture(files.captures(), [&](std::string_view line,
                                     std::string_view name) {
    if (!std::binary_search(names.begin(), names.end(), name)) return;
    const std::string_view before = line.substr(0, line.size() - name.size());
    const size_t offset = before.rfind(' ', before.size() - 2) + 1;
    const size_t date_end = line.find(' ', line.find(' ') + 1);
    list->write(std::string(name)
                    .append(" ")
                    .append(before.substr(offset))
                    .append(line.substr(0, date_end))
                    .append("\n"));
  });
  list->finish();
}

}  // namespace

bool update_left_out(const std::string& out, const BuildRecord& record,
                     Batch& batch) {
  const BatchLayout files = files_of(out, batch);
  std::vector<std::string> left;
  if (has_other_format(files.segment())) {
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
  if (left.empty() && batch.left_out.empty()) return false;
  const bool is_same = left == batch.left_out;
  batch.left_out = std::move(left);
  if (batch.left_out.empty()) {
    ::unlink(files.left_out().c_str());
    ::unlink(files.present().c_str());
    return true;
  }
  if (!is_same || !is_there(files.left_out())) write_places(batch, files);
  write_archive_list(present_archives(batch), files.present());
  return !is_same;
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
