// The part of the tokenizer that reads a DOCTYPE.
#include "document/html/html_tokenizer.h"
#include "document/text/markup.h"
#include "text/ascii.h"

namespace wax::document {

void HtmlTokenizer::doctype(HtmlToken& token) {
  token.kind = Kind::kDoctype;
  token.text = token.public_id = token.system_id = {};
  token.has_public = token.has_system = false;
  token.force_quirks = true;  // until it ends well
  auto ends = [&] {
    skip_html_spaces(page_, at_);
    if (byte(at_) != '>') return at_ >= page_.size();
    ++at_;
    return true;
  };
  auto ends_well = [&] {
    skip_html_spaces(page_, at_);
    if (byte(at_) == '>') token.force_quirks = false;
    return ends();
  };
  auto skip_rest = [&] {
    const size_t end = page_.find('>', at_);
    at_ = end == std::string_view::npos ? page_.size() : end + 1;
  };

  if (ends()) return;
  const size_t from = at_;
  while (at_ < page_.size() && page_[at_] != '>' &&
         !is_html_space(page_[at_])) {
    ++at_;
  }
  token.text = lower(page_.substr(from, at_ - from));
  if (ends_well()) return;
  const std::string_view rest = page_.substr(at_);
  const bool is_public = text::starts_with_ignoring_case(rest, "public");
  if (!is_public && !text::starts_with_ignoring_case(rest, "system")) {
    skip_rest();
    return;
  }
  at_ += 6;
  if (ends()) return;
  auto begins_quote = [&] { return byte(at_) == '"' || byte(at_) == '\''; };
  if (!begins_quote()) {
    skip_rest();
    return;
  }
  if (is_public) {
    token.has_public = true;
    if (!quoted_id(token.public_id)) return;
    if (ends_well()) return;
    if (!begins_quote()) {
      skip_rest();
      return;
    }
  }
  token.has_system = true;
  if (!quoted_id(token.system_id)) return;
  skip_html_spaces(page_, at_);
  if (at_ >= page_.size()) return;
  token.force_quirks = false;
  skip_rest();
}

// From the opening quote to behind the closing one. False when a ">" or the
// page's end comes first: it is then behind that.
bool HtmlTokenizer::quoted_id(std::string_view& id) {
  const char quote = page_[at_];
  const size_t from = ++at_;
  while (at_ < page_.size() && page_[at_] != quote && page_[at_] != '>') ++at_;
  id = without_nul(page_.substr(from, at_ - from));
  if (at_ >= page_.size()) return false;
  return page_[at_++] == quote;
}

}  // namespace wax::document
