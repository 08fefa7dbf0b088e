// Queries: a tree or a usage error, and marks that lie in the text.
#include "index/query/query.h"

#include <string>

#include "fuzz/support/entry.h"
#include "index/query/snippet.h"
#include "io/error.h"
#include "text/utf8.h"
#include "warc/record/date.h"

namespace wax::fuzz {
namespace {

void check(const index::Query& query) {
  using Kind = index::Query::Kind;
  switch (query.kind) {
    case Kind::kAll:
      break;
    case Kind::kWords:
      require(!query.words.empty());
      for (const auto& word : query.words) require(!word.text.empty());
      break;
    case Kind::kExact:
      require(!query.field.empty() && !query.values.empty());
      break;
    case Kind::kRange:
      require(!query.field.empty() && query.first.size() == query.last.size());
      break;
    case Kind::kDates:
      require(warc::is_date14(query.first) && warc::is_date14(query.last));
      break;
    case Kind::kNot:
      require(query.parts.size() == 1);
      break;
    case Kind::kAnd:
    case Kind::kOr:
      require(!query.parts.empty());
      break;
  }
  for (const index::Query& part : query.parts) check(part);
}

}  // namespace

void run(std::string_view bytes) {
  index::Query query;
  try {
    query = index::parse_query(bytes, {{"views", index::ColumnKind::kInteger},
                                       {"rank", index::ColumnKind::kReal},
                                       {"tag", index::ColumnKind::kKeyword},
                                       {"anchor", index::ColumnKind::kText}});
  } catch (const UsageError&) {
    return;
  }
  check(query);

  std::string text;
  text::append_well_formed(bytes, text);
  auto snippet = index::make_snippet(text, index::words_to_mark(query), 40);
  require(text::utf8_prefix(snippet.text) == snippet.text.size());
  size_t before = 0;
  for (auto [begin, end] : snippet.marks) {
    require(before <= begin && begin < end && end <= snippet.text.size());
    before = end;
  }
  require(!index::marked(snippet, "<b>", "</b>").empty() ||
          snippet.text.empty());
}

}  // namespace wax::fuzz
