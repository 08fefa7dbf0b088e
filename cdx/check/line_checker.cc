#include "cdx/check/line_checker.h"

#include <algorithm>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "cdx/format/capture.h"
#include "cdx/format/capture_line.h"
#include "cdx/format/key_kind.h"
#include "cdx/format/legend.h"
#include "cdx/url/host.h"
#include "io/error.h"
#include "lines/line_error.h"
#include "text/number.h"
#include "text/plain_run.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

const std::vector<Finding> kKinds = {
    {"unreadable", "the file could not be read to its end", 0, {}},
    {"order", "smaller than the line before it, in byte order", 0, {}},
    {"duplicate", "equal to the line before it", 0, {}},
    {"header", "a header after the first line", 0, {}},
    {"identity", "made with other options than a file before it", 0, {}},
    {"columns",
     "the number of fields differs from the number of columns",
     0,
     {}},
    {"json", "no JSON object after key and date", 0, {}},
    {"bytes", "control bytes, or bytes beyond ASCII", 0, {}},
    {"urlkey", "the key does not belong to the URL", 0, {}},
    {"date", "not a date of 14 digits", 0, {}},
    {"url", "not a URL", 0, {}},
    {"mime", "not a media type", 0, {}},
    {"status", "not an HTTP status", 0, {}},
    {"digest", "not a digest", 0, {}},
    {"length", "not a record length", 0, {}},
    {"offset", "not a record offset", 0, {}},
    {"filename", "not a file name", 0, {}},
    {"archive", "the archive does not exist", 0, {}},
    {"record", "no record begins at the offset", 0, {}},
    {"record-url", "the record has another URL", 0, {}},
    {"record-date", "the record has another date", 0, {}},
    {"record-digest", "the record has another digest", 0, {}},
    {"record-length", "the record has another length", 0, {}},
};

constexpr size_t kMostWanted = 100000;
constexpr std::string_view kLetters = "NbamskSVg";

constexpr std::string_view kScreenshotUrl =
    "http://web.archive.org/screenshot/";
constexpr std::string_view kScreenshotKey = "org,archive,web)/screenshot/";

bool is_media_type(std::string_view text) {
  // The second is CDX-Writer's, of a warcinfo record.
  if (text == "unk" || text == "warc-info" || text == "-") return true;
  size_t slash = text.find('/');
  return slash != text.npos && slash > 0 && slash + 1 < text.size() &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return c > ' ' && c < 0x7f && c != ',' && c != ';' && c != '"';
         });
}

bool is_plain(std::string_view line) {
  while (true) {
    line.remove_prefix(text::plain_run(line, text::TextStops()));
    if (line.empty()) return true;
    if (line[0] != '\t') return false;
    line.remove_prefix(1);
  }
}

// SHA-1 as nearly all lines have it.
bool is_usual_digest(std::string_view text) {
  return text.size() == 32 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'A' && c <= 'Z') || (c >= '2' && c <= '7');
         });
}

std::string_view or_dash(std::string_view text) {
  return text.empty() ? "-" : text;
}

// Wayback 1.x wrote the host of a URL in its column.
bool is_bare_host(std::string_view url) {
  return url.find_first_of("/:") == url.npos;
}

// Lines show a URL with its spaces and controls escaped.
bool same_url(std::string_view line, std::string_view record) {
  auto shown_as = [&](std::string_view text) {
    std::string shown;
    append_column(text, ' ', shown);
    return line == shown;
  };
  if (line == record || shown_as(record)) return true;
  if (is_bare_host(line)) return shown_as(host_of(record));
  return url_key(UrlKeyKind::kSurt, line) == url_key(UrlKeyKind::kSurt, record);
}

}  // namespace

LineChecker::LineChecker(CheckOptions options, ProblemSink& problems)
    : options_(std::move(options)),
      findings_(kKinds, options_.most_examples),
      kind_(options_.url_key) {
  if (!options_.archives.empty()) {
    records_ = std::make_unique<RecordLookup>(options_.archives, problems);
  }
}

void LineChecker::add(std::string_view id, std::string_view text) {
  findings_.add(id, file_, line_number_, text);
}

