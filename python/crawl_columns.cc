#include "python/crawl_columns.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/identity_line.h"
#include "cdx/format/line_fields.h"
#include "cdx/url/host_suffixes.h"
#include "cdx/url/url.h"
#include "cdx/url/url_key.h"
#include "io/error.h"
#include "python/capture_stream.h"
#include "python/columns.h"
#include "python/texts.h"
#include "text/number.h"

namespace py = pybind11;

namespace wax::python {
namespace {

// The names and order are those of cc-index-table's schema (flat).
enum CrawlColumn : size_t {
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

// Common Crawl's schema says which have no nulls.
const std::vector<ColumnFacts>& crawl_columns() {
  static const std::vector<ColumnFacts> kColumns = {
      {"url_surtkey", ColumnType::kText, false},
      {"url", ColumnType::kText, false},
      {"url_host_name", ColumnType::kText, false},
      {"url_host_tld"},
      {"url_host_2nd_last_part"},
      {"url_host_3rd_last_part"},
      {"url_host_4th_last_part"},
      {"url_host_5th_last_part"},
      {"url_host_registry_suffix"},
      {"url_host_registered_domain"},
      {"url_host_private_suffix"},
      {"url_host_private_domain"},
      {"url_host_name_reversed"},
      {"url_protocol", ColumnType::kText, false},
      {"url_port", ColumnType::kInt32},
      {"url_path", ColumnType::kText, false},
      {"url_query"},
      {"fetch_time", ColumnType::kTime},
      {"fetch_status", ColumnType::kInt16},
      {"fetch_redirect"},
      {"content_digest"},
      {"content_mime_type"},
      {"content_mime_detected"},
      {"content_charset"},
      {"content_languages"},
      {"content_truncated"},
      {"warc_record_id", ColumnType::kBytes},
      {"warc_filename"},
      {"warc_record_offset", ColumnType::kInt64},
      {"warc_record_length", ColumnType::kInt64},
      {"warc_segment", ColumnType::kText, false}};
  return kColumns;
}

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

  // The next captures, up to `count` or some MiB, as tables by subset: what
  // ArrowColumns::buffers() gives. None at the end.
  py::object next(uint64_t count) {
    std::vector<ArrowColumns> tables(kSubsets, ArrowColumns(crawl_columns()));
    uint64_t rows = 0;
    uint64_t read = stream_->each(
        [&](std::string_view line, const cdx::LineFields& of_stream) {
          if (!has_begun_) {
            fields_.begin(of_stream.format(), "<captures>");
            has_begun_ = true;
          }
          add(line, tables);
          size_t bytes = 0;
          for (const ArrowColumns& each : tables) bytes += each.bytes();
          return ++rows < count && bytes < kBytesAtOnce;
        });
    if (read == 0) return py::none();
    py::dict result;
    for (size_t i = 0; i < kSubsets; ++i) {
      if (tables[i].rows() > 0) {
        result[kSubsetNames[i]] = tables[i].buffers();
      }
    }
    return result;
  }

 private:
  void add(std::string_view line, std::vector<ArrowColumns>& tables) {
    if (fields_.read(line) != cdx::LineFields::Line::kCapture) return;
    const std::string_view key = fields_[0];
    if (key < last_key_) {
      throw UsageError("the captures are not sorted: '" + std::string(key) +
                       "' comes after '" + last_key_ +
                       "'; use waxwing_warc.cdx.sort or captures(sort=True)");
    }
    last_key_ = key;
    const std::string_view written = fields_[2];
    check_kind(key, written);
    cdx::Url url;
    if (!cdx::parse(written, url)) url = {};
    auto status = number_of(fields_[4], std::numeric_limits<int16_t>::max());
    const Subset subset = url.path == "/robots.txt" ? kRobots
                          : status == 200           ? kWarc
                                                    : kDiagnostics;
    ArrowColumns& table = tables[subset];
    table[kSurtKey].add(key);
    table[kUrl].add(written);
    add_url(url, table);
    table[kTime].add_date(fields_[1]);
    table[kStatus].add_number(status);
    table[kRedirect].add(known(fields_[6]));
    table[kDigest].add(known(fields_[5]));
    table[kMime].add(known(fields_[3]));
    table[kDetected].add(known(fields_[10]));
    table[kCharset].add(known(fields_[11]));
    table[kLanguages].add(known(fields_[12]));
    table[kTruncated].add(known(fields_[13]));
    table[kRecordId].add(known(fields_[14]));
    table[kFilename].add(known(fields_[9]));
    table[kOffset].add_number(
        number_of(fields_[8], std::numeric_limits<int64_t>::max()));
    table[kLength].add_number(
        number_of(fields_[7], std::numeric_limits<int64_t>::max()));
    table[kSegment].add(segment_of(fields_[9]));
  }

  // What is searched for in the table are surt keys.
  static void check_kind(std::string_view key, std::string_view url) {
    if (cdx::kind_of_key(key) != cdx::UrlKeyKind::kLegacy ||
        key == cdx::url_key(cdx::UrlKeyKind::kSurt, url)) {
      return;
    }
    throw UsageError("the URL key '" + std::string(key) +
                     "' is legacy, but a table has surt keys; wax-cdx-convert "
                     "--urlkey surt makes them");
  }

  static void add_url(const cdx::Url& url, ArrowColumns& table) {
    const cdx::HostSuffixes suffixes = cdx::host_suffixes(url.host);
    const bool is_name = !suffixes.registry_suffix.empty();
    table[kHost].add(url.host);
    for (int n = 1; n <= 5; ++n) {
      table[kTld + static_cast<size_t>(n) - 1].add(is_name ? label(url.host, n)
                                                           : std::nullopt);
    }
    table[kRegistrySuffix].add(known(suffixes.registry_suffix));
    table[kRegisteredDomain].add(known(suffixes.registered_domain));
    table[kPrivateSuffix].add(known(suffixes.private_suffix));
    table[kPrivateDomain].add(known(suffixes.private_domain));
    table[kReversed].add(is_name ? reversed(url.host) : url.host);
    table[kProtocol].add(url.scheme);
    table[kPort].add_number(url.port == cdx::Url::kNoPort
                                ? std::nullopt
                                : std::optional<int64_t>(url.port));
    table[kPath].add(url.path);
    table[kQuery].add(known(url.query));
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
      .def("next", &CrawlColumns::next)
      .def_property_readonly_static(
          "subsets",
          [](const py::object&) {
            py::list names;
            for (const char* name : kSubsetNames) names.append(name);
            return names;
          })
      .def_property_readonly_static(
          "facts", [](const py::object&) { return list_of(crawl_columns()); });
}

}  // namespace wax::python
