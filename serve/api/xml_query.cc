#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answers/records/line_body.h"
#include "answers/requests/escape.h"
#include "answers/requests/parameter_table.h"
#include "answers/shown/open_cdx.h"
#include "cdx/format/line_fields.h"
#include "cdx/lookup/lookup.h"
#include "cdx/lookup/range_merger.h"
#include "cdx/lookup/row.h"
#include "cdx/url/url_key.h"
#include "io/error.h"
#include "serve/api/cdx_query.h"
#include "text/markup_writer.h"
#include "text/number.h"
#include "text/percent.h"
#include "warc/record/date.h"

namespace wax::serve {
namespace {

constexpr uint64_t kUsualResults = 10'000;
constexpr uint64_t kMostResults = 100'000'000;

// Field of a look-up, and its element.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10>
    kResultFields = {{{"offset", "compressedoffset"},
                      {"length", "compressedendoffset"},
                      {"mime", "mimetype"},
                      {"filename", "file"},
                      {"redirect", "redirecturl"},
                      {"urlkey", "urlkey"},
                      {"digest", "digest"},
                      {"status", "httpresponsecode"},
                      {"url", "url"},
                      {"timestamp", "capturedate"}}};

// Words "name:value", values escaped.
std::map<std::string, std::string> words_of_query(std::string_view query) {
  std::map<std::string, std::string> words;
  while (!query.empty()) {
    size_t end = std::min(query.find(' '), query.size());
    std::string_view word = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    size_t colon = word.find(':');
    if (colon == word.npos) continue;
    words[std::string(word.substr(0, colon))] =
        text::percent_decoded(word.substr(colon + 1));
  }
  return words;
}

void append_element(std::string_view name, std::string_view text,
                    std::string& out) {
  text::MarkupWriter(out).element(name, text).text("\n");
}

// Clients know errors by these titles, and take no other status than 200 for
// what they may ask.
constexpr const char* kNotThere = "Resource Not In Archive";
constexpr const char* kBadQuery = "Bad Query Exception";

void append_error(std::string_view title, std::string_view message,
                  std::string& out) {
  out += "<error>\n";
  append_element("title", title, out);
  append_element("message", message, out);
  out += "</error>\n";
}

answers::Response xml_response() {
  answers::Response response;
  response.type = "application/xml; charset=utf-8";
  return response;
}

answers::Response xml_error(std::string_view title, std::string_view message) {
  answers::Response response = xml_response();
  response.body = std::string(text::kXmlDeclaration) + "<wayback>\n";
  append_error(title, message, response.body);
  response.body += "</wayback>\n";
  return response;
}

// What is asked, as the answer repeats it.
struct XmlRequest {
  std::string type;
  std::string url;  // its key
  std::string from;
  std::string to;
  uint64_t first = 0;
  uint64_t count = kUsualResults;
};

// Results with these numbers are shown; all are counted.
class XmlResults : public answers::BodyLineWriter {
 public:
  explicit XmlResults(XmlRequest request) : request_(std::move(request)) {}

  void begin(std::string& out) override {
    out += text::kXmlDeclaration;
    out += "<wayback>\n";
  }
  void end(std::string& out) override {
    end_results(out);
    if (number_ == 0) {
      append_error(kNotThere, "There is no capture of the URL of the query.",
                   out);
    } else {
      out += "</results>\n";
    }
    append_request(out);
    out += "</wayback>\n";
  }

 protected:
  // What has been read is the next result: gives where its elements go, or null
  // when it is not of this part of the answer.
  std::string* next_result(std::string& out) {
    if (number_ == 0) out += "<results>\n";
    const uint64_t number = number_++;
    if (number < request_.first || number - request_.first >= request_.count) {
      return nullptr;
    }
    ++shown_;
    return &out;
  }
  virtual void end_results(std::string& out) = 0;
  [[nodiscard]] virtual std::string_view kind() const = 0;

 private:
  void append_request(std::string& out) const {
    out += "<request>\n";
    append_element("startdate",
                   request_.from.empty() ? "19960101000000" : request_.from,
                   out);
    append_element("enddate",
                   request_.to.empty() ? "99991231235959" : request_.to, out);
    append_element("type", request_.type, out);
    append_element("firstreturned", std::to_string(request_.first), out);
    append_element("url", request_.url, out);
    append_element("resultsrequested", std::to_string(request_.count), out);
    append_element("resultstype", kind(), out);
    append_element("numreturned", std::to_string(shown_), out);
    append_element("numresults", std::to_string(number_), out);
    out += "</request>\n";
  }

