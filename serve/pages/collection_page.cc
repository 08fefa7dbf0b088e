#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/opened/shown_value.h"
#include "answers/shown/search_answer.h"
#include "serve/crawl/crawl_report.h"
#include "serve/pages/frame.h"
#include "serve/pages/page_routes.h"
#include "text/markup_writer.h"
#include "text/number.h"

namespace wax::serve {
namespace {

constexpr size_t kTopRows = 12;

std::string year_plot(const Words& words,
                      const std::map<int, answers::YearCount>& years) {
  if (years.empty()) return {};
  uint64_t most = 1;
  for (const auto& [year, count] : years) most = std::max(most, count.all());
  constexpr int kBarWidth = 40;
  constexpr int kPlotHeight = 180;
  auto width = static_cast<int>(years.size()) * kBarWidth;
  std::string out;
  text::MarkupWriter svg(out);
  svg.open("svg").set("class", "plot").set("role", "img");
  svg.set("aria-label",
          words.of("Captures by year; the table below has the numbers"));
  svg.set("width", width).set("height", kPlotHeight + 44);
  svg.set("viewBox", "0 0 " + std::to_string(width) + ' ' +
                         std::to_string(kPlotHeight + 44));
  int x = 0;
  for (const auto& [year, count] : years) {
    int bottom = kPlotHeight + 20;
    svg.open("g").element(
        "title", std::to_string(year) + ": " +
                     words.counted(count.all(), "%n% capture", "%n% captures"));
    for (const auto& [value, name] : {std::pair(count.first, "first"),
                                      std::pair(count.duplicates, "duplicate"),
                                      std::pair(count.revisits, "revisit")}) {
      const auto height = static_cast<int>(
          std::lround(static_cast<double>(value) * kPlotHeight /
                      static_cast<double>(most)));
      if (height == 0) continue;
      bottom -= height;
      svg.open("rect").set("class", name).set("x", x + 5).set("y", bottom);
      svg.set("width", kBarWidth - 10).set("height", height).close();
    }
    if (count.all() > 0) {
      svg.open("text").set("class", "amount").set("x", x + kBarWidth / 2);
      svg.set("y", bottom - 5).text(words.number(count.all())).close();
    }
    svg.open("text").set("x", x + kBarWidth / 2).set("y", kPlotHeight + 38);
    svg.text(std::to_string(year)).close().close();
    x += kBarWidth;
  }
  svg.close();
  return out;
}

std::vector<Values> year_rows(const Words& words,
                              const std::map<int, answers::YearCount>& years) {
  std::vector<Values> rows;
  for (const auto& [year, count] : years) {
    rows.push_back({{"year", year},
                    {"first", words.number(count.first)},
                    {"duplicates", words.number(count.duplicates)},
                    {"revisits", words.number(count.revisits)}});
  }
  return rows;
}

// A value of a field; with a link when it can be searched for.
Values counted_value(const answers::Scope& scope, const std::string& field,
                     const answers::ValueCount& counts, uint64_t most) {
  const std::string& name = counts.value;
  const Words& words = words_of(scope);
  std::string_view asked = name;
  if (field == "site" && asked.starts_with("www.")) asked.remove_prefix(4);
  bool known = name != "-" && name != "(others)" && name != "warc/revisit";
  bool links = known && visible_documents(scope).has_value();
  return {{"href", links ? search_href(scope, field, asked) : std::string()},
          {"value", name == "-" ? std::string(words.of("none"))
                                : shown_value(words, field, name)},
          {"number", words.number(counts.count)},
          {"size", size_text(words, counts.bytes)},
          {"percent", percent_of(counts.count, most)}};
}

struct Heading {
  std::string_view id;
  std::string_view title;
};
Heading heading_of_captures(const Words& words, std::string_view field) {
  if (field == "type") return {"types", words.of("Media types")};
  if (field == "site") return {"hosts", words.of("Hosts")};
  return {"statuses", words.of("HTTP status")};
}

Values field_values(const answers::Scope& scope,
                    const answers::FieldCounts& field, const Heading& heading) {
  const Words& words = words_of(scope);
  std::vector<Values> values;
  for (size_t i = 0; i < std::min(field.values.size(), kTopRows); ++i) {
    values.push_back(counted_value(scope, field.field, field.values[i],
                                   field.values.front().count));
  }
  return {{"id", heading.id},
          {"title", heading.title},
          {"values", values},
          {"more", field.values.size() > kTopRows
                       ? words.number(field.values.size() - kTopRows)
                       : std::string()}};
}

std::vector<Values> fact_values(const answers::Scope& scope,
                                const answers::CaptureTotals& counts) {
  const Words& words = words_of(scope);
  std::vector<Values> facts;
  auto add = [&](std::string_view name, const std::string& value) {
    facts.push_back({{"name", words.of(name)}, {"value", value}});
  };
  if (const auto pages = visible_pages(scope)) {
    add("pages", words.number(*pages));
  }
  if (const auto documents = visible_documents(scope)) {
    add("records with text", words.number(*documents));
  }
  add("captures", words.number(counts.captures));
  add("URLs", words.number(counts.urls));
  add("hosts", words.number(counts.hosts));
  add("versions", words.number(counts.versions));
  add("size of the records", size_text(words, counts.bytes));
  add("saved by revisits", size_text(words, counts.bytes_saved));
  add("duplicates still stored", size_text(words, counts.bytes_of_duplicates));
  return facts;
}

Values capture_counts_values(const answers::Scope& scope,
                             const answers::CollectionCounts::Answer& answer) {
  bool is_older = answer.being_counted && answer.counts != nullptr;
  Values values = {{"being_counted", answer.being_counted},
                   {"counts_are_older", is_older},
                   {"failed", !answer.failure.empty()}};
  if (answer.counts == nullptr) return values;
  const answers::CaptureTotals& counts = *answer.counts;
  const Words& words = words_of(scope);
  std::vector<Values> fields;
  for (const answers::FieldCounts& field : counts.fields) {
    if (field.values.empty()) continue;
    fields.push_back(
        field_values(scope, field, heading_of_captures(words, field.field)));
  }
  values.set("has_facts", true).set("facts", fact_values(scope, counts));
  values.set("plot", year_plot(words, counts.years));
  values.set("years", year_rows(words, counts.years));
  values.set("has_fields", true).set("fields", fields);
  return values;
}

Values document_counts_values(const answers::Scope& scope,
                              const answers::DocumentCounts& counts) {
  const Words& words = words_of(scope);
  std::vector<Values> fields;
  for (const answers::FieldCounts& field : counts.fields) {
    if (field.values.empty()) continue;
    fields.push_back(field_values(
        scope, field, {field.field, field_label(words, field.field)}));
  }
  return {{"documents_alone",
           words.counted(counts.documents, "%n% record with text",
                         "%n% records with text")},
          {"has_fields", true},
          {"fields", fields}};
}

}  // namespace

answers::Response collection_page(const answers::Holdings& holdings,
                                  const answers::Request& request,
                                  answers::CollectionCounts& counts) {
  answers::Scope scope = scope_of(holdings, request);
  PageFrame frame;
  frame.title = words_of(scope).with("The collection %collection%",
                                     {{"collection", collection_title(scope)}});
  frame.current = "/collection";
  Values values;
  if (scope.generation->has_captures()) {
    answers::CollectionCounts::Answer answer = counts.of(scope);
    if (!answer.failure.empty() && holdings.report)
      holdings.report(answer.failure);
    values = capture_counts_values(scope, answer);
  } else {
    answers::DocumentCounts documents =
        document_counts(scope, request.deadline);
    frame.missing = documents.missing.reasons();
    values = document_counts_values(scope, documents);
  }
  if (has_crawl_report(scope)) {
    values.set("crawl_href", href_in(scope, "/crawl", ""));
  }
  return page(scope, frame, "collection", std::move(values));
}

}  // namespace wax::serve
