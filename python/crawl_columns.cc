#include "python/crawl_columns.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/line_fields.h"
#include "cdx/url/host_suffixes.h"
#include "cdx/url/url.h"
#include "io/error.h"
#include "python/capture_stream.h"
#include "python/texts.h"
#include "text/number.h"
#include "text/utf8.h"
#include "warc/record/date.h"

namespace py = pybind11;

namespace wax::python {
namespace {

// The names and order are those of cc-index-table's schema (flat).
enum class Column : size_t {
  kSurtKey,
  kUrl,
  kHost,
  kTld,
  kPart2,
  kPart3,
  kPart4,
  kPart5,
  kRegistrySuffix,
  kRegisteredDomain,
  kPrivateSuffix,
  kPrivateDomain,
  kReversed,
  kProtocol,
  kPort,
  kPath,
  kQuery,
  kTime,
  kStatus,
  kRedirect,
  kDigest,
  kMime,
  kDetected,
  kCharset,
  kLanguages,
  kTruncated,
  kRecordId,
  kFilename,
  kOffset,
  kLength,
  kSegment,
  kCount
};

struct ColumnFacts {
  const char* name;
  const char* type;  // of Arrow
};

constexpr ColumnFacts kColumns[] = {{"url_surtkey", "string"},
                                    {"url", "string"},
                                    {"url_host_name", "string"},
                                    {"url_host_tld", "string"},
                                    {"url_host_2nd_last_part", "string"},
                                    {"url_host_3rd_last_part", "string"},
                                    {"url_host_4th_last_part", "string"},
                                    {"url_host_5th_last_part", "string"},
                                    {"url_host_registry_suffix", "string"},
                                    {"url_host_registered_domain", "string"},
                                    {"url_host_private_suffix", "string"},
                                    {"url_host_private_domain", "string"},
                                    {"url_host_name_reversed", "string"},
                                    {"url_protocol", "string"},
                                    {"url_port", "int32"},
                                    {"url_path", "string"},
                                    {"url_query", "string"},
                                    {"fetch_time", "timestamp"},
                                    {"fetch_status", "int16"},
                                    {"fetch_redirect", "string"},
                                    {"content_digest", "string"},
                                    {"content_mime_type", "string"},
                                    {"content_mime_detected", "string"},
                                    {"content_charset", "string"},
                                    {"content_languages", "string"},
                                    {"content_truncated", "string"},
                                    {"warc_record_id", "binary"},
                                    {"warc_filename", "string"},
                                    {"warc_record_offset", "int64"},
                                    {"warc_record_length", "int32"},
                                    {"warc_segment", "string"}};
static_assert(std::size(kColumns) == static_cast<size_t>(Column::kCount));

// Values of one column in the layout of Arrow.
struct ColumnValues {
  bool is_text = false;
  size_t width = 0;  // of a number, in bytes
  std::string data;
  std::vector<int32_t> ends{0};  // of texts
  std::string valid;             // a bit for each value
  size_t size = 0;
  size_t nulls = 0;

  void add_bit(bool is_there) {
    if (size % 8 == 0) valid.push_back('\0');
    if (is_there) {
      valid.back() = static_cast<char>(valid.back() | 1 << size % 8);
    } else {
      ++nulls;
    }
    ++size;
  }
  void add(std::optional<std::string_view> text) {
    if (text) text::append_well_formed(*text, data);
    ends.push_back(static_cast<int32_t>(data.size()));
    add_bit(text.has_value());
  }
  void add_number(std::optional<int64_t> number) {
    const int64_t value = number.value_or(0);
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    data.append(bytes, width);
    add_bit(number.has_value());
  }
};

struct Table {
  std::array<ColumnValues, std::size(kColumns)> columns;

  Table() {
    for (size_t i = 0; i < columns.size(); ++i) {
      const std::string_view type = kColumns[i].type;
      columns[i].is_text = type == "string" || type == "binary";
      columns[i].width = type == "int16" ? 2 : type == "int32" ? 4 : 8;
    }
  }
  ColumnValues& operator[](Column column) {
    return columns[static_cast<size_t>(column)];
  }
};

const std::vector<std::string>& names_of_fields() {
  static const std::vector<std::string> kNames = {
      "urlkey",        "timestamp", "url",       "mime",      "status",
      "digest",        "redirect",  "length",    "offset",    "filename",
      "mime-detected", "charset",   "languages", "truncated", "recordid"};
  return kNames;
}

std::optional<std::string_view> known(std::string_view value) {
  if (value.empty() || value == "-") return std::nullopt;
  return value;
}

// The n-th label from the end (from 1); nothing when there are fewer.
std::optional<std::string_view> label(std::string_view host, int n) {
  for (;; --n) {
    const size_t dot = host.rfind('.');
    std::string_view last = host.substr(dot + 1);
    if (n == 1) return known(last);
    if (dot == std::string_view::npos) return std::nullopt;
    host = host.substr(0, dot);
  }
}

std::string reversed(std::string_view host) {
  std::string text;
  while (!host.empty()) {
    const size_t dot = host.rfind('.');
    if (!text.empty()) text += '.';
    text += host.substr(dot + 1);
    host = dot == std::string_view::npos ? std::string_view()
                                         : host.substr(0, dot);
  }
  return text;
}

std::optional<int64_t> number_of(std::string_view text, int64_t most) {
  auto number = text::whole_number<int64_t>(text);
  if (!number || *number < 0 || *number > most) return std::nullopt;
  return number;
}

// Common Crawl names its archives ".../segments/SEGMENT/warc/...".
std::string_view segment_of(std::string_view filename) {
  constexpr std::string_view kBefore = "segments/";
  const size_t at = filename.find(kBefore);
  if (at == std::string_view::npos) return {};
  filename.remove_prefix(at + kBefore.size());
  return filename.substr(0, filename.find('/'));
}

// The subsets in which Common Crawl keeps captures.
enum Subset : size_t { kWarc, kDiagnostics, kRobots, kSubsets };
constexpr const char* kSubsetNames[] = {"warc", "crawldiagnostics",
                                        "robotstxt"};

class CrawlColumns {
 public:
  explicit CrawlColumns(CaptureStream& stream)
      : stream_(&stream), fields_(names_of_fields()) {
    fields_.allow_missing();
  }

