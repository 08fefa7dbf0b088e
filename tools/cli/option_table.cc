#include "tools/cli/option_table.h"

#include <algorithm>
#include <boost/program_options.hpp>

#include "io/error.h"
#include "text/ascii.h"
#include "text/nearest.h"
#include "text/number.h"

namespace wax::tools::cli {
namespace {

namespace po = boost::program_options;

std::string in_quotes(std::string_view text) {
  return "'" + std::string(text) + "'";
}

[[noreturn]] void refuse(const std::string& name, const std::string& value,
                         const std::string& wanted) {
  throw UsageError("--" + name + ": " + in_quotes(value) + " is not " + wanted);
}

uint64_t parse_count(const std::string& name, const std::string& value) {
  auto number = text::whole_number(value);
  if (!number) refuse(name, value, "a whole number");
  return *number;
}

constexpr std::string_view kUnits = "KMGT";

uint64_t parse_size(const std::string& name, const std::string& value) {
  std::string_view digits = value;
  unsigned shift = 0;
  if (!digits.empty()) {
    char last = text::to_upper(digits.back());
    size_t unit = kUnits.find(last);
    if (unit != std::string_view::npos) {
      shift = static_cast<unsigned>(10 * (unit + 1));
      digits.remove_suffix(1);
    }
  }
  auto number = text::whole_number(digits);
  if (!number || *number > (UINT64_MAX >> shift)) {
    refuse(name, value, "a size such as 4096, 64M or 2G");
  }
  return *number << shift;
}

std::string format_size(uint64_t size) {
  std::string unit;
  for (char letter : kUnits) {
    if (size == 0 || size % 1024 != 0) break;
    size /= 1024;
    unit = letter;
  }
  return std::to_string(size) + unit;
}

std::string comma_separated(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) {
    if (!all.empty()) all += ", ";
    all += word;
  }
  return all;
}

constexpr std::string_view kSeeHelp = "; see --help";

void add_option(po::options_description& description, const std::string& spec,
                const OptionRow& row) {
  if (row.value_word.empty()) {
    description.add_options()(spec.c_str(), "");
  } else {
    description.add_options()(spec.c_str(), po::value<std::string>(), "");
  }
}

}  // namespace

void OptionTable::group(std::string heading) { group_ = std::move(heading); }

OptionRow& OptionTable::add(std::string_view spec, std::string word,
                            std::string text) {
  OptionRow& row = rows_.emplace_back();
  row.group = group_;
  size_t comma = spec.find(',');
  row.name = spec.substr(0, comma);
  if (comma != std::string_view::npos) row.letter = spec[comma + 1];
  row.value_word = std::move(word);
  row.text = std::move(text);
  return row;
}

OptionRow& OptionTable::flag(std::string_view spec, bool& target,
                             std::string text) {
  OptionRow& row = add(spec, "", std::move(text));
  row.set = [&target](const std::string&) { target = true; };
  return row;
}

OptionRow& OptionTable::option(std::string_view spec, std::string& target,
                               std::string word, std::string text) {
  OptionRow& row = add(spec, std::move(word), std::move(text));
  row.initial = target;
  row.set = [&target](const std::string& value) { target = value; };
  return row;
}

OptionRow& OptionTable::option(std::string_view spec,
                               std::vector<std::string>& target,
                               std::string word, std::string text) {
  OptionRow& row = add(spec, std::move(word), std::move(text));
  row.initial = comma_separated(target);
  row.repeated = true;
  row.set = [&target](const std::string& value) { target.push_back(value); };
  return row;
}

OptionRow& OptionTable::list(std::string_view spec,
                             std::vector<std::string>& target, std::string word,
                             std::string text) {
  OptionRow& row = add(spec, std::move(word), std::move(text));
  row.set = [&target](std::string_view value) {
    target.clear();
    while (!value.empty()) {
      size_t comma = std::min(value.find(','), value.size());
      if (comma > 0) target.emplace_back(value.substr(0, comma));
      value.remove_prefix(std::min(comma + 1, value.size()));
    }
  };
  return row;
}

OptionRow& OptionTable::option(std::string_view spec, uint64_t& target,
                               std::string word, std::string text) {
  OptionRow& row = add(spec, std::move(word), std::move(text));
  row.initial = std::to_string(target);
  row.set = [&target, name = row.name](const std::string& value) {
    target = parse_count(name, value);
  };
  return row;
}

OptionRow& OptionTable::size(std::string_view spec, uint64_t& target,
                             std::string text) {
  OptionRow& row = add(spec, "SIZE", std::move(text));
  row.initial = format_size(target);
  row.set = [&target, name = row.name](const std::string& value) {
    target = parse_size(name, value);
  };
  return row;
}

OptionRow& OptionTable::choice(std::string_view spec, std::string& target,
                               std::vector<std::string> words,
                               std::string text) {
  OptionRow& row = add(spec, "WORD", std::move(text));
  row.initial = target;
  row.choices = std::move(words);
  row.set = [&target, name = row.name,
             allowed = row.choices](const std::string& value) {
    if (std::find(allowed.begin(), allowed.end(), value) == allowed.end()) {
      refuse(name, value, "one of " + comma_separated(allowed));
    }
    target = value;
  };
  return row;
}

