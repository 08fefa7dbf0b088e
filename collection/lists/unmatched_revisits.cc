#include "collection/lists/unmatched_revisits.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "cdx/format/list_lines.h"
#include "collection/layout.h"
#include "io/folder.h"

namespace wax::collection {
namespace {

std::unique_ptr<lines::LineStream> lines_of_list(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return nullptr;
  return cdx::open_lines(path);
}

std::string or_dash(const std::string& value) {
  return value.empty() ? "-" : value;
}

Problem without_original(Severity severity, const std::string& list,
                         std::string text) {
  Problem problem;
  problem.severity = severity;
  problem.id = "revisit-without-original";
  problem.file = list;
  problem.text = std::move(text);
  return problem;
}

// Told one by one, and counted.
struct ToldRevisits {
  Severity severity;
  size_t most_named;
  size_t count = 0;

  void add(const std::string& list, std::string text,
           const std::function<void(Problem)>& report) {
    if (++count > most_named) return;
    report(without_original(severity, list, std::move(text)));
  }
  void tell_rest(const std::string& list,
                 const std::function<void(Problem)>& report) const {
    if (count <= most_named) return;
    report(without_original(
        severity, list,
        std::to_string(count - most_named) + " more revisits have none"));
  }
};

}  // namespace

std::string unmatched_list(const std::string& out) {
  return Layout{out}.merged_digests("unmatched");
}

UnmatchedRevisits::UnmatchedRevisits(const std::string& out, bool anew) {
  io::make_folders(Layout{out}.all_merged_digests());
  const std::string list = unmatched_list(out);
  if (!anew) before_ = lines_of_list(list);
  if (before_ != nullptr && !before_->next(line_)) before_.reset();
  output_ = io::open_changing_output(list);
}

void UnmatchedRevisits::copy_before(std::string_view urlkey) {
  while (before_ != nullptr) {
    const std::string_view key = line_.substr(0, line_.find(' '));
    if (!urlkey.empty() && key > urlkey) return;
    if (key != urlkey) {
      output_->write(line_);
      output_->write("\n");
    }
    if (!before_->next(line_)) before_.reset();
  }
}

void UnmatchedRevisits::take(
    std::string_view urlkey,
    const std::vector<cdx::UnmatchedRevisit>& revisits) {
  copy_before(urlkey);
  for (const cdx::UnmatchedRevisit& revisit : revisits) {
    output_->write(std::string(urlkey) + ' ' + revisit.date + ' ' +
                   or_dash(revisit.digest) + ' ' +
                   or_dash(revisit.original_date) + '\n');
  }
}

void UnmatchedRevisits::finish() {
  copy_before({});
  output_->finish();
}

size_t tell_unmatched(const std::string& out,
                      const std::function<bool(const std::string&)>& has_digest,
                      const std::function<void(Problem)>& report) {
  const std::string list = unmatched_list(out);
  auto lines = lines_of_list(list);
  if (lines == nullptr) return 0;
  ToldRevisits lost{Severity::kLost, 10};
  ToldRevisits elsewhere{Severity::kWarning, 1};
  for (std::string_view line; lines->next(line);) {
    std::string_view rest = line;
    const std::string urlkey(cdx::next_list_field(rest));
    const std::string date(cdx::next_list_field(rest));
    const std::string digest(cdx::next_list_field(rest));
    const std::string original(cdx::next_list_field(rest));
    const bool names_date = original != "-" && original != cdx::kLastBefore;
    if (digest != "-" && has_digest(digest)) continue;
    const bool is_lost = digest == "-" || original == cdx::kLastBefore;
    std::string text = "the revisit of " + urlkey + " at " + date + " is of ";
    if (names_date) {
      text += "its capture at " + original + ", ";
    } else if (is_lost) {
      text += "its capture before, ";
    } else {
      text += "a capture with the digest " + digest + ", ";
    }
    text += "which no archive of the collection has; add the archive that does";
    (is_lost ? lost : elsewhere).add(list, std::move(text), report);
  }
  lost.tell_rest(list, report);
  elsewhere.tell_rest(list, report);
  return lost.count + elsewhere.count;
}

}  // namespace wax::collection
