#include "cdx/url/pasted_url.h"

#include <algorithm>

#include "cdx/url/url_key.h"
#include "text/ascii.h"
#include "text/percent.h"

namespace wax::cdx {
namespace {

constexpr std::string_view kWebSchemes[] = {"http://", "https://", "ftp://"};

bool has_web_scheme(std::string_view text) {
  return std::any_of(std::begin(kWebSchemes), std::end(kWebSchemes),
                     [&](std::string_view scheme) {
                       return text::starts_with_ignoring_case(text, scheme) &&
                              text.size() > scheme.size();
                     });
}

// "http://a" for "http:/a" and "http:\\a", as browsers read them.
std::string with_two_slashes(std::string_view text) {
  for (std::string_view scheme : kWebSchemes) {
    const std::string_view name = scheme.substr(0, scheme.size() - 2);
    if (!text::starts_with_ignoring_case(text, name)) continue;
    const size_t slashes =
        std::min(text.find_first_not_of("/\\", name.size()), text.size());
    if (slashes == name.size()) continue;
    return std::string(text.substr(0, name.size()))
        .append("//")
        .append(text.substr(slashes));
  }
  return std::string(text);
}

// What follows "/DATE/" in a path, DATE being 4 to 14 digits and a modifier
// ("id_"), or digits and "*" (a calendar). Proxies make "http:/" of "http://".
std::string archived_url(std::string_view text) {
  const size_t host = has_web_scheme(text) ? text.find("://") + 3 : 0;
  for (size_t at = text.find('/', host); at != text.npos;
       at = text.find('/', at + 1)) {
    std::string_view rest = text.substr(at + 1);
    const size_t digits =
        std::min(rest.find_first_not_of("0123456789"), rest.size());
    size_t end = digits;
    const std::string_view spaced = rest.substr(0, rest.find('/'));
    const bool is_spaced_date =  // "2020.01.01-000000"
        spaced.size() == 17 && digits == 4 &&
        spaced.find_first_not_of("0123456789.-") == spaced.npos;
    if (digits <= 14 && rest.substr(digits).starts_with('*')) {
      end = digits + 1;
    } else if (is_spaced_date) {
      end = spaced.size();
    } else if (digits < 4 || digits > 14) {
      continue;
    } else {
      while (end < rest.size() &&
             (text::is_alphanumeric(rest[end]) || rest[end] == '_')) {
        ++end;
      }
      if (end > digits && rest[end - 1] != '_') continue;
    }
    if (end >= rest.size() || rest[end] != '/') continue;
    std::string url(rest.substr(end + 1));
    for (std::string_view scheme : kWebSchemes) {
      const std::string_view one = scheme.substr(0, scheme.size() - 1);
      if (text::starts_with_ignoring_case(url, one) &&
          !text::starts_with_ignoring_case(url, scheme)) {
        url.insert(one.size(), "/");
      }
    }
    if (has_web_scheme(url)) return url;
  }
  return {};
}

// "example.com/", "www.example.com", but neither "and/or" nor "1.2/3".
bool is_host_with_path(std::string_view text) {
  const std::string_view host = text.substr(0, text.find_first_of("/:"));
  const size_t dot = host.rfind('.');
  if (dot == host.npos || dot == 0 || dot + 2 >= host.size()) return false;
  if (text::all_digits(host.substr(dot + 1))) return false;
  return text::starts_with_ignoring_case(text, "www.") ||
         text.find('/') != text.npos;
}

}  // namespace

std::optional<std::string> pasted_url(std::string_view pasted) {
  std::string_view text = text::trim(pasted, " \t\r\n<>\"");
  if (text.starts_with('(') && text.ends_with(')')) {
    text = text.substr(1, text.size() - 2);
  }
  constexpr std::string_view kSource = "view-source:";
  if (text::starts_with_ignoring_case(text, kSource)) {
    text.remove_prefix(kSource.size());
  }
  // These belong to the sentence that the URL was in.
  text = text::trim_back(text, ",;");
  if (text.empty() || text.find_first_of(" \t\r\n\"") != text.npos) return {};
  const std::string whole = with_two_slashes(text);
  text = whole;
  if (!has_web_scheme(text) && !is_host_with_path(text)) return {};
  if (std::string url = archived_url(text); !url.empty()) return url;
  return std::string(text);
}

std::vector<std::string> pasted_urls(std::string_view pasted) {
  std::vector<std::string> urls;
  auto add = [&](std::string url) {
    if (url.empty() || std::find(urls.begin(), urls.end(), url) != urls.end()) {
      return;
    }
    urls.push_back(std::move(url));
  };
  std::string text(text::trim(pasted, " \t\r\n<>\""));
  constexpr std::string_view kWord = "url:";
  if (text::starts_with_ignoring_case(text, kWord)) {
    // The field of a query has a value at once.
    const size_t value = text.find_first_not_of(" \t", kWord.size());
    if (value == kWord.size() || value == text.npos) return {};
    text.erase(0, value);
  }
  for (std::string_view scheme : kWebSchemes) {
    const std::string_view name = scheme.substr(0, scheme.size() - 3);
    if (text::starts_with_ignoring_case(text, name) &&
        text::starts_with_ignoring_case(
            std::string_view(text).substr(name.size()), "%3a%2f%2f")) {
      text = text::percent_decoded(text);
    }
  }
  if (text.starts_with("//") &&
      is_host_with_path(std::string_view(text).substr(2))) {
    text.insert(0, "http:");
  }
  const std::string whole = with_two_slashes(text);
  if (has_web_scheme(whole) && whole.find_first_of("\r\n") == whole.npos &&
      whole.find("://", whole.find(' ')) == whole.npos) {
    std::string escaped;
    for (char c : whole) {
      if (c == ' ') {
        escaped += "%20";
      } else if (c == '"') {
        escaped += "%22";
      } else {
        escaped += c;
      }
    }
    add(std::move(escaped));
  }
  if (auto url = pasted_url(text)) {
    if (url->ends_with('.')) add(std::string(text::trim_back(*url, ".")));
    add(std::move(*url));
  }
  return urls;
}

std::vector<std::string> keys_of_url(std::string_view url) {
  std::vector<std::string> keys;
  for (const UrlKeyKind kind : kUrlKeyKinds) {
    std::string key = url_key(kind, url);
    if (!key.empty()) keys.push_back(std::move(key));
  }
  return keys;
}

}  // namespace wax::cdx
