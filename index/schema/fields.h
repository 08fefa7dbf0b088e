// The fields of an index. This table alone decides what is kept of a document,
// in which order and in which file, how it is searched, what is made of what
// and what documents of one version share. NutchWAX's table of fields is the
// model; fields that it kept only for display can be searched here.
#pragma once

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wax::index {

// Where the values of a field are kept.
enum class Stored {
  kNo,
  kLucene,      // as texts in Lucene's own files, for its programs too
  kYes,         // in compressed rows of a file of our own (stored_file.h)
  kCompressed,  // likewise: long texts, apart from the rows
};

enum class Indexed {
  kNo,
  kWords,   // tokenised (tokens.h), with positions and length norm
  kExact,   // the value as one term, without norm
  kNumber,  // likewise, as number_term() writes it
  // For columns (columns.h), with number_term() of their kind.
  kInteger,
  kReal,
};

struct Field {
  std::string_view name;
  Stored stored = Stored::kYes;
  Indexed indexed = Indexed::kExact;
  // The weight of the field for words of a query without a field. They are not
  // searched in fields with 0.
  float boost = 0;
  // Query values are lower-cased.
  bool lower = false;
  // A query value "a,b,c" means any one of the three.
  bool group = false;
  std::string_view meaning;
  // IndexWriter makes its values of those of this field, among others; empty:
  // they are given.
  std::string_view made_of = {};
  // A document that replaces others has the values of all of them.
  bool united = false;
};

// In the order in which they are stored and shown.
[[nodiscard]] std::span<const Field> fields();

// Null when there is no field of that name.
[[nodiscard]] const Field* find_field(std::string_view name);
// In the order of fields(), then others by name.
[[nodiscard]] std::vector<std::string> in_order_of_fields(
    std::set<std::string> names);

// What the manifest of an index says of its fields and of the words in them
// (tokens.h), as "analysis". Indexes without it were made by
// other programs: all text is in `content`, and `site` is all that tells
// where a page is from. Who raises it raises kIndexRules, too.
inline constexpr std::string_view kAnalysis = "6";

// How many words on each side of the border of the main content are in the
// field `border` too.
inline constexpr size_t kBorderWords = 4;
inline constexpr std::string_view kBorderField = "border";
// Words as they are written, where that is another form than the folded one,
// and all words in Arabic letters, without vowel marks. Documents that have
// such words have the term kWrittenMark, too, which is no word.
inline constexpr std::string_view kExactField = "exact";
inline constexpr std::string_view kWrittenMark = "\u0640";
// Whether the words of a field are in kExactField.
[[nodiscard]] constexpr bool is_in_exact(std::string_view field) {
  return field == "title" || field == "main" || field == "content" ||
         field == kBorderField;
}
// A column that is searched with the fields that have a weight.
inline constexpr std::string_view kAnchorField = "anchor";
// Stems of the words of title and text (stems.h).
inline constexpr std::string_view kStemsField = "stems";

// The fields in which the words of a query for `name` are looked for, with
// their weights: without a name, all that have a weight; for content, also
// main, which has the rest of the text; for a name that is not in fields(), the
// column of that name.
template <typename Use>
void each_searched_field(std::string_view name, Use&& use) {
  if (!name.empty() && find_field(name) == nullptr) return use(name, 1.0F);
  for (const Field& field : fields()) {
    if (name.empty() ? field.boost > 0
                     : field.name == name ||
                           (name == "content" && field.name == "main")) {
      use(field.name, field.boost > 0 ? field.boost : 1.0F);
    }
  }
}

// The most characters of a term: of a longer value, an index has no term.
inline constexpr size_t kLongestTerm = 16383;
// The first kLongestTerm characters.
[[nodiscard]] std::string_view longest_term(std::string_view text);
// Whether that is the term of a longer value of the field: rules of access find
// documents by these URLs.
[[nodiscard]] constexpr bool has_long_terms_cut(std::string_view field) {
  return field == "exacturl" || field == "revisit_of" || field == "said_by";
}

// Terms in the order of the numbers: twelve digits or more.
[[nodiscard]] inline std::string number_term(std::string_view digits) {
  constexpr size_t kDigits = 12;
  std::string term(kDigits - std::min(digits.size(), kDigits), '0');
  term += digits;
  return term;
}

}  // namespace wax::index