PositionalRow& OptionTable::positionals(std::vector<std::string>& target,
                                        std::string word, size_t least,
                                        size_t most, std::string text) {
  positional_ = {std::move(word), least, most, std::move(text)};
  positional_target_ = &target;
  return positional_;
}

// "types", or "-t".
const OptionRow* OptionTable::row_of(std::string_view name) const {
  for (const OptionRow& row : rows_) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

bool OptionTable::is_letters(std::string_view argument) const {
  for (argument.remove_prefix(1); !argument.empty();
       argument.remove_prefix(1)) {
    auto row = std::find_if(
        rows_.begin(), rows_.end(),
        [&](const OptionRow& r) { return r.letter == argument[0]; });
    if (row == rows_.end()) return false;
    if (row->value_word.empty()) continue;
    return argument.size() == 1 || text::is_digit(argument[1]);
  }
  return true;
}

std::string OptionTable::suggestion(
    std::string_view wrong, const std::vector<std::string>& arguments) const {
  for (const OptionRow& row : rows_) {
    for (const std::string& name : row.elsewhere) {
      if (wrong != "--" + name && wrong != "-" + name) continue;
      return "; it is called --" + row.name + ' ' + row.value_word;
    }
  }
  if (!wrong.starts_with("--")) {
    for (const std::string& argument : arguments) {  // "-unique"
      if (argument.starts_with('-') && row_of(argument.substr(1)) != nullptr) {
        return "; did you mean '-" + argument + "'?";
      }
    }
    return positional_.dashes
               ? "; a word that begins with '-' stands after the first argument"
               : "";
  }
  std::vector<std::string> names;
  for (const OptionRow& row : rows_) names.push_back("--" + row.name);
  return text::did_you_mean(wrong, names);
}

void OptionTable::parse(const std::vector<std::string>& arguments) const {
  po::options_description description;
  for (const OptionRow& row : rows_) {
    std::string spec = row.name;
    if (row.letter != '\0') spec += std::string(",") + row.letter;
    add_option(description, spec, row);
  }
  bool behind_first = false;
  auto dashed_word = [&](std::vector<std::string>& rest) {
    std::vector<po::option> found;
    const std::string& word = rest.front();
    if (word.size() < 2 || word[0] != '-') behind_first = true;
    if (behind_first && word.size() > 1 && word[0] == '-' && word[1] != '-' &&
        !is_letters(word)) {
      found.emplace_back("", std::vector<std::string>{word});
      found.back().original_tokens = {word};
      rest.erase(rest.begin());
    }
    return found;
  };
  po::parsed_options parsed(&description);
  try {
    po::command_line_parser parser(arguments);
    parser.options(description)
        .style(po::command_line_style::unix_style &
               ~po::command_line_style::allow_guessing);
    if (positional_.dashes) parser.extra_style_parser(dashed_word);
    parsed = parser.run();
  } catch (const po::unknown_option& unknown) {
    std::string name = unknown.get_option_name();
    name.resize(std::min(name.find('='), name.size()));
    std::string hint = suggestion(name, arguments);
    throw UsageError("unknown option " + in_quotes(name) +
                     (hint.empty() ? std::string(kSeeHelp) : hint));
  } catch (const po::error& error) {  // Boost's own words
    throw UsageError(error.what() + std::string(kSeeHelp));
  }

  // Words that go to the option before them rather than to the positionals.
  const auto words = static_cast<size_t>(std::count_if(
      parsed.options.begin(), parsed.options.end(),
      [](const po::option& option) { return option.string_key.empty(); }));
  size_t surplus = words - std::min(words, positional_.most);

  size_t positionals = 0;
  const OptionRow* before = nullptr;  // takes several values
  for (const po::option& option : parsed.options) {
    std::string value = option.value.empty() ? "" : option.value.front();
    if (option.string_key.empty()) {
      if (surplus > 0 && before != nullptr) {
        --surplus;
        before->set(value);
        continue;
      }
      before = nullptr;
      if (++positionals > positional_.most) {
        throw UsageError("one argument too many: " + in_quotes(value) +
                         std::string(kSeeHelp));
      }
      if (positionals == 1) positional_target_->clear();
      positional_target_->push_back(value);
      continue;
    }
    const OptionRow* row = row_of(option.string_key);
    if (row == nullptr) continue;
    before = row->several ? row : nullptr;
    row->set(value);
  }
  if (positionals < positional_.least) {
    throw UsageError(
        (positionals == 0
             ? "no " + positional_.word + " given"
             : positional_.word + ": at least " +
                   std::to_string(positional_.least) +
                   " arguments are needed, but only " +
                   std::to_string(positionals) +
                   (positionals == 1 ? " was given" : " were given")) +
        std::string(kSeeHelp));
  }
}

}  // namespace wax::tools::cli
