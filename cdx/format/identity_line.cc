#include "cdx/format/identity_line.h"

#include <algorithm>

#include "io/error.h"
#include "text/number.h"

namespace wax::cdx {
namespace {

struct IdentityText {
  std::string_view before;
  std::string_view after;
};

// By IdentityForm.
constexpr IdentityText kIdentityTexts[] = {{" CDX ~ identity ", ""},
                                           {"!meta 0 {\"identity\": \"", "\"}"},
                                           {"# identity ", ""}};

constexpr std::string_view kWithout = "without ";

std::vector<std::string_view> words_of(std::string_view identity) {
  std::vector<std::string_view> words;
  while (!identity.empty()) {
    std::string_view word = identity.substr(0, identity.find(' '));
    identity.remove_prefix(std::min(word.size() + 1, identity.size()));
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

std::string_view option_of(std::string_view word) {
  return word.substr(0, word.find('='));
}

// "with --digest always --post-append", "without --post-append", or both.
std::string in_words(const std::vector<std::string>& options) {
  std::string with;
  std::string without;
  for (const std::string& option : options) {
    bool missing = option.starts_with(kWithout);
    (missing ? without : with)
        .append(" ")
        .append(missing ? std::string_view(option).substr(kWithout.size())
                        : option);
  }
  if (with.empty() && without.empty()) return "with other options";
  if (without.empty()) return "with" + with;
  return (with.empty() ? "" : "with" + with + " and ") + "without" + without;
}

// Without what is made anew with the keys.
std::string without_key_options(std::string_view identity) {
  return with_option(with_option(identity, "urlkey", ""), "post-append", "");
}

}  // namespace

std::string identity_line(std::string_view identity, IdentityForm form) {
  if (identity.empty()) return {};
  const IdentityText& text = kIdentityTexts[static_cast<size_t>(form)];
  return std::string(text.before)
      .append(identity)
      .append(text.after)
      .append("\n");
}

std::optional<std::string_view> stated_identity(std::string_view line) {
  for (const IdentityText& text : kIdentityTexts) {
    if (!line.starts_with(text.before) || !line.ends_with(text.after)) continue;
    line.remove_prefix(text.before.size());
    line.remove_suffix(std::min(text.after.size(), line.size()));
    // Others may begin a comment with this word.
    if (line.find('=') != line.npos) return line;
    break;
  }
  return std::nullopt;
}

std::string with_option(std::string_view identity, std::string_view option,
                        std::string_view value) {
  std::string text;
  for (std::string_view word : words_of(identity)) {
    if (!text.empty()) text += ' ';
    if (option_of(word) == option) {
      text.append(option).append("=").append(value);
    } else {
      text += word;
    }
  }
  return text;
}

std::vector<std::string> other_options(std::string_view identity,
                                       std::string_view other) {
  std::vector<std::string_view> known = words_of(other);
  std::vector<std::string> options;
  for (std::string_view word : words_of(identity)) {
    if (std::find(known.begin(), known.end(), word) != known.end()) continue;
    std::string_view name = option_of(word);
    std::string_view value =
        word.substr(std::min(name.size() + 1, word.size()));
    options.push_back((value == "no" ? std::string(kWithout) : std::string()) +
                      "--" + std::string(name));
    if (value != "no" && value != "yes") options.emplace_back(value);
  }
  return options;
}

void OneIdentity::check(std::string_view identity, std::string_view file) {
  if (identity.empty()) return;
  if (text_.empty()) {
    text_ = identity;
    file_ = file;
    return;
  }
  if (identity == text_) return;
  std::string mine(identity);
  std::string its = text_;
  if (kinds_ == KeyKinds::kAny) {
    mine = without_key_options(mine);
    its = without_key_options(its);
    if (mine == its) return;
  }
  std::string wanted = in_words(other_options(its, mine));
  std::string found = in_words(other_options(mine, its));
  if (file == file_) {
    throw UsageError(file_ + ": parts of it were made " + wanted + ", others " +
                     found);
  }
  throw UsageError(std::string(file) + ": was made " + found + ", but " +
                   file_ + ' ' + wanted + "; make " + std::string(file) +
                   " again " + wanted + ", or " + file_ + ' ' + found);
}

std::optional<UrlKeyKind> kind_of_key(std::string_view key) {
  size_t slash = key.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  std::string_view host = key.substr(0, slash);
  if (host.ends_with(')')) return UrlKeyKind::kSurt;
  const size_t colon = host.find(':');
  // URLs without a key stand for themselves, as those of ports that cannot be.
  if (colon != std::string_view::npos &&
      !text::whole_number<uint16_t>(host.substr(colon + 1))) {
    return std::nullopt;
  }
  host = host.substr(0, colon);
  if (host.find('.') == std::string_view::npos ||
      host.find_first_of(",()") != std::string_view::npos) {
    return std::nullopt;
  }
  return UrlKeyKind::kLegacy;
}

KeyColumn::KeyColumn(std::string_view header) {
  auto legend = parse_header(header);
  if (!legend) return;
  column_ = legend->key_column();
  delimiter_ = legend->delimiter;
}

std::string_view KeyColumn::key(std::string_view line) const {
  if (column_ < 0 || is_metadata(line)) return {};
  return field(line, column_, delimiter_);
}

bool OneKeyKind::check(std::string_view key, std::string_view file) {
  std::optional<UrlKeyKind> kind = kind_of_key(key);
  if (!kind) return false;
  if (!kind_) {
    kind_ = kind;
    file_ = file;
  } else if (*kind != *kind_) {
    throw UsageError(std::string(file) + ": its URL keys are " +
                     std::string(name(*kind)) + ", but those of " + file_ +
                     " are " + std::string(name(*kind_)) +
                     "; wax-cdx-convert --urlkey converts them");
  }
  return true;
}

}  // namespace wax::cdx
