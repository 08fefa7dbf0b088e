#include "index/store/other_version.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "index/schema/fields.h"
#include "index/schema/stems.h"
#include "index/schema/word_tables.h"
#include "text/number.h"
#include "text/shell_line.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;

std::string rules_text(std::string_view what, std::string_view rules) {
  return "the words of this " + std::string(what) + " were made by rules " +
         std::string(rules) + ", but these tools know rules " +
         std::string(kAnalysis) + "; ";
}

std::string how_to_make_again(const std::string& index) {
  const std::string build = build_around(index);
  if (build.empty()) {
    return "make it again of its archives, with wax-import and wax-index";
  }
  return "make it again of its archives: " +
         text::shell_line({"wax", "build", build});
}

// The oldest rules of which words are read; tests/data/collection has them.
constexpr uint64_t kOldestAnalysis = 4;

}  // namespace

WordRules word_rules(std::string_view rules, std::string_view own) {
  if (rules == own) return WordRules::kOwn;
  const auto number = text::whole_number(rules);
  const auto known = text::whole_number(own);
  const bool is_older =
      number && known && *number >= kOldestAnalysis && *number < *known;
  return is_older ? WordRules::kOlder : WordRules::kUnknown;
}

WordRules word_rules(std::string_view rules) {
  return word_rules(rules, kAnalysis);
}

std::string older_words_text(const std::string& folder,
                             std::string_view rules) {
  return "has words by the older rules " + std::string(rules) +
         ", and is searched as it is; " + how_to_make_again(folder);
}

std::optional<Problem> other_words(
    const std::string& folder,
    const std::map<std::string, std::string>& about) {
  auto stated = [&about](const char* name) {
    const auto found = about.find(name);
    return found == about.end() ? std::string() : found->second;
  };
  const std::string rules = stated("analysis");
  if (!rules.empty() && word_rules(rules) == WordRules::kOlder) {
    return Problem{Severity::kWarning, "index-older-words", folder,
                   std::nullopt, older_words_text(folder, rules)};
  }
  const std::string tables = stated("tables");
  const std::vector<std::string> stems = stems_of_text(stated("stems"));
  if (has_own_tables(tables, stems)) return std::nullopt;
  return Problem{Severity::kWarning, "index-other-tables", folder, std::nullopt,
                 "has words by other tables of libraries (" + tables +
                     "; here " + word_tables(stems) +
                     "), so that some words may not be found; " +
                     how_to_make_again(folder)};
}

std::string build_around(const std::string& path) {
  std::error_code failed;
  fs::path folder = fs::weakly_canonical(path, failed);
  if (failed) return {};
  while (folder.has_relative_path()) {
    folder = folder.parent_path();
    if (fs::exists(folder / kBuildRecord, failed)) return folder.string();
  }
  return {};
}

OtherVersion::OtherVersion(std::string index, Said said)
    : UsageError(index + ": " + said.text),
      index_(std::move(index)),
      text_(std::move(said.text)) {}

OtherVersion::OtherVersion(const std::string& index, std::string_view rules)
    : OtherVersion(index, Said{rules_text("index", rules) +
                               "use the version of Waxwing that made it, or " +
                               how_to_make_again(index)}) {}

OtherVersion OtherVersion::of_column(const std::string& column,
                                     std::string_view rules) {
  return {column,
          Said{rules_text("column", rules) + "run wax-add-column again"}};
}

}  // namespace wax::index