  XmlRequest request_;
  uint64_t number_ = 0;
  uint64_t shown_ = 0;
};

// Captures; the first one that is nearer to a date than the one after it is
// marked, by the numbers that their digits are, as OutbackCDX does.
class XmlCaptures final : public XmlResults {
 public:
  XmlCaptures(XmlRequest request, cdx::Row row,
              std::vector<std::string_view> elements, std::string_view date)
      : XmlResults(std::move(request)),
        row_(std::move(row)),
        elements_(std::move(elements)),
        closest_(text::whole_number(date)) {}

  void line(std::string_view line, std::string& out) override {
    if (has_held_) {
      row_.read(line);
      const std::optional<uint64_t> next = distance();
      write_held(next, out);
    }
    held_ = line;
    has_held_ = true;
  }

 private:
  void end_results(std::string& out) override {
    if (has_held_) write_held(std::nullopt, out);
  }
  std::string_view kind() const override { return "resultstypecapture"; }

  // The distance of the line that was read.
  [[nodiscard]] std::optional<uint64_t> distance() const {
    const auto date = text::whole_number(row_.date());
    if (!closest_ || !date) return std::nullopt;
    return *date > *closest_ ? *date - *closest_ : *closest_ - *date;
  }

  void write_held(std::optional<uint64_t> next, std::string& out) {
    row_.read(held_);
    const std::optional<uint64_t> here = distance();
    const bool is_closest = here && !is_marked_ && (!next || *here < *next);
    is_marked_ = is_marked_ || is_closest;
    if (next_result(out) == nullptr) return;
    out += "<result>\n";
    for (size_t i = 0; i < elements_.size(); ++i) {
      std::string_view element = elements_[i];
      // The length, as OutbackCDX writes it and pywb reads it.
      if (element == "compressedendoffset" && !text::whole_number(row_[i])) {
        continue;
      }
      append_element(element, row_[i], out);
    }
    if (is_closest) append_element("closest", "true", out);
    out += "</result>\n";
  }

  cdx::Row row_;
  std::vector<std::string_view> elements_;  // one for each field of the row
  std::optional<uint64_t> closest_;
  bool is_marked_ = false;
  std::string held_;
  bool has_held_ = false;
};

// URLs with their captures, of rows of kUrlFields. Versions are runs of
// captures with one digest.
constexpr const char* kUrlFields[] = {"urlkey", "timestamp", "url", "digest"};
class XmlUrls final : public XmlResults {
 public:
  XmlUrls(XmlRequest request, cdx::Row row)
      : XmlResults(std::move(request)), row_(std::move(row)) {}

  void line(std::string_view line, std::string& out) override {
    row_.read(line);
    const std::string_view key = row_[0];
    if (captures_ > 0 && key != key_) write_url(out);
    if (captures_++ == 0) {
      key_ = key;
      first_ = last_ = row_.date();
      url_ = row_.url();
      versions_ = 1;
    } else {
      if (row_[3] != digest_) ++versions_;
      first_ = std::min<std::string_view>(first_, row_.date());
      last_ = std::max<std::string_view>(last_, row_.date());
    }
    digest_ = row_[3];
  }

 private:
  void end_results(std::string& out) override {
    if (captures_ > 0) write_url(out);
  }
  std::string_view kind() const override { return "resultstypeurl"; }

  void write_url(std::string& out) {
    if (next_result(out) != nullptr) {
      out += "<result>\n";
      append_element("urlkey", key_, out);
      append_element("originalurl", url_, out);
      append_element("numversions", std::to_string(versions_), out);
      append_element("numcaptures", std::to_string(captures_), out);
      append_element("firstcapturets", first_, out);
      append_element("lastcapturets", last_, out);
      out += "</result>\n";
    }
    captures_ = 0;
  }

