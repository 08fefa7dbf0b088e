#include "document/view/view_text.h"

namespace wax::document {

std::string_view with_line_feeds(std::string_view page, std::string& lines) {
  if (page.find('\r') == page.npos) return page;
  lines.reserve(page.size());
  for (size_t i = 0; i < page.size(); ++i) {
    if (page[i] != '\r') {
      lines += page[i];
    } else if (i + 1 == page.size() || page[i + 1] != '\n') {
      lines += '\n';
    }
  }
  return lines;
}

void append_view_text(std::string_view text, const ViewBudget& budget,
                      std::string& out) {
  for (char c : text) {
    budget.check(out.size());
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\0':
        break;
      default:
        out += c;
    }
  }
}

void append_view_doctype(const HtmlToken& token, const ViewBudget& budget,
                         std::string& out) {
  out += "<!DOCTYPE ";
  append_view_text(token.text, budget, out);
  auto id = [&](std::string_view value) {
    // No quirk is decided by a quotation mark within.
    out += " \"";
    append_view_text(value, budget, out);
    out += '"';
  };
  if (token.has_public) {
    out += " PUBLIC";
    id(token.public_id);
    if (token.has_system) id(token.system_id);
  } else if (token.has_system) {
    out += " SYSTEM";
    id(token.system_id);
  }
  out += '>';
}

}  // namespace wax::document
