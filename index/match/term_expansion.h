// The terms of a field that are like a word of a query.
#pragma once

#include <string>
#include <string_view>

#include "index/query/query.h"
#include "index/query/term_pattern.h"
#include "index/store/index_directory.h"

namespace wax::index {

// Calls use(term, source) for the terms that are like the pattern, segment by
// segment and in order, until it returns false. `each` is called for every term
// that is looked at. Those without the fixed beginning are not.
template <typename Each, typename Use>
void each_like(const IndexDirectory& index, std::string_view field,
               std::string_view pattern, Each&& each, Use&& use) {
  std::string beginning(fixed_beginning(pattern));
  bool go_on = true;
  index.each_term(field, beginning,
                  [&](const std::string& term, const TermSource& source) {
                    each();
                    if (!go_on || !term.starts_with(beginning)) return false;
                    if (is_like(pattern, term)) go_on = use(term, source);
                    return go_on;
                  });
}

// The same for the terms from which `word` differs by `edits` at most, and
// use(term, source, edits). Terms with a beginning that none of these has are
// passed over when they are many.
template <typename Each, typename Use>
void each_near(const IndexDirectory& index, std::string_view field,
               std::string_view word, uint32_t edits, Each&& each, Use&& use) {
  constexpr size_t kMany = 64;
  for (const IndexDirectory::Part& part : index.parts()) {
    uint32_t number = part.segment->field_number(field);
    if (number == UINT32_MAX) continue;
    NearWords near(word, edits);
    std::string hopeless;
    size_t passed = 0;
    TermWalk walk = part.segment->terms().from(number, "");
    while (!walk.ended() && walk.field() == number) {
      each();
      const std::string& term = walk.term();
      if (hopeless.empty() || !term.starts_with(hopeless)) {
        NearWords::Answer answer = near.compare(term);
        hopeless = term.substr(0, answer.hopeless);
        passed = 0;
        if (answer.is_near && !use(term,
                                   TermSource{part.segment.get(), part.base,
                                              number, walk.place()},
                                   answer.edits)) {
          return;
        }
      } else if (++passed == kMany) {
        ++hopeless.back();  // no byte of UTF-8 is the last one
        walk = part.segment->terms().from(number, hopeless);
        hopeless.clear();
        continue;
      }
      walk.next();
    }
  }
}

}  // namespace wax::index
