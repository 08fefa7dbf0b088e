#include "warc/http/media_type.h"

#include <algorithm>

namespace wax::warc {
namespace {

void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
}

std::string_view take_token(std::string_view& text, std::string_view ends) {
  size_t end = std::min(text.find_first_of(ends), text.size());
  std::string_view token = text.substr(0, end);
  text.remove_prefix(end);
  return token;
}

// A quoted string, to its closing quote.
bool take_quoted(std::string_view& text) {
  for (size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      text.remove_prefix(i + 1);
      return true;
    }
  }
  return false;
}

}  // namespace

bool is_token(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || kMarks.find(c) != std::string_view::npos;
  });
}

bool is_media_type(std::string_view text) {
  if (!is_token(take_token(text, "/")) || text.empty()) return false;
  text.remove_prefix(1);
  if (!is_token(take_token(text, "; \t"))) return false;
  for (;;) {
    skip_blanks(text);
    if (text.empty()) return true;
    if (text.front() != ';') return false;
    text.remove_prefix(1);
    skip_blanks(text);
    if (text.empty() || text.front() == ';') continue;  // an empty parameter
    if (!is_token(take_token(text, "=")) || text.empty()) return false;
    text.remove_prefix(1);
    if (text.starts_with('"')) {
      if (!take_quoted(text)) return false;
    } else if (!is_token(take_token(text, "; \t"))) {
      return false;
    }
  }
}

std::string_view media_type(std::string_view content_type,
                            std::string_view ends) {
  size_t first = content_type.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  content_type.remove_prefix(first);
  content_type = content_type.substr(0, content_type.find_first_of(ends));
  return content_type.substr(0, content_type.find_last_not_of(" \t\r\n") + 1);
}

}  // namespace wax::warc
