// The query language.
//
//   crawl archive           both words (AND may stand between)
//   crawl OR archive        one of them, or both
//   crawl -archive          without the second; also NOT, also before ( or :
//   "web archive"           words in this order
//   archiv*                 words with this beginning
//   (a OR b) c              grouping
//   title:word              in one field (fields.h); title:"two words",
//                           title:(a OR b)
//   type:"text/html,application/pdf"   one of several values
//   site:example.org        that host, with or without "www.", and the hosts
//                           below it; host:example.org: that host alone
//   url:http://example.org/a   a phrase of the words of a URL; url:http://x/a*:
//                           URLs with this beginning
//   date:2007               a capture in that year; 4 to 14 digits, also
//                           date:200710*
//   date:2007-2008          from the beginning of the first to the end of the
//                           second; either may be missing
//   -date:2007              no capture in that year
//   *                       everything
//
// AND binds closer than OR. Words without a field are searched in url, title,
// main and content. A word that is only punctuation is ignored.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wax::index {

struct Query {
  enum class Kind {
    kAll,
    kWords,  // `words` as a phrase, in `field` or, if that is empty, in the
             // fields that have a weight
    kExact,  // `field` is one of `values`, or begins with one (`prefix`)
    kDates,  // a date from `first` to `last`, both included
    kAnd,    // all of `parts`
    kOr,     // one of `parts`
    kNot,    // not parts[0]
  };
  struct Word {
    std::string text;        // as a term
    uint32_t position = 0;   // in the phrase, from 0
    bool prefix = false;     // the beginning of a word
    std::string exact = {};  // its exact form (tokens.h), if that is another
    friend bool operator==(const Word&, const Word&) = default;
  };

  Kind kind = Kind::kAll;
  std::string field;
  std::vector<Word> words;
  std::vector<std::string> values;
  bool prefix = false;
  std::string first;  // 14 digits
  std::string last;
  std::vector<Query> parts;
};

// Throws UsageError that names the character at fault.
[[nodiscard]] Query parse_query(std::string_view text);

// Whether a word counts more where it is written as in the query, with accents.
[[nodiscard]] bool looks_for_exact(const Query& query);

// The words that make a hit, to mark them: without those under NOT and those of
// fields that are not shown to readers.
[[nodiscard]] std::vector<Query::Word> words_to_mark(const Query& query);

}  // namespace wax::index
