#include "cdx/dedup/payload_matches.h"

#include <algorithm>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "cdx/format/list_lines.h"
#include "io/error.h"
#include "io/spool.h"
#include "text/number.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

// "KEY DATE KIND url file offset" where the earliest capture stands for the
// others, and among those of a second one that was read; "KEY KIND DATE ..."
// where those that do not ask come first.
constexpr char kAskingByDate = '0';
constexpr char kOther = '1';
constexpr char kAsking = '2';

// Files of read_archives() among those of lines.
constexpr char kRead = '*';

constexpr size_t kArchiveDigits = 8;
constexpr size_t kOffsetDigits = 20;

void append_digits(std::string_view number, size_t digits, std::string& out) {
  out.append(digits - std::min(digits, number.size()), '0').append(number);
}

lines::SortOptions part_of(lines::SortOptions sort, uint64_t parts) {
  sort.memory /= parts;
  return sort;
}

// The columns that are read, by their place.
constexpr size_t kKey = 0;
constexpr size_t kDate = 1;
constexpr size_t kUrl = 2;
constexpr size_t kMime = 3;
constexpr size_t kDigest = 4;
constexpr size_t kFile = 5;
constexpr size_t kOffset = 6;
const std::vector<std::string> kColumns = {
    "urlkey", "timestamp", "url", "mime", "digest", "filename", "offset"};

}  // namespace

PayloadMatches::PayloadMatches(const PayloadRules& rules,
                               const lines::SortOptions& sort)
    : rules_(rules),
      sort_(sort),
      asked_(sort.memory / 8, sort.tmpdir),
      damaged_(sort.memory / 8, sort.tmpdir),
      lines_(part_of(sort, 2)),
      fields_(kColumns) {
  for (size_t may_miss : {kMime, kFile, kOffset}) {
    fields_.allow_missing(may_miss);
  }
}

void PayloadMatches::load_damaged(const std::string& path,
                                  ProblemSink& problems) {
  damaged_.load(path, problems);
}

void PayloadMatches::make_key(std::string_view urlkey,
                              std::string_view digest) {
  key_.clear();
  warc::append_normal_digest(digest, key_);
  if (rules_.same == SamePayload::kUrlAndDigest) {
    key_.append(1, '|').append(urlkey);
  }
}

// A capture of the line that fields_ has read.
struct PayloadMatches::Line {
  bool is_revisit = false;
  bool is_complete = false;  // has a digest and a date
};

// Makes the key of a capture.
LineFields::Line PayloadMatches::read(std::string_view text, Line& line) {
  const auto kind = fields_.read(text);
  if (kind != LineFields::Line::kCapture) return kind;
  line.is_revisit =
      fields_.format().is_revisit(fields_[kMime], fields_.as_written(kFile));
  line.is_complete = fields_[kDigest] != "-" && warc::is_date14(fields_[kDate]);
  make_key(fields_[kKey], fields_[kDigest]);
  return kind;
}

bool PayloadMatches::is_damaged() const {
  return !damaged_.empty() &&
         damaged_.contains(
             {fields_[kFile], fields_[kOffset], fields_[kKey], fields_[kDate]});
}

void PayloadMatches::add_line(char kind, std::string_view date,
                              std::string_view url, std::string_view file,
                              std::string_view offset) {
  text_.assign(key_) += ' ';
  if (rules_.asking == CaptureKind::kWithBody) {
    text_.append(date).append(1, ' ');
    text_ += kind == kAsking ? kAskingByDate : kind;
  } else {
    text_.append(1, kind).append(1, ' ').append(date);
  }
  text_.append(1, ' ').append(url).append(1, ' ').append(file);
  text_.append(1, ' ').append(offset);
  lines_.add(text_);
}

void PayloadMatches::read_archives(const std::vector<std::string>& paths,
                                   size_t asking, IndexStreamOptions options,
                                   ProblemSink& problems, IndexReport& report,
                                   std::function<void(uint64_t)> progress) {
  std::vector<ArchiveInput> inputs;
  for (size_t i = 0; i < paths.size(); ++i) {
    inputs.push_back({paths[i], kRead + std::to_string(i)});
  }
  options.legend.letters = kCdx11;
  options.damaged = [&](std::string_view lines) {
    auto each = lines::lines_of(lines);
    DamagedPlace place;
    for (std::string_view text; each->next(text);) {
      if (parse_damaged_place(text, place)) damaged_.add(place);
    }
  };
  auto all = std::make_unique<io::Spool>(sort_.tmpdir);
  LineFormat format;
  format.legend = options.legend;
  fields_.begin(format, "archives");
  auto lines = index_archives(std::move(inputs), options, problems, report,
                              std::move(progress));
  auto asks = [&](const Line& line) {
    return line.is_revisit == (rules_.asking == CaptureKind::kRevisit) &&
           text::whole_number(fields_[kFile].substr(1)).value_or(asking) <
               asking;
  };
  Line line;
  for (std::string_view text; lines->next(text);) {
    all->write(text);
    all->write("\n");
    if (read(text, line) != LineFields::Line::kCapture || !asks(line)) continue;
    if (line.is_complete) asked_.add({key_});
    ++(line.is_complete ? asking_ : without_digest_);
  }
  asked_.seal();
  damaged_.seal();
  identity_.check(options.index.spelling(), "the archives");
  // Files may state no identity; their keys then tell the kind.
  if (rules_.same == SamePayload::kUrlAndDigest) {
    keys_.check(url_key(options.index.key_kind(), "http://host.example/"),
                "the archives");
  }
  auto spooled = lines::lines_of(std::move(all));
  for (std::string_view text; spooled->next(text);) {
    if (read(text, line) != LineFields::Line::kCapture || !line.is_complete ||
        is_damaged()) {
      continue;
    }
    const bool is_asking = asks(line);
    if ((!is_asking && line.is_revisit) || !asked_.contains({key_})) continue;
    add_line(is_asking ? kAsking : kOther, fields_[kDate], fields_[kUrl],
             fields_[kFile], fields_[kOffset]);
  }
}

