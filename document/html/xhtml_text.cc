#include "document/html/xhtml_text.h"

#include <algorithm>
#include <map>
#include <vector>

#include "text/ascii.h"

namespace wax::document {
namespace {

constexpr std::string_view kCdata = "<![CDATA[";
constexpr std::string_view kCdataEnd = "]]>";
constexpr std::string_view kNamespace = "http://www.w3.org/1999/xhtml";

bool is_name(char c) {
  return text::is_alphanumeric(c) || c == '_' || c == '-' || c == '.' ||
         (c & 0x80) != 0;
}

class XhtmlWriter {
 public:
  XhtmlWriter(std::string_view page, std::string& out)
      : page_(page), out_(&out) {}

  void run() {
    out_->reserve(page_.size());
    find_prefixes();
    while (at_ < page_.size()) {
      const size_t sign =
          std::min(page_.find_first_of("<&", at_), page_.size());
      copy_to(sign);
      if (at_ == page_.size()) return;
      const std::string_view rest = page_.substr(at_);
      if (rest.starts_with('&')) {
        reference();
      } else if (rest.starts_with(kCdata)) {
        cdata();
      } else if (rest.starts_with("<!--")) {
        copy_behind("-->");
      } else if (text::starts_with_ignoring_case(rest, "<!doctype")) {
        doctype();
      } else {
        tag();
      }
    }
  }

 private:
  static constexpr size_t kMostAdded = 1 << 20;

  void copy_to(size_t end) {
    out_->append(page_.substr(at_, end - at_));
    at_ = end;
  }

  void copy_behind(std::string_view mark) {
    const size_t end = page_.find(mark, at_);
    copy_to(end == page_.npos ? page_.size() : end + mark.size());
  }

  // One list for the whole page: a prefix seldom means two things.
  void find_prefixes() {
    constexpr std::string_view kDeclares = "xmlns:";
    for (size_t at = page_.find(kDeclares); at != page_.npos;
         at = page_.find(kDeclares, at)) {
      at += kDeclares.size();
      std::string_view rest = page_.substr(at);
      const auto end = std::find_if_not(rest.begin(), rest.end(), is_name);
      const std::string_view prefix =
          rest.substr(0, static_cast<size_t>(end - rest.begin()));
      rest.remove_prefix(prefix.size());
      rest = text::trim_front(rest.substr(0, kNamespace.size() + 16),
                              text::kHtmlSpace);
      if (!rest.starts_with('=')) continue;
      rest = text::trim_front(rest.substr(1), text::kHtmlSpace);
      if (rest.size() > kNamespace.size() + 1 &&
          text::is_one_of(rest[0], "\"'") &&
          rest.substr(1, kNamespace.size()) == kNamespace &&
          rest[kNamespace.size() + 1] == rest[0] && !is_prefix(prefix) &&
          prefixes_.size() < 8) {
        prefixes_.push_back(prefix);
      }
    }
  }

  [[nodiscard]] bool is_prefix(std::string_view name) const {
    return std::find(prefixes_.begin(), prefixes_.end(), name) !=
           prefixes_.end();
  }

  void reference() {
    const auto* end =
        std::find_if_not(page_.begin() + at_ + 1, page_.end(), is_name);
    const auto size = static_cast<size_t>(end - page_.begin()) - at_ - 1;
    const std::string_view name = page_.substr(at_ + 1, size);
    const auto found = entities_.find(name);
    const size_t behind = at_ + 1 + size;
    if (found == entities_.end() || behind >= page_.size() ||
        page_[behind] != ';' || added_ + found->second.size() > kMostAdded) {
      return copy_to(at_ + 1);
    }
    out_->append(found->second);
    added_ += found->second.size();
    at_ = behind + 1;
  }

  void cdata() {
    at_ += kCdata.size();
    const size_t end = std::min(page_.find(kCdataEnd, at_), page_.size());
    for (char c : page_.substr(at_, end - at_)) {
      if (c == '&') {
        out_->append("&amp;");
      } else if (c == '<') {
        out_->append("&lt;");
      } else {
        *out_ += c;
      }
    }
    at_ = std::min(end + kCdataEnd.size(), page_.size());
  }

