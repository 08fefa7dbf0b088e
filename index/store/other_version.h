// Indexes of other versions of Waxwing, and how they are made again.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "io/error.h"
#include "io/problem.h"

namespace wax::index {

// The file by which the folder of a build, OUT of wax-build, is known.
inline constexpr const char* kBuildRecord = "build.json";

// The real path of the folder of a build that `path` lies in; empty: none.
[[nodiscard]] std::string build_around(const std::string& path);

// How words of an index are read: by the rules of these tools; by those of an
// older version, of which these find most; or not at all.
enum class WordRules { kOwn, kOlder, kUnknown };
// `rules`: the number in the manifest; `own`: that of these tools.
[[nodiscard]] WordRules word_rules(std::string_view rules,
                                   std::string_view own);
[[nodiscard]] WordRules word_rules(std::string_view rules);
// Says that the words of what lies in `folder` are older, and which command
// renews them.
[[nodiscard]] std::string older_words_text(const std::string& folder,
                                           std::string_view rules);

// The problem that an index in `folder` has when it is searched as it is, but
// its words are by older rules, or by other tables of libraries
// (word_tables.h); `about`: what its manifest states.
[[nodiscard]] std::optional<Problem> other_words(
    const std::string& folder, const std::map<std::string, std::string>& about);

// The words of an index were made by rules that these tools do not know. It is
// not damaged.
class OtherVersion : public UsageError {
 public:
  // what() says how the index is made again: of the archives, by the build that
  // it lies in, if there is one. `rules`: those of its words.
  OtherVersion(const std::string& index, std::string_view rules);
  // The same of words of a column.
  static OtherVersion of_column(const std::string& column,
                                std::string_view rules);
  // The path of the index.
  [[nodiscard]] const std::string& index() const { return index_; }
  // what() without it.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  struct Said {
    std::string text;
  };
  OtherVersion(std::string index, Said said);

  std::string index_;
  std::string text_;
};

}  // namespace wax::index