void LineChecker::check(const std::string& path) {
  file_ = path == "-" ? "<stdin>" : path;
  line_number_ = 0;
  before_.clear();
  ++counts_.files;
  try {
    check_lines(path);
  } catch (const Error& error) {
    ++line_number_;
    add("unreadable", error.what());
    check_records();
    throw;
  }
  check_records();
}

void LineChecker::check_lines(const std::string& path) {
  auto lines = open_lines(path);
  std::string_view line;
  std::string header;
  bool begun = false;
  while (lines->next(line)) {
    ++line_number_;
    if (may_be_top_line(line) && stated_identity(line)) {
      if (line_number_ > 2) add("header", line);
      try {
        identity_.check(*stated_identity(line), file_);
      } catch (const UsageError& error) {
        add("identity", error.what());
      }
      continue;
    }
    if (is_header(line)) {
      if (line_number_ > 1) add("header", line);
      if (header.empty() && !begun) header = line;
      continue;
    }
    if (line.empty()) {
      add("columns", "an empty line");
      continue;
    }
    if (options_.check_order && !before_.empty()) {
      if (line < before_) add("order", line);
      if (line == before_) add("duplicate", line);
    }
    before_ = line;
    if (!is_plain(line)) add("bytes", line);
    if (is_metadata(line)) continue;
    ++counts_.lines;
    if (!begun) {
      std::string head =
          (header.empty() ? header : header + '\n') + std::string(line) + '\n';
      try {
        begin(CdxLines(file_, lines::lines_of(head)));
        begun = true;
      } catch (const lines::LineError&) {
        add("columns", line);
        continue;
      }
    }
    check_line(line);
  }
}

void LineChecker::begin(const CdxLines& file) {
  LineFormat format = LineFormat::of(file);
  std::vector<std::string> names;
  letters_.clear();
  for (char letter : kLetters) {
    if (!format.json && format.legend.column(letter) < 0) continue;
    names.emplace_back(1, letter);
    letters_ += letter;
  }
  fields_ = LineFields(names);
  fields_.begin(file);
}

std::optional<std::string_view> LineChecker::value(char letter) const {
  size_t at = letters_.find(letter);
  if (at == letters_.npos) return std::nullopt;
  return fields_[at];
}

void LineChecker::check_line(std::string_view line) {
  const LineFormat& format = fields_.format();
  if (!format.json) {
    auto fields =
        1 + std::count(line.begin(), line.end(), format.legend.delimiter);
    if (static_cast<size_t>(fields) != format.legend.letters.size()) {
      add("columns", line);
      return;
    }
  }
  if (fields_.read(line) != LineFields::Line::kCapture) {
    add(format.json ? "json" : "columns", line);
    return;
  }
  check_fields();
  if (records_ != nullptr) want_record();
}

void LineChecker::check_fields() {
  std::string_view date = value('b').value_or("-");
  bool real = warc::is_date14(date) && warc::date14_of_warc(date) == date;
  if (!real) add("date", date);
  std::string_view url = value('a').value_or("-");
  // Some records have none, and some URLs no host, which old indexes show.
  bool of_host = !value('N') || kind_of_key(*value('N'));
  if (url == "-" && value('a') && of_host) add("url", url);
  if (value('N') && url != "-" && options_.check_keys) {
    check_key(*value('N'), url);
  }
  if (auto mime = value('m'); mime && !is_media_type(*mime)) add("mime", *mime);
  if (auto status = value('s'); status && *status != "-") {
    bool good =
        status->size() == 3 && text::whole_number(*status).value_or(0) >= 100;
    if (!good) add("status", *status);
  }
  if (auto digest = value('k'); digest && *digest != "-") {
    if (!is_usual_digest(*digest) && !warc::parse_digest(*digest)) {
      add("digest", *digest);
    }
  }
  // "-" in all three is a capture without a location, which Wayback 1.x wrote
  // for a revisit.
  auto file = value('g');
  auto offset = value('V');
  auto length = value('S');
  bool no_offset = offset.value_or("-") == "-";
  if (file && *file == "-" && no_offset) return;
  if (file && (*file == "-" || file->ends_with('/'))) add("filename", *file);
  // A record that shares a gzip member with others has no location either.
  if (no_offset && length.value_or("-") == "-") return;
  if (offset && !text::whole_number(*offset)) add("offset", *offset);
  if (length && *length != "-" &&
      text::whole_number(*length).value_or(0) == 0) {
    add("length", *length);
  }
}

