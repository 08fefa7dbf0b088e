#include "cdx/lookup/archive_payloads.h"

#include <utility>

#include "cdx/lookup/record_match.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "lines/sort.h"
#include "text/counts.h"
#include "text/number.h"
#include "warc/record/named_original.h"
#include "warc/writer/record_replacer.h"
#include "warc/writer/revisit_record.h"

namespace wax::cdx {

MatchesOfArchives::MatchesOfArchives(std::unique_ptr<lines::LineStream> lines)
    : lines_(std::move(lines)) {}

const PayloadMatch* MatchesOfArchives::next(uint64_t archive) {
  for (;;) {
    if (is_given_) {
      std::string_view line;
      has_match_ = lines_->next(line) && PayloadMatches::parse(line, match_);
      is_given_ = false;
    }
    if (!has_match_ || match_.archive > archive) return nullptr;
    is_given_ = true;
    if (match_.archive == archive) return &match_;
  }
}

DedupCounts& DedupCounts::operator+=(const DedupCounts& other) {
  text::add_counts(*this, other);
  return *this;
}

PayloadRemover::PayloadRemover(const std::vector<std::string>& paths,
                               std::unique_ptr<lines::LineStream> matches,
                               const lines::SortOptions& sort,
                               ProblemSink& problems, uint64_t smallest)
    : paths_(paths),
      problems_(&problems),
      smallest_(smallest),
      wrong_(sort.memory / 4, sort.tmpdir) {
  auto kept = std::make_unique<io::Spool>(sort.tmpdir);
  lines::SortOptions unique = sort;
  unique.memory /= 2;
  unique.unique = true;
  lines::LineSorter originals(unique);
  PayloadMatch match;
  for (std::string_view line; matches->next(line);) {
    kept->write(line);
    kept->write("\n");
    if (!PayloadMatches::parse(line, match) || !match.is_read) continue;
    originals.add(std::string(match.file) + ' ' +
                  std::to_string(match.file_offset));
  }
  matches.reset();
  check_originals(*originals.sorted());
  wrong_.seal();
  matches_ =
      std::make_unique<MatchesOfArchives>(lines::lines_of(std::move(kept)));
}

// Reads the payloads of "archive offset" lines.
void PayloadRemover::check_originals(lines::LineStream& originals) {
  warc::RecordAccess access(*problems_);
  for (std::string_view line; originals.next(line);) {
    const size_t space = line.find(' ');
    const auto archive = text::whole_number(line.substr(0, space));
    const auto offset = text::whole_number(line.substr(space + 1));
    if (!archive || !offset) continue;
    const std::string& path = paths_[*archive];
    warc::Record record;
    warc::Reader* reader = access.at(path, *offset, record);
    bool is_right = reader != nullptr && warc::has_stated_payload(record);
    if (reader != nullptr) {
      reader->finish();
      is_right = is_right && reader->intact();
    }
    if (is_right) continue;
    wrong_.add({line.substr(0, space), line.substr(space + 1)});
    problems_->report({Severity::kWarning, "payload-other-digest", path,
                       *offset,
                       "the payload has not the digest that the record "
                       "states; its duplicates are kept"});
  }
}

// The name of the file that has the original, which others know; empty for one
// in the same file.
std::string PayloadRemover::container_of(const PayloadMatch& match) const {
  std::string name(match.file);
  if (match.is_read) {
    const auto place = text::whole_number(match.file);
    if (!place || *place == match.archive) return {};
    const std::string_view file = io::outer_file(paths_[*place]);
    if (file == io::outer_file(paths_[match.archive])) return {};
    name = file;
  }
  return name == "-" ? std::string() : std::string(io::base_name(name));
}

DedupCounts PayloadRemover::copy(size_t archive, io::Output* output) {
  const std::string& path = paths_[archive];
  DedupCounts counts;
  warc::RecordReplacer replacer(path, output);
  warc::RecordAccess access(*problems_);
  warc::NewRecord revisit;
  while (const PayloadMatch* match = matches_->next(archive)) {
    if (match->is_read && wrong_.added() > 0 &&
        wrong_.contains({match->file, std::to_string(match->file_offset)})) {
      ++counts.wrong_digest;
      continue;
    }
    warc::Record record;
    warc::Reader* reader = access.at(path, match->offset, record);
    if (reader == nullptr) {
      ++counts.unreadable;
      continue;
    }
    if (record.content_length < smallest_) {
      ++counts.small;
      continue;
    }
    const std::string_view url =
        match->url == "-" ? record.target_uri : match->url;
    const auto kept_as =
        warc::make_revisit(record, {std::string(url), std::string(match->date)},
                           revisit, container_of(*match));
    const warc::Extent extent = reader->finish();
    if (!reader->intact()) {
      ++counts.unreadable;
      continue;
    }
    switch (kept_as) {
      case warc::KeptAs::kRevisit:
        switch (replacer.replace(extent, revisit, true)) {
          case warc::Replaced::kYes:
            ++counts.revisits;
            break;
          case warc::Replaced::kNotSmaller:
            ++counts.not_smaller;
            break;
          case warc::Replaced::kNotAlone:
            ++counts.not_alone;
            break;
        }
        break;
      case warc::KeptAs::kOtherType:
        ++counts.other_type;
        break;
      case warc::KeptAs::kOtherPayload:
        ++counts.wrong_digest;
        problems_->report({Severity::kWarning, "payload-other-digest", path,
                           match->offset,
                           "the payload has not the digest that the record "
                           "states; the record is kept"});
        break;
      case warc::KeptAs::kOddHeader:
        ++counts.odd_header;
        break;
    }
  }
  replacer.finish();
  counts.bytes_in = replacer.bytes_in();
  counts.bytes_out = replacer.bytes_out();
  return counts;
}

RestoreCounts& RestoreCounts::operator+=(const RestoreCounts& other) {
  text::add_counts(*this, other);
  return *this;
}

namespace {

std::string no_archive_has(const std::string& wanted) {
  std::string text = "no archive has the payload of this revisit";
  if (!wanted.empty()) {
    text += "; it refers to " + wanted + ": give that with --archives";
  }
  return text;
}

}  // namespace

PayloadRestorer::PayloadRestorer(const std::vector<std::string>& paths,
                                 const ArchivePaths& archives, bool all,
                                 std::unique_ptr<lines::LineStream> matches,
                                 ProblemSink& problems)
    : paths_(paths),
      archives_(archives),
      all_(all),
      problems_(&problems),
      matches_(std::move(matches)),
      originals_(problems) {}

// Empty: it is not known.
std::string PayloadRestorer::path_of(const PayloadMatch& match) const {
  if (match.date.empty()) return "";
  if (match.is_read) {
    return paths_[text::whole_number(match.file).value_or(0)];
  }
  const auto found = archives_.find(match.file);
  if (found.empty()) return "";
  return std::string(
      path_of_record(found, {"", match.date, match.url}, match.file_offset));
}

RestoreCounts PayloadRestorer::copy(size_t archive, io::Output& output) {
  const std::string& path = paths_[archive];
  RestoreCounts counts;
  warc::RecordReplacer replacer(path, &output);
  warc::RecordAccess access(*problems_);
  warc::NewRecord restored;
  while (const PayloadMatch* match = matches_.next(archive)) {
    warc::Record revisit;
    warc::Reader* reader = access.at(path, match->offset, revisit);
    if (reader == nullptr) {
      ++counts.not_found;
      continue;
    }
    if (!warc::has_identical_payload(revisit)) {
      ++counts.other_profile;
      continue;
    }
    if (!all_ && !warc::is_made_revisit(revisit)) {
      ++counts.of_others;
      continue;
    }
    const std::string original = path_of(*match);
    const std::string wanted = warc::container_name(
        revisit.headers.find(warc::kRefersToContainer).value_or(""));
    bool is_restored = false;
    warc::Record record;
    warc::Reader* found =
        original.empty() ? nullptr
                         : originals_.at(original, match->file_offset, record);
    if (found != nullptr && warc::take_head(record)) {
      is_restored = warc::restore_record(revisit, *record.body, restored);
      found->finish();
      is_restored = is_restored && found->intact();
    }
    const warc::Extent extent = reader->finish();
    if (!is_restored || !reader->intact()) {
      ++counts.not_found;
      problems_->report(
          {Severity::kLost, "revisit-without-payload", path, match->offset,
           match->date.empty() ? no_archive_has(wanted)
           : original.empty()
               ? "the archive with the payload, " + std::string(match->file) +
                     ", is not there; give it with --archives"
               : original + " has not the payload of this revisit at byte " +
                     std::to_string(match->file_offset)});
      continue;
    }
    if (replacer.replace(extent, restored, false) == warc::Replaced::kYes) {
      ++counts.restored;
    } else {
      ++counts.not_alone;
    }
  }
  replacer.finish();
  counts.bytes_in = replacer.bytes_in();
  counts.bytes_out = replacer.bytes_out();
  return counts;
}

}  // namespace wax::cdx
