#include "answers/shown/found_page.h"

#include <array>
#include <utility>

#include "collection/access/derived.h"
#include "text/ascii.h"
#include "text/number.h"
#include "warc/http/media_type.h"
#include "warc/record/date.h"

namespace wax::answers {
namespace {

using PageText = std::pair<std::string_view, std::string FoundPage::*>;
constexpr std::array<PageText, 7> kPageTexts = {
    {{"url", &FoundPage::url},
     {"title", &FoundPage::title},
     {"site", &FoundPage::site},
     {"type", &FoundPage::type},
     {"lang", &FoundPage::lang},
     {"digest", &FoundPage::digest},
     {"filename", &FoundPage::filename}}};
using PageNumber =
    std::pair<std::string_view, std::optional<uint64_t> FoundPage::*>;
void take_texts_of_image(const index::StoredDocument& document,
                         FoundPage& image) {
  const std::string& texts = index::value_of(document, "content");
  image.alternative = texts.substr(0, texts.find('\n'));
  const auto source =
      collection::parse_source(index::value_of(document, "said_by"));
  if (!source) return;
  image.shown_by.url = source->url;
  image.shown_by.date = source->date;
  image.shown_by.urlkey = source->urlkey;
  image.shown_by.digest = source->digest;
}

constexpr std::array<PageNumber, 3> kPageNumbers = {
    {{"status", &FoundPage::status},
     {"length", &FoundPage::length},
     {"offset", &FoundPage::offset}}};

}  // namespace

FoundPage found_page(const index::StoredDocument& document) {
  FoundPage page;
  for (const auto& [name, value] : document) {
    if (name == "date") page.dates.push_back(value);
    for (const auto& [field, member] : kPageTexts) {
      if (field == name && (page.*member).empty()) page.*member = value;
    }
    for (const auto& [field, member] : kPageNumbers) {
      if (field == name && !(page.*member)) {
        page.*member = text::whole_number(value);
      }
    }
  }
  page.is_image = warc::type_family(page.type) == "image";
  if (page.is_image) take_texts_of_image(document, page);
  return page;
}

std::vector<std::string> fields_of_found_page() {
  std::vector<std::string> fields = {"date"};
  for (const auto& [name, member] : kPageTexts) fields.emplace_back(name);
  for (const auto& [name, member] : kPageNumbers) fields.emplace_back(name);
  return fields;
}

std::string_view type_name(std::string_view type) {
  const std::string_view label = warc::meaning_of(type).label;
  return label.empty() ? type : label;
}

ShownDate shown_date(std::string_view date) {
  constexpr std::array<const char*, 12> kMonthNames = {
      "Jan", "Feb", "Mar", "Apr", "May", "Jun",
      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  if (date.size() != 14 || !text::all_digits(date)) return {};
  auto month = text::whole_number<size_t>(date.substr(4, 2)).value_or(0);
  if (month < 1 || month > kMonthNames.size()) return {};
  ShownDate shown;
  shown.iso = warc::iso_date(date);
  shown.time = shown.iso.substr(11, 8);
  shown.day = date.substr(date[6] == '0' ? 7 : 6, date[6] == '0' ? 1 : 2);
  shown.day.append(1, ' ').append(kMonthNames[month - 1]).append(1, ' ');
  shown.day += date.substr(0, 4);
  return shown;
}

}  // namespace wax::answers
