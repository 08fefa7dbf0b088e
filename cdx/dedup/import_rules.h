// Which captures an import makes documents of.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wax::cdx {

// What is known of a capture, from its record or from its line in a CDX file.
struct CaptureFacts {
  enum class Record { kUnknown, kResponse, kOther };
  Record record = Record::kUnknown;
  std::string_view url;     // empty and "-": not known
  std::string_view status;  // empty and "-": none, or not known
  std::string_view type;    // bare (warc::bare_type)
};

enum class Verdict {
  kTaken,  // also of a line with neither status nor type
  // The facts do not tell: the media type is vague, so the bytes have to be
  // looked at, or the record may be a response without a status.
  kUncertain,
  // Not taken, because of ...
  kStatus,
  kScheme,  // the URL's: DNS look-ups and the like
  kType,
};

// The rules that say which captures are imported. Import applies them to
// records, and duplicate lists are made by the same rules from the lines of
// captures, so that a capture which import skips never represents one which it
// would take.
struct ImportRules {
  // Ranges of HTTP status, both ends included.
  std::vector<std::pair<int, int>> statuses = {{200, 299}};
  // Media types that become documents, "text/*" meaning all of text. None: all
  // that people read or view (warc::is_document).
  std::vector<std::string> types;
  // Every type becomes a document, with text or without.
  bool all_types = false;

  [[nodiscard]] Verdict judge(const CaptureFacts& facts) const;
  // Whether a bare type that is not vague is taken.
  [[nodiscard]] bool takes_type(std::string_view type) const;
  // "status=200-299 types=documents": the same for the same rules.
  [[nodiscard]] std::string spelling() const;
};

// The same as a person chooses it, by the names of the tools' options.
struct ImportRulesArgs {
  std::string status = "200-299";
  std::vector<std::string> types;
  bool all_types = false;
};

// Options that give a tool these rules: those that differ from the defaults.
[[nodiscard]] std::vector<std::string> tool_options(
    const ImportRulesArgs& args);

// Throws UsageError for a `status` that is no list of HTTP statuses such as
// "200-299,404".
[[nodiscard]] ImportRules import_rules(const ImportRulesArgs& args);

// The status at the front of a text; -1 when it begins with no status.
[[nodiscard]] int status_number(std::string_view text);

// The line of a duplicate list that states the rules it was made by, with its
// "\n", and what such a line states; empty for other lines.
[[nodiscard]] std::string import_rules_line(std::string_view spelling);
[[nodiscard]] std::string_view stated_import_rules(std::string_view line);

}  // namespace wax::cdx
