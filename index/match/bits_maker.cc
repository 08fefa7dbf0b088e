#include "index/match/bits_maker.h"

#include <algorithm>
#include <optional>

#include "index/match/document_sets.h"
#include "index/match/term_matcher.h"
#include "index/schema/date_ranges.h"
#include "index/schema/fields.h"

namespace wax::index {

DocumentBits BitsMaker::new_bits() {
  memory_.add(shard_->documents / 8);
  return DocumentBits(shard_->documents);
}

void BitsMaker::tell_cut(const std::string& what, uint64_t count,
                         std::string_view of) {
  if (options_->problems == nullptr) return;
  options_->problems->report({Severity::kLost, "query-prefix-cut",
                              shard_->columns.back().path(), std::nullopt,
                              what + " stands for too many " + std::string(of) +
                                  " to look for each; the first " +
                                  std::to_string(count) + " were"});
}

bool BitsMaker::add_value(const TermSource& one, DocumentBits& bits,
                          uint64_t& values) const {
  if (values > options_->most_values) return false;
  if (++values <= options_->most_values) bits.add(one);
  return true;
}

void BitsMaker::tell_values_cut(const Query& query, uint64_t values) {
  if (values <= options_->most_values) return;
  tell_cut(query.field + ':' + query.values.front() +
               (query.prefix && !query.pattern ? "*" : ""),
           options_->most_values, "values");
}

std::unique_ptr<Matcher> BitsMaker::exact(const Query& query) {
  if (shard_->owner(query.field) == nullptr) {
    return query.field == "urlkey" ? by_key_file(query) : nullptr;
  }
  if (query.pattern) return exact_like(query);
  if (!query.prefix && query.values.size() == 1) {
    const auto& sources =
        here_->sources[terms_->number(query.field, query.values.front())];
    if (sources.empty()) return nullptr;
    return std::make_unique<TermMatcher>(sources, 0.0F);
  }
  DocumentBits bits = new_bits();
  uint64_t values = 0;
  for (const std::string& value : query.values) {
    if (!query.prefix) {
      for (const TermSource& one :
           here_->sources[terms_->number(query.field, value)]) {
        bits.add(one);
      }
      continue;
    }
    each_with_prefix(query.field, value, [&](const TermSource& one) {
      return add_value(one, bits, values);
    });
  }
  tell_values_cut(query, values);
  return std::make_unique<BitsMatcher>(bits.take(), 0.0F);
}

std::unique_ptr<Matcher> BitsMaker::by_key_file(const Query& query) {
  const std::unique_ptr<const KeyFile> keys =
      shard_->columns.back().index->keys();
  if (keys == nullptr || query.pattern) return nullptr;
  DocumentBits bits = new_bits();
  for (const std::string& value : query.values) {
    KeyFile::Cursor cursor(*keys);
    if (!cursor.next() || !cursor.seek(value)) continue;
    do {
      deadline_->check();
      const std::string_view version = cursor.version();
      if (!version.starts_with(value)) break;
      const bool is_found = query.prefix || version.rfind(' ') == value.size();
      if (is_found && cursor.document() < shard_->documents) {
        bits.add(static_cast<uint32_t>(cursor.document()));
      }
    } while (cursor.next());
  }
  return std::make_unique<BitsMatcher>(bits.take(), 0.0F);
}

std::unique_ptr<Matcher> BitsMaker::exact_like(const Query& query) {
  const IndexDirectory& index = *shard_->owner(query.field);
  DocumentBits bits = new_bits();
  auto check = [&] { deadline_->check(); };
  uint64_t values = 0;
  for (const std::string& value : query.values) {
    each_like(index, query.field, value, check,
              [&](const std::string&, const TermSource& one) {
                return add_value(one, bits, values);
              });
  }
  tell_values_cut(query, values);
  return std::make_unique<BitsMatcher>(bits.take(), 0.0F);
}

std::unique_ptr<Matcher> BitsMaker::range(const Query& query) {
  const IndexDirectory* index = shard_->owner(query.field);
  if (index == nullptr) return nullptr;
  DocumentBits bits = new_bits();
  add_range(bits, *index, query.field, query.first, query.last);
  return std::make_unique<BitsMatcher>(bits.take(), 0.0F);
}

std::unique_ptr<Matcher> BitsMaker::dates(const Query& query) {
  const IndexDirectory* index = shard_->owner(kDateField);
  if (index == nullptr) return nullptr;
  DocumentBits bits = new_bits();
  // Dates that are not packed are terms of the date field.
  add_range(bits, *index, kDateField, query.first, query.last);
  DateRanges ranges = date_ranges(query.first, query.last);
  for (const DateRanges::Terms& terms : ranges.whole) {
    if (shard_->owner(terms.field) != index) continue;
    add_range(bits, *index, terms.field, terms.first, terms.last);
  }
  for (const std::string& day : ranges.parts) {
    if (shard_->owner("day") != index) break;
    std::vector<TermSource> sources;
    if (index->find("day", day, sources) == 0) continue;
    TermCursor cursor(std::move(sources));
    for (; cursor.document() != kNoDocument; cursor.next()) {
      deadline_->check();
      if (index->has_date(cursor.document(), query.first, query.last)) {
        bits.add(cursor.document());
      }
    }
  }
  std::vector<uint64_t> found = bits.take();
  if (shard_->seen_dates != nullptr) {
    for (const auto& [document, dates] : *shard_->seen_dates) {
      uint64_t bit = uint64_t{1} << document % 64;
      bool seen = std::any_of(
          dates.begin(), dates.end(), [&query](const std::string& date) {
            return date >= query.first && date <= query.last;
          });
      if (!seen) found[document / 64] &= ~bit;
    }
  }
  return std::make_unique<BitsMatcher>(std::move(found), 0.0F);
}

void BitsMaker::add_range(DocumentBits& bits, const IndexDirectory& index,
                          std::string_view field, const std::string& first,
                          const std::string& last) {
  index.each_term(field, first,
                  [&](const std::string& term, const TermSource& source) {
                    deadline_->check();
                    if (term > last) return false;
                    bits.add(source);
                    return true;
                  });
}

}  // namespace wax::index
