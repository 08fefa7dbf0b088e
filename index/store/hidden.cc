#include "index/store/hidden.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "cdx/url/url_key.h"
#include "index/query/date_ranges.h"
#include "index/store/reader_state.h"
#include "index/store/shard_folder.h"
#include "io/byte_source.h"
#include "io/compress/crc32.h"
#include "io/error.h"
#include "io/output.h"
#include "text/ascii.h"
#include "text/hex.h"
#include "warc/record/digest.h"

namespace wax::index {
namespace {

using RuleKind = HiddenRule::Kind;

constexpr std::array<std::pair<RuleKind, std::string_view>, 4> kRuleNames = {{
    {RuleKind::kUrl, "url"},
    {RuleKind::kHost, "host"},
    {RuleKind::kDigest, "digest"},
    {RuleKind::kDate, "date"},
}};

// The last line: the CRC-32 of all before it.
constexpr std::string_view kHiddenEnd = "# end ";
// The first line says that there is a last one.
constexpr std::string_view kHiddenHead =
    "# wax-hidden 1: what is hidden from searches (wax-hide(1))\n";

std::string hidden_end(std::string_view text) {
  std::string line(kHiddenEnd);
  text::append_hex_number(io::crc32(text), 8, line);
  return line + '\n';
}

// Files that people wrote need no last line.
void check_hidden_end(const std::string& file, std::string_view text) {
  size_t at = text.rfind(kHiddenEnd);
  bool has_end = at != text.npos && (at == 0 || text[at - 1] == '\n');
  if (!has_end && !text.starts_with(kHiddenHead)) return;
  if (has_end && text.substr(at) == hidden_end(text.substr(0, at))) return;
  throw FormatError(
      file, has_end ? at : text.size(),
      "this file of what is hidden is damaged; restore it from a copy, or look "
      "through it and remove the lines that begin with \"#\"");
}

bool is_date_part(std::string_view text) {
  return text.size() >= 4 && text.size() <= 14 && text::all_digits(text);
}

std::string padded(std::string_view date, char digit) {
  std::string text(date);
  text.resize(14, digit);
  return text;
}

// Whether a URL key is one of those that a URL with the key `key` is the
// beginning of. The key of "http://a.org/b/" is that of "http://a.org/b".
bool is_below(std::string_view urlkey, std::string_view key,
              std::string_view url) {
  if (!urlkey.starts_with(key)) return false;
  bool is_folder = url.ends_with('/') && !key.ends_with('/');
  return !is_folder || urlkey.size() == key.size() ||
         urlkey[key.size()] == '/' || urlkey[key.size()] == '?';
}

// The first and the last second of a rule of dates.
std::pair<std::string, std::string> time_of(std::string_view value) {
  size_t dash = value.find('-');
  return {padded(value.substr(0, dash), '0'),
          padded(dash == value.npos ? value : value.substr(dash + 1), '9')};
}

// Marks documents of a shard.
class Hiding {
 public:
  explicit Hiding(Shard& shard) : shard_(&shard) {
    if (!shard.deleted.empty()) return;
    shard.deleted.resize((uint64_t{shard.documents} + kWindow - 1) / kWindow *
                         (kWindow / 64));
  }

  void apply(const HiddenRule& rule) {
    switch (rule.kind) {
      case RuleKind::kUrl:
        return hide_url(rule.value);
      case RuleKind::kHost:
        return each("site", "", [&](const std::string& site) {
          if (site == rule.value || site.ends_with('.' + rule.value)) {
            return true;
          }
          return false;
        });
      case RuleKind::kDigest:
        return hide_term("digest", rule.value);
      case RuleKind::kDate:
        return hide_dates(rule.value);
    }
  }

