#include <string>
#include <string_view>
#include <vector>

#include "answers/requests/parameter_table.h"
#include "answers/shown/page_changes.h"
#include "serve/pages/frame.h"
#include "serve/pages/page_routes.h"

namespace wax::serve {
namespace {

// Bytes of text around a change.
constexpr size_t kAroundChange = 160;

// About `size` bytes at the front and at the back of a longer text, whole
// words.
std::string_view front_of(std::string_view text, size_t size) {
  return text.substr(0, text.find_first_of(" \n", size));
}
std::string_view back_of(std::string_view text, size_t size) {
  size_t at = text.find_last_of(" \n", text.size() - size);
  return at == std::string_view::npos ? text : text.substr(at + 1);
}

Values change_values(const text::WordChange& change, bool is_first,
                     bool is_last) {
  using Kind = text::WordChange::Kind;
  Values values = {{"added", change.kind == Kind::kAdded},
                   {"removed", change.kind == Kind::kRemoved},
                   {"same", change.kind == Kind::kSame},
                   {"text", change.text}};
  if (change.kind != Kind::kSame) return values;
  std::string_view text = change.text;
  bool is_short = text.size() <= (is_first || is_last ? 1 : 3) * kAroundChange;
  values.set("has_gap", !is_short);
  if (is_short) return values.set("front", text);
  if (!is_first) values.set("front", front_of(text, kAroundChange));
  if (!is_last) values.set("back", back_of(text, kAroundChange));
  return values;
}

Values version_values(const answers::Scope& scope, std::string_view name,
                      const answers::FoundPage& version) {
  const std::string date(version.first_date());
  return {
      {"name", words_of(scope).of(name)},
      {"href", date.empty() ? date : capture_href(scope, date, version.url)},
      {"first", day_values(words_of(scope), date)}};
}

}  // namespace

answers::Response changes_page(const answers::Holdings& holdings,
                               const answers::Request& request) {
  answers::Scope scope = scope_of(holdings, request);
  std::string url(request.parameters.get(answers::kUrl));
  answers::PageChanges answer =
      page_changes(scope, url, request.parameters.get(answers::kFromDigest),
                   request.parameters.get(answers::kToDigest));
  PageFrame frame;
  frame.title = words_of(scope).with("Changes of %url%", {{"url", url}});
  std::vector<Values> changes;
  for (const text::WordChange& change : answer.changes) {
    changes.push_back(change_values(change, &change == &answer.changes.front(),
                                    &change == &answer.changes.back()));
  }
  std::vector<Values> versions;
  versions.push_back(version_values(scope, "from", answer.from));
  versions.push_back(version_values(scope, "to", answer.to));
  return page(scope, frame, "changes",
              {{"url", url},
               {"url_href", url_page_href(scope, url)},
               {"versions", versions},
               {"other_title", answer.from.title != answer.to.title},
               {"title_before", answer.from.title},
               {"title_after", answer.to.title},
               {"has_changes", !changes.empty()},
               {"changes", changes}});
}

}  // namespace wax::serve
