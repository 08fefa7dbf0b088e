// The options of a tool, declared once: the parser, --help, the man page and
// the shell completions all come from this table.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wax::tools::cli {

struct OptionRow {
  std::string group;       // heading in --help; empty: "Options"
  std::string name;        // long name without dashes
  char letter = '\0';      // short name, or none
  std::string value_word;  // "FILE", "N", ...; empty: a flag
  std::string initial;     // the default as text; empty: none to speak of
  std::string text;        // one line, for --help
  std::string more;        // further sentences for the man page
  std::vector<std::string> choices;  // the values allowed, for completion
  bool repeated = false;
  bool several = false;  // words after its value are values, too: "FILE..."
  // What other programs call it, for hints.
  std::vector<std::string> elsewhere = {};
  // Takes the value (empty for a flag). Throws UsageError on a bad one.
  std::function<void(const std::string&)> set;

  // For rows that may be repeated. A word is a value of the option before it
  // when the tool takes no more positionals: "OUT --logs A B" and "--logs A B
  // OUT".
  OptionRow& takes_several() {
    several = true;
    return *this;
  }
  OptionRow& called_elsewhere(std::vector<std::string> names) {
    elsewhere = std::move(names);
    return *this;
  }
};

struct PositionalRow {
  std::string word;  // "INPUT"
  size_t least = 0;
  size_t most = SIZE_MAX;
  std::string text;
  // After the first one, what begins with a dash but is no option is one, too:
  // "-word", but neither "-q" nor "-n5".
  bool dashes = false;
};

class OptionTable {
 public:
  // Rows added after this are shown under that heading.
  void group(std::string heading);

  // `spec` is "long" or "long,l". Targets outlive the table; their values when
  // declared are the defaults, and are shown as such.
  OptionRow& flag(std::string_view spec, bool& target, std::string text);
  OptionRow& option(std::string_view spec, std::string& target,
                    std::string word, std::string text);
  OptionRow& option(std::string_view spec, std::vector<std::string>& target,
                    std::string word, std::string text);
  // Words with commas between, such as "a,b"; empty ones are left out, and a
  // later value replaces an earlier one.
  OptionRow& list(std::string_view spec, std::vector<std::string>& target,
                  std::string word, std::string text);
  // Whole numbers, not negative.
  OptionRow& option(std::string_view spec, uint64_t& target, std::string word,
                    std::string text);
  // Bytes: a number, alone or with K, M, G, T (powers of 1024).
  OptionRow& size(std::string_view spec, uint64_t& target, std::string text);
  // One of a few words.
  OptionRow& choice(std::string_view spec, std::string& target,
                    std::vector<std::string> words, std::string text);

  // The arguments after the options; at most one call. With least > 0 and none
  // given, the tool ends with a usage error; else the target stays as it is.
  PositionalRow& positionals(std::vector<std::string>& target, std::string word,
                             size_t least, size_t most, std::string text);

  [[nodiscard]] const std::vector<OptionRow>& rows() const { return rows_; }
  [[nodiscard]] const PositionalRow& positional() const { return positional_; }

  // Fills the targets. Throws UsageError. Long names may not be abbreviated;
  // "--" ends the options; "-" is a positional.
  void parse(const std::vector<std::string>& arguments) const;

 private:
  OptionRow& add(std::string_view spec, std::string word, std::string text);
  [[nodiscard]] const OptionRow* row_of(std::string_view name) const;
  // Whether "-abc" is options with their letters.
  [[nodiscard]] bool is_letters(std::string_view argument) const;
  [[nodiscard]] std::string suggestion(
      std::string_view wrong, const std::vector<std::string>& arguments) const;

  std::string group_;
  std::vector<OptionRow> rows_;
  PositionalRow positional_{"", 0, 0, ""};
  std::vector<std::string>* positional_target_ = nullptr;
};

}  // namespace wax::tools::cli