  // The next captures, as tables by subset: lists of (name, type, size, nulls,
  // validity, ends of texts or None, data). None at the end.
  py::object next(uint64_t count) {
    std::array<Table, kSubsets> tables;
    uint64_t read = stream_->each(
        count, [&](std::string_view line, const cdx::LineFields& of_stream) {
          if (!has_begun_) {
            fields_.begin(of_stream.format(), "<captures>");
            has_begun_ = true;
          }
          add(line, tables);
        });
    if (read == 0) return py::none();
    py::dict result;
    for (size_t i = 0; i < kSubsets; ++i) {
      if (tables[i].columns[0].size > 0) {
        result[kSubsetNames[i]] = list_of(tables[i]);
      }
    }
    return result;
  }

 private:
  void add(std::string_view line, std::array<Table, kSubsets>& tables) {
    if (fields_.read(line) != cdx::LineFields::Line::kCapture) return;
    const std::string_view key = fields_[0];
    if (key < last_key_) {
      throw UsageError("the captures are not sorted: '" + std::string(key) +
                       "' comes after '" + last_key_ +
                       "'; use waxwing.cdx.sort or captures(sort=True)");
    }
    last_key_ = key;
    cdx::Url url;
    const std::string_view written = fields_[2];
    if (!cdx::parse(written, url)) url = {};
    auto status = number_of(fields_[4], std::numeric_limits<int16_t>::max());
    const Subset subset = url.path == "/robots.txt" ? kRobots
                          : status == 200           ? kWarc
                                                    : kDiagnostics;
    Table& table = tables[subset];
    table[Column::kSurtKey].add(key);
    table[Column::kUrl].add(written);
    add_url(url, table);
    auto seconds = warc::seconds_of_date(fields_[1]);
    table[Column::kTime].add_number(
        seconds ? std::optional<int64_t>(*seconds * 1000) : std::nullopt);
    table[Column::kStatus].add_number(status);
    table[Column::kRedirect].add(known(fields_[6]));
    table[Column::kDigest].add(known(fields_[5]));
    table[Column::kMime].add(known(fields_[3]));
    table[Column::kDetected].add(known(fields_[10]));
    table[Column::kCharset].add(known(fields_[11]));
    table[Column::kLanguages].add(known(fields_[12]));
    table[Column::kTruncated].add(known(fields_[13]));
    table[Column::kRecordId].add(known(fields_[14]));
    table[Column::kFilename].add(known(fields_[9]));
    table[Column::kOffset].add_number(
        number_of(fields_[8], std::numeric_limits<int64_t>::max()));
    table[Column::kLength].add_number(
        number_of(fields_[7], std::numeric_limits<int32_t>::max()));
    table[Column::kSegment].add(segment_of(fields_[9]));
  }

  static void add_url(const cdx::Url& url, Table& table) {
    const cdx::HostSuffixes suffixes = cdx::host_suffixes(url.host);
    const bool is_name = !suffixes.registry_suffix.empty();
    table[Column::kHost].add(url.host);
    for (int n = 1; n <= 5; ++n) {
      table
          .columns[static_cast<size_t>(Column::kTld) + static_cast<size_t>(n) -
                   1]
          .add(is_name ? label(url.host, n) : std::nullopt);
    }
    table[Column::kRegistrySuffix].add(known(suffixes.registry_suffix));
    table[Column::kRegisteredDomain].add(known(suffixes.registered_domain));
    table[Column::kPrivateSuffix].add(known(suffixes.private_suffix));
    table[Column::kPrivateDomain].add(known(suffixes.private_domain));
    table[Column::kReversed].add(is_name ? reversed(url.host) : url.host);
    table[Column::kProtocol].add(url.scheme);
    table[Column::kPort].add_number(url.port == cdx::Url::kNoPort
                                        ? std::nullopt
                                        : std::optional<int64_t>(url.port));
    table[Column::kPath].add(url.path);
    table[Column::kQuery].add(known(url.query));
  }

  static py::list list_of(const Table& table) {
    py::list list;
    for (size_t i = 0; i < table.columns.size(); ++i) {
      const ColumnValues& values = table.columns[i];
      py::object ends = py::none();
      if (values.is_text) {
        ends = py::bytes(reinterpret_cast<const char*>(values.ends.data()),
                         values.ends.size() * sizeof(int32_t));
      }
      list.append(py::make_tuple(
          kColumns[i].name, kColumns[i].type, values.size, values.nulls,
          bytes_of(values.valid), ends, bytes_of(values.data)));
    }
    return list;
  }

  CaptureStream* stream_;
  cdx::LineFields fields_;
  bool has_begun_ = false;
  std::string last_key_;
};

}  // namespace

void declare_crawl_columns(py::module_& module) {
  py::class_<CrawlColumns>(module, "CrawlColumns")
      .def(py::init<CaptureStream&>(), py::keep_alive<1, 2>())
      .def("next", &CrawlColumns::next);
}

}  // namespace wax::python
