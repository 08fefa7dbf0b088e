#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "index/query/query.h"
#include "index/schema/fields.h"

namespace wax::index {

std::optional<Query> written_condition(const Query& words) {
  if (words.kind != Query::Kind::kWords) return {};
  auto exact = [](std::vector<std::string> values) {
    Query query;
    query.kind = Query::Kind::kExact;
    query.field = kExactField;
    query.values = std::move(values);
    return query;
  };
  std::vector<Query> conditions;
  for (const Query::Word& word : words.words) {
    if (word.written.empty()) continue;
    if (!word.exact.empty()) {
      std::vector<std::string> forms = {word.written};
      if (word.exact != word.written) forms.push_back(word.exact);
      conditions.push_back(exact(std::move(forms)));
      continue;
    }
    Query unmarked;
    unmarked.kind = Query::Kind::kNot;
    unmarked.parts = {exact({std::string(kWrittenMark)})};
    Query either;
    either.kind = Query::Kind::kOr;
    either.parts = {exact({word.written}), std::move(unmarked)};
    conditions.push_back(std::move(either));
  }
  if (conditions.size() < 2) {
    return conditions.empty() ? std::nullopt
                              : std::optional(std::move(conditions.front()));
  }
  Query all;
  all.kind = Query::Kind::kAnd;
  all.parts = std::move(conditions);
  return all;
}

std::vector<Query::Word> exact_words(const Query& query) {
  std::vector<Query::Word> exact;
  if (query.field.empty() || query.field == "content" ||
      query.field == "main" || query.field == "title") {
    std::copy_if(query.words.begin(), query.words.end(),
                 std::back_inserter(exact), [&](const Query::Word& word) {
                   const bool is_whole = !word.prefix && !word.pattern;
                   return !word.exact.empty() && word.edits == 0 &&
                          (is_whole || query.words.size() == 1);
                 });
  }
  return exact;
}

}  // namespace wax::index