void PayloadMatches::add_file(const std::string& path, ProblemSink& problems) {
  auto file = open_cdx(path);
  DatedVersion version;
  const std::string& first = file->first();
  if (file->header().empty() &&
      (first.starts_with('#') || parse_dated_version(first, version))) {
    add_list(path, problems);
  } else {
    add_cdx(*file, problems);
  }
}

void PayloadMatches::add_list(const std::string& path, ProblemSink& problems) {
  if (path == "-") {
    throw UsageError("a list cannot be read from standard input; give a file");
  }
  auto lines = open_lines(path);
  bool key_is_known = false;
  std::string_view line;
  for (uint64_t number = 1; lines->next(line); ++number) {
    if (line.starts_with('#')) {
      identity_.check(stated_identity(line).value_or(""), path);
    }
    if (line.empty() || line[0] == '#') continue;
    DatedVersion version;
    if (!parse_dated_version(line, version)) {
      problems.report({Severity::kLost, "list-bad-line", path, std::nullopt,
                       "line " + std::to_string(number) +
                           " is not \"urlkey digest date\" with a date of 14 "
                           "digits"});
      continue;
    }
    if (!key_is_known) key_is_known = keys_.check(version.urlkey, path);
    make_key(version.urlkey, version.digest);
    if (version.original.empty() || !asked_.contains({key_})) continue;
    add_line(kOther, version.original, "-", "-", "-");
  }
}

void PayloadMatches::add_cdx(CdxLines& file, ProblemSink& problems) {
  fields_.begin(file);
  identity_.check(file.identity(), file.name());
  bool key_is_known = false;
  Line line;
  for (std::string_view text; file.next(text);) {
    const auto kind = read(text, line);
    if (kind == LineFields::Line::kMetadata) continue;
    if (kind == LineFields::Line::kBad) {
      problems.report({Severity::kLost, "cdx-bad-line", file.name(),
                       std::nullopt,
                       "line " + std::to_string(file.line_number()) + ": " +
                           std::string(fields_.problem())});
      continue;
    }
    if (!key_is_known) key_is_known = keys_.check(fields_[kKey], file.name());
    if (line.is_revisit || !line.is_complete || !asked_.contains({key_}) ||
        is_damaged()) {
      continue;
    }
    add_line(kOther, fields_[kDate], fields_[kUrl], fields_[kFile],
             fields_[kOffset]);
  }
}

std::unique_ptr<lines::LineStream> PayloadMatches::matches() {
  const bool by_date = rules_.asking == CaptureKind::kWithBody;
  auto sorted = lines_.sorted();
  lines::LineSorter matched(part_of(sort_, 2));
  std::string key;
  std::string date;
  std::string place;  // of the capture that stands for the others
  bool is_known = false;
  std::string out;
  for (std::string_view text; sorted->next(text);) {
    std::string_view rest = text;
    const std::string_view of_line = next_list_field(rest);
    std::string_view date_of_line = next_list_field(rest);
    std::string_view kind = next_list_field(rest);
    if (!by_date) std::swap(date_of_line, kind);
    if (of_line != key) {
      key = of_line;
      is_known = false;
    }
    const bool is_asking = kind[0] != kOther;
    if (!is_known && (by_date || !is_asking)) {
      is_known = true;
      date = date_of_line;
      place = rest;
      continue;
    }
    // A capture of the same second may be the same one, of another file.
    if (!is_asking || (by_date && date_of_line == date)) continue;
    static_cast<void>(next_list_field(rest));  // its own URL
    out.clear();
    append_digits(next_list_field(rest).substr(1), kArchiveDigits, out);
    out += ' ';
    append_digits(next_list_field(rest), kOffsetDigits, out);
    if (is_known) out.append(1, ' ').append(date).append(1, ' ').append(place);
    matched.add(out);
  }
  return matched.sorted();
}

bool PayloadMatches::parse(std::string_view line, PayloadMatch& match) {
  const auto archive = text::whole_number(next_list_field(line));
  const auto offset = text::whole_number(next_list_field(line));
  if (!archive || !offset) return false;
  match.archive = *archive;
  match.offset = *offset;
  match.date = next_list_field(line);
  match.url = next_list_field(line);
  match.file = next_list_field(line);
  match.is_read = match.file.starts_with(kRead);
  if (match.is_read) match.file.remove_prefix(1);
  match.file_offset = text::whole_number(next_list_field(line)).value_or(0);
  return true;
}

}  // namespace wax::cdx