void LineChecker::check_key(std::string_view key, std::string_view url) {
  // The form of a request became part of the key, but not of the URL.
  if (key.find("__wb_method=") != key.npos || is_bare_host(url)) return;
  // CDX-Writer makes URLs up, of warcinfo records and of pictures of pages.
  if (url.starts_with("warcinfo:/") && key == url) return;
  std::string_view before;
  if (url.starts_with(kScreenshotUrl) && key.starts_with(kScreenshotKey)) {
    before = kScreenshotKey;
    url.remove_prefix(kScreenshotUrl.size());
  }
  auto fits = [&](UrlKeyKind kind) {
    key_ = before;
    append_url_key(kind, url, key_);
    return key_ == key;
  };
  if (kind_) {
    if (!fits(*kind_)) {
      add("urlkey", std::string(key) + " of " + std::string(url));
    }
    return;
  }
  bool surt = fits(UrlKeyKind::kSurt);
  bool legacy = fits(UrlKeyKind::kLegacy);
  if (surt != legacy) {
    kind_ = surt ? UrlKeyKind::kSurt : UrlKeyKind::kLegacy;
  } else if (!surt) {
    add("urlkey", std::string(key) + " of " + std::string(url));
  }
}

void LineChecker::want_record() {
  auto file = value('g');
  auto offset = text::whole_number(value('V').value_or(""));
  if (!file || !offset || *file == "-") return;
  Wanted wanted{std::string(*file), *offset, line_number_, {}, {}, {}, {}};
  auto url = value('a');
  bool left_out = fields_.format().json && url == "-";
  if (url && !left_out) wanted.url = *url;
  if (auto date = value('b')) wanted.date = *date;
  if (auto digest = value('k'); digest && *digest != "-") {
    wanted.digest = *digest;
  }
  wanted.length = text::whole_number(value('S').value_or(""));
  wanted_.push_back(std::move(wanted));
  if (wanted_.size() == kMostWanted) check_records();
}

void LineChecker::check_records() {
  std::stable_sort(wanted_.begin(), wanted_.end(),
                   [](const Wanted& a, const Wanted& b) {
                     int order = a.file.compare(b.file);
                     return order != 0 ? order < 0 : a.offset < b.offset;
                   });
  uint64_t line_number = line_number_;
  for (const Wanted& wanted : wanted_) {
    line_number_ = wanted.line;
    check_record(wanted);
  }
  line_number_ = line_number;
  wanted_.clear();
}

void LineChecker::check_record(const Wanted& wanted) {
  ++counts_.records;
  std::string where = wanted.file + " at " + std::to_string(wanted.offset);
  RecordFacts record;
  switch (
      records_->find(wanted.file, wanted.offset,
                     {"", wanted.date.value_or(""), wanted.url.value_or("")},
                     wanted.digest.value_or(""), record)) {
    case RecordLookup::Answer::kFound:
      break;
    case RecordLookup::Answer::kNoArchive:
      add("archive", wanted.file);
      return;
    case RecordLookup::Answer::kNoRecord:
      add("record", where);
      return;
  }
  auto differ = [&](std::string_view id, std::string_view line,
                    std::string_view text) {
    add(id, where + ": " + std::string(line) +
                ", the record: " + std::string(or_dash(text)));
  };
  auto is_url = [&](const std::string& url) {
    return same_url(*wanted.url, url);
  };
  if (wanted.url &&
      std::none_of(record.urls.begin(), record.urls.end(), is_url)) {
    differ("record-url", *wanted.url, record.urls.front());
  }
  if (wanted.date && *wanted.date != or_dash(record.date)) {
    differ("record-date", *wanted.date, record.date);
  }
  const std::vector<std::string>& digests = record.digests;
  if (wanted.digest &&
      std::find(digests.begin(), digests.end(),
                warc::normal_digest(*wanted.digest)) == digests.end()) {
    differ("record-digest", *wanted.digest,
           digests.empty() ? "-" : digests.front());
  }
  if (wanted.length && record.length > 0 && *wanted.length != record.length) {
    differ("record-length", std::to_string(*wanted.length),
           std::to_string(record.length));
  }
}

}  // namespace wax::cdx
