#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "answers/requests/escape.h"
#include "answers/requests/parameter_table.h"
#include "answers/shown/line_body.h"
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

namespace wax::serve {
namespace {

constexpr uint64_t kUsualResults = 10'000;

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

class XmlResults final : public answers::BodyLineWriter {
 public:
  XmlResults(std::string head, cdx::Row row,
             std::vector<std::string_view> elements)
      : head_(std::move(head)),
        row_(std::move(row)),
        elements_(std::move(elements)) {}

  void begin(std::string& out) override { out += head_; }
  void line(std::string_view line, std::string& out) override {
    out += "<result>\n";
    row_.read(line);
    for (size_t i = 0; i < elements_.size(); ++i) {
      std::string_view element = elements_[i];
      if (element != "compressedendoffset") {
        append_element(element, row_[i], out);
        continue;
      }
      auto begin = text::whole_number(row_.offset());
      auto size = text::whole_number(row_.length());
      if (!begin || !size) continue;
      append_element(element, std::to_string(*begin + *size), out);
    }
    out += "</result>\n";
  }
  void end(std::string& out) override { out += "</results>\n</wayback>\n"; }

 private:
  std::string head_;
  cdx::Row row_;
  std::vector<std::string_view> elements_;  // one for each field of the row
};

}  // namespace

bool is_xml_query(const answers::Parameters& parameters) {
  return parameters.has(answers::kXmlQuery);
}

answers::Response answer_xml_query(const answers::Holdings& holdings,
                                   answers::Collection* collection,
                                   const answers::Request& request) {
  auto words = words_of_query(request.parameters.get(answers::kXmlQuery));
  const std::string& type = words["type"];
  if (type != "urlquery" && type != "prefixquery") {
    throw UsageError(
        "The parameter q needs type:urlquery or type:prefixquery, and "
        "url:URL.");
  }
  const std::string& url = words["url"];
  if (url.empty()) throw UsageError("The parameter q has no url:URL.");
  auto number = [&](const char* name, uint64_t initial) {
    const std::string& word = words[name];
    auto value = text::whole_number(word);
    if (!word.empty() && !value) {
      throw UsageError(std::string(name) + " in the parameter q is no number.");
    }
    return value.value_or(initial);
  };
  auto cdx = open_cdx_files(holdings, collection);
  cdx::LookupOptions options;
  options.url_key = cdx->url_key;
  options.match =
      type == "urlquery" ? cdx::MatchType::kExact : cdx::MatchType::kPrefix;
  options.offset = number("offset", 0);
  options.limit = number("limit", kUsualResults);
  options.from = words["startdate"];
  options.to = words["enddate"];
  options.reverse = words["sort"] == "reverse";
  std::vector<std::string_view> elements;
  for (const auto& [field, element] : kResultFields) {
    char letter = cdx::field_name(field).letter;
    bool known = std::all_of(cdx->files.begin(), cdx->files.end(),
                             [&](const auto& file) {
                               cdx::LineFormat format = cdx::format_of(*file);
                               return format.json || letter == 'N' ||
                                      format.legend.column(letter) >= 0;
                             });
    if (!known) continue;
    options.fields.emplace_back(field);
    elements.push_back(element);
  }
  auto time = std::make_shared<answers::PieceTime>(request);
  options.tick = [time] { time->check(); };
  static NoProblems no_problems;
  auto lines = cdx::lookup_lines(cdx->files, cdx::lookup_range(url, options),
                                 options, no_problems);
  std::string head(text::kXmlDeclaration);
  head += "<wayback>\n<request>\n";
  append_element("startdate",
                 options.from.empty() ? "19960101000000" : options.from, head);
  append_element("enddate", options.to.empty() ? "99991231235959" : options.to,
                 head);
  append_element("type", type, head);
  append_element("firstreturned", std::to_string(options.offset), head);
  append_element("url", cdx::url_key(cdx->url_key, url), head);
  append_element("resultsrequested", std::to_string(options.limit), head);
  append_element("resultstype", "resultstypecapture", head);
  head += "</request>\n<results>\n";
  answers::Response response;
  response.type = "application/xml; charset=utf-8";
  response.stream = std::make_unique<answers::LineBody>(
      std::move(cdx), std::move(time), std::move(lines),
      std::make_unique<XmlResults>(std::move(head), cdx::Row(options),
                                   std::move(elements)));
  return response;
}

}  // namespace wax::serve