 private:
  void hide(uint32_t document) {
    shard_->deleted[document / 64] |= uint64_t{1} << document % 64;
  }
  void hide(const TermSource& source) {
    PostingCursor cursor(*source.segment, source.field, source.place);
    cursor.take_until(kNoDocument, [&](uint32_t document, uint32_t) {
      hide(source.base + document);
    });
  }
  void hide_term(std::string_view field, std::string_view term) {
    const IndexColumn* index = shard_->owner(field);
    std::vector<TermSource> sources;
    if (index != nullptr) index->find(field, term, sources);
    for (const TermSource& source : sources) hide(source);
  }
  // Hides what has a term with this beginning that is wanted.
  template <typename Wanted>
  void each(std::string_view field, const std::string& beginning,
            Wanted&& wanted) {
    const IndexColumn* index = shard_->owner(field);
    if (index == nullptr) return;
    index->each_term(field, beginning,
                     [&](const std::string& term, const TermSource& source) {
                       if (!term.starts_with(beginning)) return false;
                       if (wanted(term)) hide(source);
                       return true;
                     });
  }

  void hide_url(const std::string& url) {
    each("exacturl", url, [](const std::string&) { return true; });
    const auto& about = shard_->columns.back().about;
    auto kind = about.find("urlkey");
    if (kind == about.end()) return;
    auto known = cdx::url_key_kind(kind->second);
    if (!known) return;
    std::string key = cdx::url_key(*known, url);
    each("urlkey", key,
         [&](const std::string& term) { return is_below(term, key, url); });
  }

  void hide_dates(const std::string& value) {
    const IndexColumn* index = shard_->owner(kDateField);
    if (index == nullptr) return;
    auto [first, last] = time_of(value);
    auto range = [&](std::string_view field, const std::string& from,
                     const std::string& to) {
      index->each_term(field, from,
                       [&](const std::string& term, const TermSource& source) {
                         if (term > to) return false;
                         hide(source);
                         return true;
                       });
    };
    range(kDateField, first, last);
    DateRanges ranges = date_ranges(first, last);
    for (const DateRanges::Terms& terms : ranges.whole) {
      if (shard_->owner(terms.field) != index) continue;
      range(terms.field, terms.first, terms.last);
    }
    for (const std::string& day : ranges.parts) {
      if (shard_->owner("day") != index) break;
      std::vector<TermSource> sources;
      index->find("day", day, sources);
      TermCursor cursor(std::move(sources));
      for (; cursor.document() != kNoDocument; cursor.next()) {
        if (index->has_date(cursor.document(), first, last)) {
          hide(cursor.document());
        }
      }
    }
  }

  Shard* shard_;
};

}  // namespace

std::string_view rule_name(HiddenRule::Kind kind) {
  for (const auto& [one, name] : kRuleNames) {
    if (one == kind) return name;
  }
  return {};
}

HiddenRule hidden_rule(HiddenRule::Kind kind, std::string_view value) {
  HiddenRule rule{kind, std::string(value)};
  auto fail = [&](const char* what) {
    throw UsageError("\"" + std::string(value) + "\" is no " + what);
  };
  for (char c : value) {
    if (text::is_control_or_space(c)) fail("value of a rule; it has a space");
  }
  if (value.empty()) fail("value of a rule");
  switch (kind) {
    case RuleKind::kUrl:
      if (value.find("://") == value.npos) {
        fail("URL; it begins with http:// or another scheme");
      }
      break;
    case RuleKind::kHost:
      text::lower_case(rule.value);
      if (rule.value.starts_with("www.")) rule.value.erase(0, 4);
      if (rule.value.find('/') != std::string::npos) fail("host");
      break;
    case RuleKind::kDigest:
      rule.value = warc::normal_digest(value);
      break;
    case RuleKind::kDate: {
      size_t dash = value.find('-');
      bool good = is_date_part(value.substr(0, dash)) &&
                  (dash == value.npos || is_date_part(value.substr(dash + 1)));
      if (!good) fail("date of 4 to 14 digits, or two with \"-\" between");
      break;
    }
  }
  return rule;
}

std::string hidden_file(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code code;
  fs::path folder = fs::weakly_canonical(path, code);
  if (code) folder = path;
  // An index is in DIR/pindexes/SHARD/INDEX.
  constexpr int kLevels = 3;
  fs::path above = folder;
  for (int i = 0; i <= kLevels; ++i, above = above.parent_path()) {
    if (is_collection(above.string())) return (above / kHiddenName).string();
  }
  return (fs::path(path) / kHiddenName).string();
}

std::vector<HiddenRule> read_hidden(const std::string& file) {
  std::vector<HiddenRule> rules;
  std::string text;
  try {
    text = io::read_all(*io::open_file(file), UINT64_MAX);
  } catch (const IoError& error) {
    if (error.code() == ENOENT || error.code() == ENOTDIR) return rules;
    throw;
  }
  check_hidden_end(file, text);
  uint64_t at = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    const uint64_t begin = at;
    at += line.size() + 1;
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (line.empty() || line[0] == '#') continue;
    size_t space = line.find(' ');
    std::optional<RuleKind> kind;
    for (const auto& [one, name] : kRuleNames) {
      if (line.substr(0, space) == name) kind = one;
    }
    if (!kind || space == line.npos) {
      throw FormatError(file, begin,
                        '"' + std::string(line) + "\" says not what is hidden");
    }
    try {
      rules.push_back(hidden_rule(*kind, line.substr(space + 1)));
    } catch (const UsageError& error) {
      throw FormatError(file, begin, error.what());
    }
  }
  if (rules.empty()) {
    throw FormatError(file, 0,
                      "this file of what is hidden has no rule; restore it "
                      "from a copy, or remove it");
  }
  return rules;
}

