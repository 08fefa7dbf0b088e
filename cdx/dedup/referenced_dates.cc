#include "cdx/dedup/referenced_dates.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "cdx/dedup/hashed_set.h"
#include "cdx/files/open_cdx.h"
#include "cdx/format/identity_line.h"
#include "cdx/format/list_lines.h"
#include "io/error.h"
#include "io/spool.h"
#include "lines/sort.h"

namespace wax::cdx {
namespace {

// In one order: "urlkey date14 0 digest" of captures, then
// "urlkey date14 1 date14" of the revisits that name them.
constexpr char kOriginalLine = '0';
constexpr char kReferenceLine = '1';

void append_joined(std::string_view urlkey, std::string_view original_date,
                   char kind, std::string_view value, std::string& out) {
  out.append(urlkey).append(" ").append(original_date).append(" ");
  out += kind;
  out.append(" ").append(value).append("\n");
}

// The dates of the revisits whose original stands before them.
class JoinedDates final : public lines::LineStream {
 public:
  JoinedDates(std::unique_ptr<lines::LineStream> sorted,
              ReferenceCounts& counts)
      : sorted_(std::move(sorted)), counts_(&counts) {}

  bool next(std::string_view& line) override {
    while (next_digest_ == digests_.size()) {
      std::string_view joined;
      if (!sorted_->next(joined)) return false;
      std::string_view rest = joined;
      std::string_view urlkey = next_list_field(rest);
      std::string_view original_date = next_list_field(rest);
      std::string_view kind = next_list_field(rest);
      std::string_view value = next_list_field(rest);
      if (urlkey != urlkey_ || original_date != original_date_) {
        urlkey_ = urlkey;
        original_date_ = original_date;
        digests_.clear();
        next_digest_ = 0;
      }
      if (kind[0] == kOriginalLine) {
        digests_.emplace_back(value);
        next_digest_ = digests_.size();
      } else {
        date_ = value;
        next_digest_ = 0;
      }
    }
    text_.assign(urlkey_).append(" ");
    text_.append(digests_[next_digest_++]).append(" ").append(date_);
    ++counts_->found;
    line = text_;
    return true;
  }

 private:
  std::unique_ptr<lines::LineStream> sorted_;
  ReferenceCounts* counts_;
  std::string urlkey_;
  std::string original_date_;
  std::vector<std::string> digests_;  // of that key and date: few
  size_t next_digest_ = 0;
  std::string date_;
  std::string text_;
};

}  // namespace

std::unique_ptr<lines::LineStream> referenced_dates(
    const std::vector<std::string>& lists,
    const std::vector<std::string>& captures, const VersionOptions& versions,
    ReferenceCounts& counts, ProblemSink& problems) {
  auto joined = std::make_unique<io::Spool>(versions.sort.tmpdir);
  HashedSet originals(versions.sort.memory / 4, versions.sort.tmpdir);
  std::string text;
  for (const std::string& path : lists) {
    auto lines = open_lines(path);
    std::string_view line;
    DateReference reference;
    for (uint64_t number = 1; lines->next(line); ++number) {
      if (line.starts_with('#') && versions.identity != nullptr) {
        versions.identity->check(stated_identity(line).value_or(""), path);
      }
      if (line.empty() || line[0] == '#') continue;
      ++counts.lines;
      if (!parse_date_reference(line, reference)) {
        ++counts.bad;
        problems.report({Severity::kLost, "list-bad-line", path, std::nullopt,
                         "line " + std::to_string(number) +
                             " is not \"urlkey date date\" with dates of 14 "
                             "digits"});
        continue;
      }
      if (!reference.digest.empty()) continue;  // by its digest
      text.clear();
      append_joined(reference.urlkey, reference.original_date, kReferenceLine,
                    reference.date, text);
      joined->write(text);
      originals.add({reference.urlkey, reference.original_date});
    }
  }
  originals.seal();
  VersionOptions each = versions;
  each.sort.memory /= 4;
  for (CaptureKind kind : {CaptureKind::kWithBody, CaptureKind::kRevisit}) {
    if (originals.added() == 0) break;
    if (std::find(captures.begin(), captures.end(), "-") != captures.end()) {
      throw UsageError(
          "the originals of revisits cannot be looked up in standard input; "
          "give a file");
    }
    each.kind = kind;
    VersionCounts unused;
    NoProblems none;
    auto lines = version_lines(captures, each, unused, none);
    std::string_view line;
    DatedVersion version;
    while (lines->next(line)) {
      if (!parse_dated_version(line, version) ||
          !originals.contains({version.urlkey, version.date})) {
        continue;
      }
      text.clear();
      append_joined(version.urlkey, version.date, kOriginalLine, version.digest,
                    text);
      joined->write(text);
    }
  }
  lines::SortOptions unique = each.sort;
  unique.unique = true;
  auto sorted = lines::sort_lines(lines::lines_of(std::move(joined)), unique);
  return lines::sort_lines(
      std::make_unique<JoinedDates>(std::move(sorted), counts), unique);
}

}  // namespace wax::cdx
