#include "io/remote/plain_xml.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "text/ascii.h"
#include "text/number.h"
#include "text/utf8.h"

namespace wax::io {
namespace {

constexpr size_t kDeepest = 32;

// The character that "&amp;" and so on stand for, without "&" and ";".
std::optional<uint32_t> character_of(std::string_view entity) {
  if (entity == "amp") return '&';
  if (entity == "lt") return '<';
  if (entity == "gt") return '>';
  if (entity == "quot") return '"';
  if (entity == "apos") return '\'';
  if (!entity.starts_with('#')) return std::nullopt;
  entity.remove_prefix(1);
  const bool is_hex = entity.starts_with('x');
  if (is_hex) entity.remove_prefix(1);
  auto number = text::whole_number<uint32_t>(entity, is_hex ? 16 : 10);
  const bool is_character =
      number && *number <= 0x10FFFF && (*number < 0xD800 || *number > 0xDFFF);
  return is_character ? number : std::nullopt;
}

bool append_text(std::string_view raw, std::string& out) {
  while (!raw.empty()) {
    const size_t plain = raw.find('&');
    out += raw.substr(0, plain);
    if (plain == raw.npos) return true;
    raw.remove_prefix(plain + 1);
    const size_t end = raw.find(';');
    if (end == raw.npos) return false;
    auto character = character_of(raw.substr(0, end));
    if (!character) return false;
    text::append_utf8(*character, out);
    raw.remove_prefix(end + 1);
  }
  return true;
}

class Reader {
 public:
  explicit Reader(std::string_view xml) : rest_(xml) {}

  bool read(const std::function<void(std::string_view, std::string&)>& use) {
    if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
    bool has_root = false;
    while (!rest_.empty()) {
      if (!read_text()) return false;
      if (rest_.empty()) break;
      if (rest_.starts_with("<?")) {
        if (!pass("?>")) return false;
      } else if (rest_.starts_with("<!--")) {
        if (!pass("-->")) return false;
      } else if (rest_.starts_with("</")) {
        if (!end_element(use)) return false;
      } else {
        if (open_.empty() && has_root) return false;
        has_root = true;
        if (!begin_element(use)) return false;
      }
    }
    return has_root && open_.empty();
  }

 private:
  struct Element {
    size_t parent;  // size of its path
    std::string text;
  };

  bool pass(std::string_view end) {
    const size_t at = rest_.find(end);
    if (at == rest_.npos) return false;
    rest_.remove_prefix(at + end.size());
    return true;
  }

  // What comes before the next "<".
  bool read_text() {
    const std::string_view raw = rest_.substr(0, rest_.find('<'));
    rest_.remove_prefix(raw.size());
    if (!open_.empty()) return append_text(raw, open_.back().text);
    return text::trim(raw, text::kAllSpace).empty();
  }

  bool begin_element(
      const std::function<void(std::string_view, std::string&)>& use) {
    rest_.remove_prefix(1);
    size_t end = 0;
    for (char quote = '\0'; end < rest_.size(); ++end) {
      const char c = rest_[end];
      if (quote != '\0') {
        if (c == quote) quote = '\0';
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        break;
      } else if (c == '<') {
        return false;
      }
    }
    if (end == rest_.size()) return false;
    std::string_view tag = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    const bool is_empty = tag.ends_with('/');
    if (is_empty) tag.remove_suffix(1);
    const std::string_view name =
        tag.substr(0, tag.find_first_of(text::kAllSpace));
    // "!" is a document type, or text that no store writes.
    if (name.empty() || name.find_first_of("!/\"'=&") != name.npos ||
        open_.size() == kDeepest) {
      return false;
    }
    open_.push_back({path_.size(), {}});
    if (!path_.empty()) path_ += '/';
    path_ += name;
    if (is_empty) close(use);
    return true;
  }

  bool end_element(
      const std::function<void(std::string_view, std::string&)>& use) {
    const size_t end = rest_.find('>');
    if (end == rest_.npos || open_.empty()) return false;
    const std::string_view name =
        text::trim(rest_.substr(2, end - 2), text::kAllSpace);
    const size_t parent = open_.back().parent;
    if (std::string_view(path_).substr(parent == 0 ? 0 : parent + 1) != name) {
      return false;
    }
    rest_.remove_prefix(end + 1);
    close(use);
    return true;
  }

  void close(const std::function<void(std::string_view, std::string&)>& use) {
    use(path_, open_.back().text);
    path_.resize(open_.back().parent);
    open_.pop_back();
  }

  std::string_view rest_;
  std::string path_;
  std::vector<Element> open_;
};

}  // namespace

bool read_plain_xml(
    std::string_view xml,
    const std::function<void(std::string_view path, std::string& text)>& use) {
  return Reader(xml).read(use);
}

}  // namespace wax::io
