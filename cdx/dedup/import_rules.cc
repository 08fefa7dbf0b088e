#include "cdx/dedup/import_rules.h"

#include <algorithm>
#include <charconv>
#include <climits>

#include "io/error.h"
#include "text/ascii.h"
#include "warc/http/media_type.h"

namespace wax::cdx {
namespace {

constexpr std::string_view kRulesLine = "# import ";

bool is_unknown(std::string_view text) { return text.empty() || text == "-"; }

enum class UrlScheme { kNone, kWeb, kFtp, kOther };

UrlScheme url_scheme(std::string_view url) {
  if (text::starts_with_ignoring_case(url, "http:") ||
      text::starts_with_ignoring_case(url, "https:")) {
    return UrlScheme::kWeb;
  }
  if (text::starts_with_ignoring_case(url, "ftp:")) return UrlScheme::kFtp;
  size_t end = url.find_first_of(":/?#");
  return end != url.npos && url[end] == ':' ? UrlScheme::kOther
                                            : UrlScheme::kNone;
}

std::vector<std::pair<int, int>> parse_statuses(std::string_view text) {
  std::vector<std::pair<int, int>> ranges;
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view range = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(range.size() + 1, rest.size()));
    int first = -1;
    int last = -1;
    const char* end = range.data() + range.size();
    auto [at, error] = std::from_chars(range.data(), end, first);
    last = first;
    if (error == std::errc() && at != end && *at == '-') {
      auto answer = std::from_chars(at + 1, end, last);
      at = answer.ptr;
      error = answer.ec;
    }
    if (error != std::errc() || at != end || first < 0 || last < first) {
      throw UsageError("\"" + std::string(text) +
                       "\" is not a list of HTTP statuses such as 200-299,404");
    }
    ranges.emplace_back(first, last);
  }
  if (ranges.empty()) {
    throw UsageError("an empty list of HTTP statuses would import nothing");
  }
  return ranges;
}

// In order, without overlaps.
std::vector<std::pair<int, int>> joined_ranges(
    std::vector<std::pair<int, int>> ranges) {
  std::sort(ranges.begin(), ranges.end());
  std::vector<std::pair<int, int>> joined;
  for (const auto& [first, last] : ranges) {
    if (joined.empty() ||
        (joined.back().second < INT_MAX && first > joined.back().second + 1)) {
      joined.emplace_back(first, last);
    } else {
      joined.back().second = std::max(joined.back().second, last);
    }
  }
  return joined;
}

}  // namespace

int status_number(std::string_view text) {
  int status = -1;
  std::from_chars(text.data(), text.data() + text.size(), status);
  return status;
}

bool ImportRules::takes_type(std::string_view type) const {
  if (all_types) return true;
  if (types.empty()) return warc::is_document(type);
  return std::any_of(types.begin(), types.end(), [&](std::string_view wanted) {
    if (!wanted.ends_with("/*")) return type == wanted;
    return type.starts_with(wanted.substr(0, wanted.size() - 1));
  });
}

Verdict ImportRules::judge(const CaptureFacts& facts) const {
  if (facts.record == CaptureFacts::Record::kUnknown &&
      is_unknown(facts.status) && is_unknown(facts.type)) {
    return Verdict::kTaken;
  }
  bool certain = true;
  if (facts.record != CaptureFacts::Record::kOther) {
    bool response = facts.record == CaptureFacts::Record::kResponse;
    UrlScheme scheme = url_scheme(is_unknown(facts.url) ? "" : facts.url);
    // The URLs of old CDX files have no scheme.
    bool web =
        scheme == UrlScheme::kWeb || (scheme == UrlScheme::kNone && !response);
    if (web || scheme != UrlScheme::kFtp) {
      certain = response || !is_unknown(facts.status);
    }
    if (certain && web) {
      int status = status_number(facts.status);
      bool taken =
          std::any_of(statuses.begin(), statuses.end(), [&](const auto& range) {
            return status >= range.first && status <= range.second;
          });
      if (!taken) return Verdict::kStatus;
    } else if (certain && scheme != UrlScheme::kFtp) {
      return Verdict::kScheme;
    }
  }
  if (warc::is_vague(facts.type)) {
    certain = certain && all_types;
  } else if (!takes_type(facts.type)) {
    return Verdict::kType;
  }
  return certain ? Verdict::kTaken : Verdict::kUncertain;
}

std::string ImportRules::spelling() const {
  std::string text = "status=";
  for (const auto& [first, last] : joined_ranges(statuses)) {
    if (text.back() != '=') text += ',';
    text += std::to_string(first);
    if (last != first) text += '-' + std::to_string(last);
  }
  text += " types=";
  if (all_types) return text + "all";
  if (types.empty()) return text + "documents";
  std::vector<std::string> sorted = types;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  for (const std::string& type : sorted) {
    if (text.back() != '=') text += ',';
    text += type;
  }
  return text;
}

std::vector<std::string> tool_options(const ImportRulesArgs& args) {
  std::vector<std::string> options;
  if (args.status != ImportRulesArgs().status) {
    options.insert(options.end(), {"--status", args.status});
  }
  if (!args.types.empty()) {
    std::string types;
    for (const std::string& type : args.types) {
      types.append(types.empty() ? "" : ",").append(type);
    }
    options.insert(options.end(), {"--types", types});
  }
  if (args.all_types) options.emplace_back("--all-types");
  return options;
}

ImportRules import_rules(const ImportRulesArgs& args) {
  ImportRules rules;
  rules.statuses = parse_statuses(args.status);
  for (const std::string& type : args.types) {
    rules.types.push_back(warc::bare_type(type));
  }
  rules.all_types = args.all_types;
  return rules;
}

std::string import_rules_line(std::string_view spelling) {
  return std::string(kRulesLine).append(spelling).append("\n");
}

std::string_view stated_import_rules(std::string_view line) {
  if (!line.starts_with(kRulesLine)) return {};
  line.remove_prefix(kRulesLine.size());
  // Others may begin a comment with this word.
  return line.starts_with("status=") ? line : std::string_view();
}

}  // namespace wax::cdx
