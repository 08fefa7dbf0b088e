#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "answers/opened/shown_fields.h"
#include "answers/requests/parameter_table.h"
#include "answers/requests/search_query.h"
#include "answers/shown/search_answer.h"
#include "io/error.h"
#include "serve/pages/frame.h"
#include "serve/pages/page_routes.h"
#include "serve/pages/search_hit.h"
#include "serve/pages/template.h"

namespace wax::serve {
namespace {

struct NamedBox {
  const char* name;
  std::string index::QueryForm::*box;
};
constexpr std::array<NamedBox, 10> kBoxes = {
    {{"all", &index::QueryForm::all},
     {"phrase", &index::QueryForm::phrase},
     {"any", &index::QueryForm::any},
     {"without", &index::QueryForm::without},
     {"site", &index::QueryForm::site},
     {"type", &index::QueryForm::type},
     {"lang", &index::QueryForm::lang},
     {"from", &index::QueryForm::from},
     {"to", &index::QueryForm::to},
     {"other", &index::QueryForm::other}}};

index::QueryForm filled_form(const answers::Request& request) {
  index::QueryForm form;
  for (const auto& [name, value] : request.parameters.pairs()) {
    for (const NamedBox& one : kBoxes) {
      if (name == one.name) form.*one.box = value;
    }
  }
  return form;
}

// The form of a search, with its filters.
index::QueryForm form_of(const answers::SearchRequest& search,
                         const index::ColumnNames& columns) {
  std::vector<std::string> queries = {search.text};
  for (const auto& [field, value] : search.filters) {
    queries.push_back(index::written_value(field, value));
  }
  if (!search.from.empty() || !search.to.empty()) {
    queries.push_back("date:" + search.from + ".." + search.to);
  }
  return index::read_query_form(index::all_of_queries(queries, columns),
                                columns);
}

// What a form of a search does not say in its query.
void take_choices(const answers::Request& request,
                  answers::SearchRequest& search) {
  search.set_sort(request.parameters.get(answers::kSort));
  search.set_collapse(request.parameters.get(answers::kCollapse));
  search.other_records = request.parameters.flag(answers::kOtherRecords);
}

Values choice(std::string_view value, std::string_view text,
              std::string_view chosen) {
  return {{"value", value}, {"text", text}, {"is_chosen", value == chosen}};
}

// `known` values with their names, and `chosen` if it is another.
Values select_values(
    const Words& words, const char* name, std::string_view label,
    const std::vector<std::pair<std::string, std::string>>& known,
    const std::string& chosen) {
  std::vector<Values> choices = {choice("", words.of("Any"), chosen)};
  bool is_known = chosen.empty();
  for (const auto& [value, text] : known) {
    choices.push_back(choice(value, text, chosen));
    is_known = is_known || value == chosen;
  }
  if (!is_known) {
    choices.push_back(choice(chosen, shown_value(words, name, chosen), chosen));
  }
  return {{"name", name}, {"label", label}, {"choices", choices}};
}

// The languages of the pages here, by their names.
std::vector<std::pair<std::string, std::string>> languages_of(
    const answers::Scope& scope) {
  constexpr uint64_t kMostLanguages = 100;
  std::vector<std::pair<std::string, std::string>> languages;
  const auto fields = answers::facet_fields(names_of(scope));
  if (std::find(fields.begin(), fields.end(), "lang") == fields.end()) {
    return languages;
  }
  answers::SearchRequest all;
  all.text = "*";
  all.count = 0;
  all.facets = {"lang"};
  all.facet_values = kMostLanguages;
  for (const index::Facet& facet : answer_search(scope, all).facets) {
    for (const index::FacetValue& value : facet.values) {
      if (value.value.empty()) continue;
      languages.emplace_back(value.value,
                             words_of(scope).language(value.value));
    }
  }
  std::sort(languages.begin(), languages.end(),
            [](const auto& a, const auto& b) { return a.second < b.second; });
  return languages;
}

std::vector<Values> word_boxes(const Words& words,
                               const index::QueryForm& form) {
  auto box = [](const char* name, std::string_view label,
                const std::string& value) {
    return Values{{"name", name}, {"label", label}, {"value", value}};
  };
  return {box("all", words.of("All of these words"), form.all),
          box("phrase", words.of("Words in this order"), form.phrase),
          box("any", words.of("One of these words at least"), form.any),
          box("without", words.of("None of these words"), form.without)};
}

std::vector<Values> selects(const answers::Scope& scope,
                            const index::QueryForm& form) {
  const Words& words = words_of(scope);
  const std::vector<std::pair<std::string, std::string>> types = {
      {"html", std::string(words.of("Web pages"))},
      {"pdf", "PDF"},
      {"office", std::string(words.of("Office documents"))},
      {"text", std::string(words.of("Texts"))},
      {"image", std::string(words.of("Images"))},
      {"audio", std::string(words.of("Sound"))},
      {"video", std::string(words.of("Video"))}};
  return {select_values(words, "type", words.of("Type"), types, form.type),
          select_values(words, "lang", words.of("Language"),
                        languages_of(scope), form.lang)};
}

std::vector<Values> kept_choices(const answers::SearchRequest& search) {
  std::vector<Values> kept;
  auto keep = [&kept](std::string_view name, std::string_view value) {
    if (!value.empty()) kept.push_back({{"name", name}, {"value", value}});
  };
  keep(answers::kSort.name, search.sort_text());
  keep(answers::kCollapse.name, search.collapse_text());
  if (search.other_records) keep(answers::kOtherRecords.name, "true");
  return kept;
}

}  // namespace

answers::Response advanced_page(const answers::Holdings& holdings,
                                const answers::Request& request) {
  answers::Scope scope = search_scope_of(holdings, request);
  const Words& words = words_of(scope);
  const index::ColumnNames columns = names_of(scope).columns;
  const bool is_filled = std::any_of(
      request.parameters.pairs().begin(), request.parameters.pairs().end(),
      [](const auto& pair) { return pair.first == "write"; });
  SearchLink link{&scope, {}};
  index::QueryForm form;
  std::string fault;
  try {
    if (is_filled) {
      take_choices(request, link.search);
      form = filled_form(request);
      link.search.text = index::written_query(form, columns);
      if (!form.is_empty()) {
        (void)index::parse_query(link.search.text, columns);
        return answers::redirect(link.href(), 303);
      }
    } else {
      link.search = search_request(request);
      form = form_of(link.search, columns);
    }
  } catch (const UsageError& error) {
    fault = error.what();
  }
  PageFrame frame;
  frame.title = words.of("Advanced search");
  frame.search_box = false;
  frame.current = "/";
  Values values = {{"words", word_boxes(words, form)},
                   {"site", form.site},
                   {"selects", selects(scope, form)},
                   {"from", form.from},
                   {"to", form.to},
                   {"other", form.other},
                   {"kept", kept_choices(link.search)},
                   {"nothing_given", is_filled && form.is_empty()}};
  values.set("fault", fault);
  return page(scope, frame, "advanced", std::move(values),
              fault.empty() ? 200 : 400);
}

}  // namespace wax::serve
