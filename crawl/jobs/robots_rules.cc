#include "crawl/jobs/robots_rules.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "text/ascii.h"
#include "text/number.h"
#include "text/percent.h"

namespace wax::crawl {
namespace {

constexpr std::string_view kSitemap = "sitemap";

// The part of the text that is read.
std::string_view read_part(std::string_view text) {
  text = text.substr(0, kMostRobotsBytes);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

struct RobotsLine {
  std::string_view name;
  std::string_view value;
};

// "name: value" without its comment; nothing in other lines.
std::optional<RobotsLine> parse_line(std::string_view line) {
  line = line.substr(0, line.find('#'));
  const size_t colon = line.find(':');
  if (colon == line.npos) return std::nullopt;
  return RobotsLine{text::trim(line.substr(0, colon)),
                    text::trim(line.substr(colon + 1))};
}

// Calls use(line) for each line, whatever ends it.
template <typename Use>
void each_line(std::string_view text, Use&& use) {
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of("\r\n"), text.size());
    if (auto line = parse_line(text.substr(0, end))) use(*line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// The product token of a user-agent line: "*", or letters, "-" and "_". What
// follows it ("/2.0") does not count.
std::string_view token_of(std::string_view agent) {
  if (agent.starts_with('*')) return agent.substr(0, 1);
  size_t end = 0;
  while (end < agent.size() && (text::is_alphanumeric(agent[end]) ||
                                agent[end] == '-' || agent[end] == '_')) {
    ++end;
  }
  return agent.substr(0, end);
}

// Which groups of a file are for the crawler.
enum class Groups { kOfAgent, kOfAll };

bool is_for(std::string_view value, std::string_view agent, Groups groups) {
  const std::string_view token = token_of(value);
  return groups == Groups::kOfAll
             ? token == "*"
             : !token.empty() && text::equal_ignoring_case(token, agent);
}

// Calls use(line) for each line of these groups. Whether there is one.
template <typename Use>
bool each_line_of(std::string_view text, std::string_view agent, Groups groups,
                  Use&& use) {
  bool any = false;
  bool in_names = false;  // of a group, before its rules
  bool is_ours = false;
  each_line(text, [&](const RobotsLine& line) {
    if (text::equal_ignoring_case(line.name, "user-agent")) {
      if (!in_names) is_ours = false;
      in_names = true;
      is_ours = is_ours || is_for(line.value, agent, groups);
      any = any || is_ours;
      return;
    }
    // A sitemap belongs to no group.
    if (text::equal_ignoring_case(line.name, kSitemap)) return;
    in_names = false;
    if (is_ours) use(line);
  });
  return any;
}

// Escapes in one form: those of unreserved characters undone, others in upper
// case, and what is no printable ASCII escaped.
std::string normal_path(std::string_view path) {
  std::string normal;
  auto escape = [&](unsigned byte) {
    normal += '%';
    normal += text::kUpperHex[byte >> 4];
    normal += text::kUpperHex[byte & 15];
  };
  for (size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    const int high =
        i + 2 < path.size() && c == '%' ? text::hex_value(path[i + 1]) : -1;
    const int low = high < 0 ? -1 : text::hex_value(path[i + 2]);
    if (low >= 0) {
      const auto byte = static_cast<unsigned>(high * 16 + low);
      if (text::is_unreserved(static_cast<char>(byte))) {
        normal += static_cast<char>(byte);
      } else {
        escape(byte);
      }
      i += 2;
    } else if (c <= ' ' || c >= 0x7f) {
      escape(static_cast<unsigned char>(c));
    } else {
      normal += c;
    }
  }
  return normal;
}

// "*" stands for any characters, "$" at the end for the end of the path. Goes
// back to the last "*" only. Takes from `steps` what it takes; false when none
// is left.
bool matches(std::string_view pattern, std::string_view path, size_t& steps) {
  const bool to_end = pattern.ends_with('$');
  if (to_end) pattern.remove_suffix(1);
  size_t star = pattern.npos;  // the last one that was met
  size_t from = 0;             // of the path, behind what it stands for
  size_t p = 0;
  size_t i = 0;
  for (; steps > 0; --steps) {
    if (p == pattern.size() && (!to_end || i == path.size())) return true;
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = i;
    } else if (p < pattern.size() && i < path.size() && pattern[p] == path[i]) {
      ++p;
      ++i;
    } else if (star != pattern.npos && from < path.size()) {
      p = star + 1;
      i = ++from;
    } else {
      return false;
    }
  }
  return false;
}

std::optional<double> seconds_of(std::string_view value) {
  double seconds = 0;
  auto [stop, error] =
      std::from_chars(value.data(), value.data() + value.size(), seconds);
  if (error != std::errc() || !std::isfinite(seconds) || seconds < 0) {
    return std::nullopt;
  }
  return seconds;
}

}  // namespace

void each_robots_sitemap(std::string_view text,
                         const std::function<void(std::string_view url)>& use) {
  each_line(read_part(text), [&](const RobotsLine& line) {
    if (text::equal_ignoring_case(line.name, kSitemap)) use(line.value);
  });
}

RobotsRules::RobotsRules(std::string_view text, std::string_view agent) {
  text = read_part(text);
  auto take = [&](const RobotsLine& line) {
    const bool allow = text::equal_ignoring_case(line.name, "allow");
    if (allow || text::equal_ignoring_case(line.name, "disallow")) {
      // An empty rule says nothing.
      if (!line.value.empty()) {
        rules_.push_back({normal_path(line.value), allow});
      }
    } else if (text::equal_ignoring_case(line.name, "crawl-delay")) {
      if (auto seconds = seconds_of(line.value)) {
        delay_ = std::max(delay_.value_or(0), *seconds);
      }
    }
  };
  if (!each_line_of(text, agent, Groups::kOfAgent, take)) {
    static_cast<void>(each_line_of(text, agent, Groups::kOfAll, take));
  }
}

size_t RobotsRules::memory() const {
  size_t bytes = 0;
  for (const Rule& rule : rules_) bytes += sizeof(Rule) + rule.pattern.size();
  return bytes;
}

bool RobotsRules::allows(std::string_view path) const {
  if (path == "/robots.txt") return true;
  const std::string normal = normal_path(path);
  const Rule* best = nullptr;
  size_t steps = kMostRobotsSteps;
  for (const Rule& rule : rules_) {
    if (best != nullptr &&
        (rule.pattern.size() < best->pattern.size() ||
         (rule.pattern.size() == best->pattern.size() && !rule.allows))) {
      continue;
    }
    if (matches(rule.pattern, normal, steps)) best = &rule;
    if (steps == 0) return false;
  }
  return best == nullptr || best->allows;
}

}  // namespace wax::crawl
