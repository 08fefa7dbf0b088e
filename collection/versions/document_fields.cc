#include "collection/versions/document_fields.h"

#include <algorithm>

#include "cdx/url/host.h"
#include "cdx/url/typed_site.h"
#include "text/ascii.h"
#include "warc/http/media_type.h"

namespace wax::collection {
namespace {

// The day as eight digits of "YYYY-MM-DD...".
std::string day_of(std::string_view date) {
  std::string day;
  if (date.size() < 10) return day;
  day.append(date, 0, 4).append(date, 5, 2).append(date, 8, 2);
  return text::all_digits(day) ? day : std::string();
}

}  // namespace

void take_text_of_original(document::Document& original,
                           document::Document& revisit) {
  document::swap_body(original, revisit);
  revisit.digest.swap(original.digest);
  if (revisit.type.empty()) revisit.type.swap(original.type);
  revisit.revisit = true;
}

const std::vector<index::FieldValue>& DocumentFields::values(
    const document::Document& document, const std::vector<std::string>& dates,
    const std::vector<std::string>& collections, std::string_view text_of,
    const std::vector<std::string>& said_by,
    std::optional<document::TextUsed> text_used) {
  length_ = std::to_string(document.length);
  offset_ = std::to_string(document.offset);
  status_ = std::to_string(document.status);
  language_ = document.language;
  text::lower_case(language_);
  const std::string_view family = warc::type_family(document.type);

  values_ = {{"urlkey", document.urlkey},
             {"digest", document.digest},
             {"url", document.url}};
  add_sites(document.url);
  if (!document.noindex) add("title", document.title);
  for (const std::string& date : dates) add("date", date);
  add("type", document.type);
  add("family", family);
  add("length", length_);
  if (document.status != 0) add("status", status_);
  add("charset", document.charset);
  add("lang", language_);
  for (const std::string& name : collections) add("collection", name);
  if (collections.empty()) add("collection", document.collection);
  add("filename", document.filename);
  add("offset", offset_);
  add("no_text", document::word_of(document.no_text));
  add("revisit_of", document.revisit_of);
  if (text_of != document.revisit_of) add("revisit_of", text_of);
  for (const std::string& source : said_by) add("said_by", source);
  if (text_used) {
    if (*text_used != document::TextUsed::kRendered) add("text_used", "html");
    if (*text_used != document::TextUsed::kHtml) add("text_used", "rendered");
  }
  add("page_id", document.page_id);
  add("resource_type", document.resource_type);
  add_each("protocol", document.protocol);
  add_each("cipher_suite", document.cipher_suite);
  add("json_metadata", document.json_metadata);
  if (!document.noindex) add_page(document);
  return values_;
}

std::span<const text::TextRange> DocumentFields::main(
    const document::Document& document) {
  if (document.noindex || document.content.empty()) return {};
  if (warc::type_family(document.type) == "html") return document.main;
  whole_ = {0, document.content.size()};
  return {&whole_, 1};
}

void DocumentFields::add_sites(std::string_view url) {
  host_ = cdx::plain_host(cdx::host_of(url));
  const std::string_view site = cdx::site_of(host_);
  const std::string_view domain = cdx::registered_domain(host_);
  add("site", site);
  for (std::string_view above = site; above.size() >= domain.size();) {
    add("sites", above);
    size_t dot = above.find('.');
    if (dot == above.npos || above == domain) break;
    above.remove_prefix(dot + 1);
  }
  add("domain", domain);
  add("host", host_);
}

void DocumentFields::add_each(std::string_view field, std::string_view values) {
  constexpr std::string_view kBetween = ", ";
  while (!values.empty()) {
    const size_t end = std::min(values.find(kBetween), values.size());
    add(field, values.substr(0, end));
    values.remove_prefix(std::min(end + kBetween.size(), values.size()));
  }
}

// What the page says, unless it asks robots not to index it.
void DocumentFields::add_page(const document::Document& document) {
  published_ = day_of(document.published);
  modified_ = day_of(document.modified);
  add("author", document.author);
  add("section", document.section);
  add("published", published_);
  add("modified", modified_);
  add("robots", document.robots);
  add("generator", document.generator);
  add("simhash", document.simhash);
  add("description", document.description);
  add("headings", document.headings);
  add("content", document.content);
}

}  // namespace wax::collection
