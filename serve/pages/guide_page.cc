#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/opened/shown_fields.h"
#include "answers/requests/search_query.h"
#include "answers/shown/search_answer.h"
#include "io/error.h"
#include "serve/pages/frame.h"
#include "serve/pages/page_routes.h"
#include "serve/pages/template.h"
#include "text/ascii.h"

namespace wax::serve {
namespace {

constexpr size_t kMostExamples = 10;

// Two neighbours of a title that are words of a query and stand for something.
std::pair<std::string, std::string> words_of_title(std::string_view title) {
  constexpr size_t kShortest = 4;
  std::string before;
  while (!(title = text::trim(title)).empty()) {
    size_t end = 0;
    while (end < title.size() && !text::is_space(title[end])) ++end;
    const std::string word(title.substr(0, end));
    title.remove_prefix(end);
    const bool is_word =
        word.size() >= kShortest &&
        std::all_of(word.begin(), word.end(), [](char c) {
          return text::is_letter(c) || static_cast<unsigned char>(c) >= 0x80;
        });
    if (is_word && !before.empty()) return {before, word};
    before = is_word ? word : std::string();
  }
  return {};
}

struct Example {
  std::string query;
  std::string meaning;
};

// Queries of words that pages here have, and of values that their fields have.
std::vector<Example> possible_examples(const answers::Scope& scope) {
  constexpr uint64_t kTitles = 50;
  const Words& words = words_of(scope);
  answers::SearchRequest all;
  all.text = "*";
  all.count = kTitles;
  all.facets = answers::facet_fields(names_of(scope));
  all.period = answers::period_field(names_of(scope));
  const answers::SearchAnswer answer = answer_search(scope, all);
  std::vector<Example> examples;
  auto add = [&](std::string query, std::string_view meaning) {
    examples.push_back({std::move(query), std::string(meaning)});
  };
  for (const answers::SearchHit& hit : answer.hits) {
    const auto [one, two] = words_of_title(hit.page.title);
    if (one.empty() || one == two) continue;
    add(one + ' ' + two, words.of("both words"));
    add(one + " OR " + two, words.of("one of them"));
    add(one + " -" + two, words.of("the first without the second"));
    add('"' + one + ' ' + two + '"', words.of("words in this order"));
    add("title:" + two, words.of("a word of the title"));
    if (text::is_letter(two[0]) && text::is_letter(two[1]) &&
        text::is_letter(two[2])) {
      add(two.substr(0, 3) + '*', words.of("words that begin with this"));
    }
    break;
  }
  for (const index::Facet& facet : answer.facets) {
    if (facet.values.empty()) continue;
    const std::string& value = facet.values.front().value;
    if (value.empty()) continue;
    const std::string query = index::written_value(facet.field, value);
    if (facet.field == "site") add(query, words.of("pages of a site"));
    if (facet.field == "type") add(query, words.of("files of this type"));
    if (facet.field == "lang") {
      add(query, words.with("pages in the language %language%",
                            {{"language", words.language(value)}}));
    }
  }
  if (!answer.periods.empty()) {
    const std::string& year = answer.periods.back().value;
    add("date:" + year, words.of("captured in this year"));
    add("-date:" + year, words.of("not captured in that year"));
  }
  return examples;
}

// The examples that find something.
std::vector<Values> example_values(const answers::Scope& scope) {
  const Words& words = words_of(scope);
  std::vector<Values> values;
  try {
    for (const Example& example : possible_examples(scope)) {
      if (values.size() == kMostExamples) break;
      answers::SearchRequest search;
      search.text = example.query;
      search.count = 0;
      uint64_t pages = 0;
      try {
        pages = answer_search(scope, search).total;
      } catch (const index::QueryError&) {
        // The words of a title can mean something in a query.
      }
      if (pages == 0) continue;
      values.push_back(
          {{"href", search_href(scope, "query", example.query)},
           {"query", example.query},
           {"meaning", example.meaning},
           {"pages", words.counted(pages, "%n% page", "%n% pages")}});
    }
  } catch (const UsageError&) {
    values.clear();  // there is no full text
  }
  return values;
}

}  // namespace

answers::Response guide_page(const answers::Holdings& holdings,
                             const answers::Request& request) {
  const answers::Scope scope = search_scope_of(holdings, request);
  PageFrame frame;
  frame.title = words_of(scope).of("Help");
  const std::vector<Values> examples = example_values(scope);
  return page(scope, frame, "guide",
              {{"has_examples", !examples.empty()},
               {"examples", examples},
               {"advanced_href", href_in(scope, "/advanced", "")},
               {"has_manual", !holdings.manual.empty()}});
}

}  // namespace wax::serve