void write_hidden(const std::string& file,
                  const std::vector<HiddenRule>& rules) {
  if (rules.empty()) {
    std::error_code code;
    std::filesystem::remove(file, code);
    if (code) throw IoError(file, "remove", code.value());
    return;
  }
  std::string text(kHiddenHead);
  for (const HiddenRule& rule : rules) {
    text += std::string(rule_name(rule.kind)) + ' ' + rule.value + '\n';
  }
  text += hidden_end(text);
  auto output = io::open_output(file, true);
  output->write(text);
  output->finish();
}

HiddenCaptures::HiddenCaptures(const std::vector<HiddenRule>& rules,
                               cdx::UrlKeyKind kind)
    : kind_(kind) {
  for (const HiddenRule& rule : rules) {
    std::string key;
    if (rule.kind == RuleKind::kUrl) key = cdx::url_key(kind, rule.value);
    if (rule.kind == RuleKind::kHost) {
      key = cdx::url_key(kind, "http://" + rule.value + '/');
      key.resize(std::min(key.find_first_of(")/"), key.size()));
    }
    rules_.push_back({rule, std::move(key)});
  }
}

// SURT keys have the parts of the host turned round: "org,a,b)/".
bool HiddenCaptures::is_of_host(std::string_view urlkey,
                                const Rule& rule) const {
  if (kind_ == cdx::UrlKeyKind::kSurt) {
    return urlkey.starts_with(rule.key) &&
           (urlkey.size() == rule.key.size() ||
            std::string_view("),:/").find(urlkey[rule.key.size()]) !=
                std::string_view::npos);
  }
  std::string_view host = urlkey.substr(0, urlkey.find_first_of("/:"));
  return host == rule.key || host.ends_with('.' + rule.key);
}

bool HiddenCaptures::hides(std::string_view urlkey, std::string_view url,
                           std::string_view digest,
                           std::string_view date) const {
  for (const Rule& one : rules_) {
    const std::string& value = one.rule.value;
    bool is_hidden = false;
    switch (one.rule.kind) {
      case RuleKind::kUrl:
        is_hidden = url.starts_with(value) || is_below(urlkey, one.key, value);
        break;
      case RuleKind::kHost:
        is_hidden = is_of_host(urlkey, one);
        break;
      case RuleKind::kDigest:
        is_hidden = warc::normal_digest(digest) == value;
        break;
      case RuleKind::kDate: {
        auto [first, last] = time_of(value);
        is_hidden = date >= first && date <= last;
        break;
      }
    }
    if (is_hidden) return true;
  }
  return false;
}

void hide_documents(const std::vector<HiddenRule>& rules, Shard& shard) {
  if (rules.empty()) return;
  Hiding hiding(shard);
  for (const HiddenRule& rule : rules) hiding.apply(rule);
}

}  // namespace wax::index