  // At "<!DOCTYPE".
  void doctype() {
    const size_t end = page_.find_first_of("[>", at_);
    if (end == page_.npos || page_[end] == '>') return copy_behind(">");
    copy_to(end);
    const size_t close = page_.find(']', end);
    const size_t behind = close == page_.npos ? close : page_.find('>', close);
    if (behind == page_.npos) return copy_to(end + 1);
    declare_entities(page_.substr(end + 1, close - end - 1));
    out_->append(">");
    at_ = behind + 1;
  }

  void declare_entities(std::string_view subset) {
    constexpr std::string_view kEntity = "<!ENTITY";
    for (size_t at = subset.find(kEntity); at != subset.npos;
         at = subset.find(kEntity, at)) {
      at += kEntity.size();
      const std::string_view rest =
          text::trim_front(subset.substr(at), text::kHtmlSpace);
      const auto* end = std::find_if_not(rest.begin(), rest.end(), is_name);
      const std::string_view name =
          rest.substr(0, static_cast<size_t>(end - rest.begin()));
      const std::string_view value =
          text::trim_front(rest.substr(name.size()), text::kHtmlSpace);
      if (name.empty() || value.empty() || !text::is_one_of(value[0], "\"'")) {
        continue;  // of a file, or a parameter
      }
      const size_t close = value.find(value[0], 1);
      if (close == value.npos) return;
      entities_.try_emplace(name, value.substr(1, close - 1));
    }
  }

  // At a "<". Values of attributes may have ">" and references.
  void tag() {
    size_t name = at_ + 1;
    const bool is_end = name < page_.size() && page_[name] == '/';
    if (is_end) ++name;
    copy_to(std::min(name, page_.size()));
    size_t end = at_;
    while (end < page_.size() && is_name(page_[end])) ++end;
    if (end < page_.size() && page_[end] == ':' &&
        is_prefix(page_.substr(at_, end - at_))) {
      at_ = end + 1;
      for (end = at_; end < page_.size() && is_name(page_[end]);) ++end;
    }
    const std::string_view element = page_.substr(at_, end - at_);
    if (element.empty()) return;
    char quote = 0;
    while (at_ < page_.size()) {
      const char c = page_[at_];
      if (c == '&') {
        reference();
        continue;
      }
      copy_to(at_ + 1);
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        break;
      }
    }
    const bool is_raw = element == "script" || element == "style";
    if (!is_raw || is_end || out_->ends_with("/>")) return;
    const size_t close =
        page_.find(element == "script" ? "</script" : "</style", at_);
    copy_to(std::min(close, page_.size()));
  }

  std::string_view page_;
  std::string* out_;
  size_t at_ = 0;
  size_t added_ = 0;
  std::vector<std::string_view> prefixes_;
  std::map<std::string_view, std::string_view> entities_;
};

}  // namespace

bool has_xhtml_root(std::string_view page) {
  constexpr size_t kDeclarations = 16 * 1024;
  page = page.substr(0, kDeclarations);
  auto begins_element = [&](size_t at) {
    return at + 1 < page.size() && text::is_letter(page[at + 1]);
  };
  size_t at = page.find('<');
  while (at != page.npos && !begins_element(at)) at = page.find('<', at + 1);
  if (at == page.npos) return false;
  page = page.substr(at + 1, page.find('>', at) - at - 1);
  std::string_view name = page.substr(0, page.find_first_of(text::kHtmlSpace));
  name.remove_prefix(name.find(':') + 1);
  return name == "html" && page.find(kNamespace) != page.npos;
}

std::string_view xhtml_as_html(std::string_view page, std::string& room) {
  const size_t subset = page.substr(0, 4096).find('[');
  const bool has_some = page.find(kCdata) != page.npos ||
                        page.find("xmlns:") != page.npos || subset != page.npos;
  if (!has_some) return page;
  room.clear();
  XhtmlWriter(page, room).run();
  return room;
}

}  // namespace wax::document