  cdx::Row row_;
  std::string key_;
  std::string url_;
  std::string digest_;
  std::string first_;
  std::string last_;
  uint64_t captures_ = 0;  // of the URL at hand
  uint64_t versions_ = 0;
};

// Fields that the lines of all files can have, and their elements.
std::vector<std::string_view> known_elements(const answers::CdxFiles& cdx,
                                             cdx::LookupOptions& options) {
  std::vector<std::string_view> elements;
  for (const auto& [field, element] : kResultFields) {
    char letter = cdx::field_name(field).letter;
    bool known =
        std::all_of(cdx.files.begin(), cdx.files.end(), [&](const auto& file) {
          cdx::LineFormat format = cdx::format_of(*file);
          return format.json || letter == 'N' ||
                 format.legend.column(letter) >= 0;
        });
    if (!known) continue;
    options.fields.emplace_back(field);
    elements.push_back(element);
  }
  return elements;
}

// Throws UsageError.
uint64_t number_of(std::string_view name, std::string_view value,
                   uint64_t initial) {
  auto number = text::whole_number(value);
  if (!value.empty() && !number) {
    throw UsageError(std::string(name) + " is no number.");
  }
  return number.value_or(initial);
}

answers::Response answer_words(const answers::Holdings& holdings,
                               answers::Collection* collection,
                               std::map<std::string, std::string> words,
                               const answers::Request& request) {
  const std::string& url = words["url"];
  auto cdx = open_cdx_files(holdings, collection);
  cdx::LookupOptions options;
  options.url_key = cdx->url_key;
  const bool is_prefix = words["type"] == "prefixquery";
  options.match = is_prefix ? cdx::MatchType::kPrefix : cdx::MatchType::kExact;
  options.from = words["startdate"];
  options.to = words["enddate"];
  options.reverse = words["sort"] == "reverse";
  const answers::Parameters& parameters = request.parameters;
  XmlRequest asked{words["type"].empty() ? "urlquery" : words["type"],
                   cdx::url_key(cdx->url_key, url), options.from, options.to};
  asked.count = parameters.number(
      answers::kXmlCount, number_of("limit", words["limit"], kUsualResults));
  const uint64_t page = parameters.number(answers::kStartPage, 1);
  asked.first = number_of("offset", words["offset"], 0);
  if (asked.first > kMostResults) {
    throw UsageError("This server does not count so far.");
  }
  if (page > 1) {
    if (asked.count > kMostResults / (page - 1)) {
      throw UsageError("This server does not count so far.");
    }
    asked.first = (page - 1) * asked.count;
  }
  // All are counted, as far as OutbackCDX counts; URLs have many captures.
  if (!is_prefix) {
    options.limit = std::max(kUsualResults,
                             std::min(asked.count, kMostResults) + asked.first);
  }
  auto time = std::make_shared<answers::PieceTime>(request);
  options.tick = [time] { time->check(); };
  std::unique_ptr<answers::BodyLineWriter> writer;
  if (is_prefix) {
    options.fields = {std::begin(kUrlFields), std::end(kUrlFields)};
    options.allow_missing = true;
    writer = std::make_unique<XmlUrls>(std::move(asked), cdx::Row(options));
  } else {
    auto elements = known_elements(*cdx, options);
    const std::string& date = words["date"];
    writer = std::make_unique<XmlCaptures>(
        std::move(asked), cdx::Row(options), std::move(elements),
        warc::is_short_date(date) ? warc::Period::of(date).first
                                  : std::string());
  }
  options.also = cdx::other_spelling(url, options);
  static NoProblems no_problems;
  auto lines = cdx::lookup_lines(cdx->files, cdx::lookup_range(url, options),
                                 options, no_problems);
  answers::Response response = xml_response();
  response.stream = std::make_unique<answers::LineBody>(
      std::move(cdx), std::move(time), std::move(lines), std::move(writer));
  return response;
}

// Clients of XML queries send no other parameters of /cdx than count and
// start_page.
void check_others(const answers::Holdings& holdings,
                  answers::Collection* collection, CdxDialect dialect,
                  const std::string& url, const answers::Request& request) {
  const answers::Parameters& parameters = request.parameters;
  CdxQuery query = read_cdx_query(parameters, dialect);
  const auto& pairs = parameters.pairs();
  if (std::ranges::all_of(pairs, [](const auto& pair) {
        return pair.first == answers::kXmlQuery.name ||
               pair.first == answers::kXmlCount.name ||
               pair.first == answers::kStartPage.name;
      })) {
    return;
  }
  if (query.url.empty() && query.urlkey.empty()) {
    query.url = url.empty() ? "*" : url;
  }
  (void)answer_cdx_query(holdings, collection, std::move(query), request);
}

}  // namespace

bool is_xml_query(const answers::Parameters& parameters) {
  return !parameters.get(answers::kXmlQuery).empty();
}

answers::Response answer_xml_query(const answers::Holdings& holdings,
                                   answers::Collection* collection,
                                   CdxDialect dialect,
                                   const answers::Request& request) {
  auto words = words_of_query(request.parameters.get(answers::kXmlQuery));
  check_others(holdings, collection, dialect, words["url"], request);
  if (words["url"].empty()) {
    throw UsageError("The parameter q has no url:URL.");
  }
  const std::string& type = words["type"];
  if (!type.empty() && type != "urlquery" && type != "prefixquery") {
    return xml_error("Unsupported query type",
                     "This server answers urlquery and prefixquery.");
  }
  try {
    return answer_words(holdings, collection, std::move(words), request);
  } catch (const UsageError& error) {
    return xml_error(kBadQuery, error.what());
  }
}

}  // namespace wax::serve
