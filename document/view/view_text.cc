#include "document/view/view_text.h"

#include "text/ascii.h"

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

std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool is_blank = text::is_space(c);
    if (!is_blank) line += c;
    if (is_blank && !line.empty() && line.back() != ' ') line += ' ';
  }
  return std::string(text::trim(line));
}

std::string_view without_cdata(std::string_view text) {
  text = text::trim(text, text::kHtmlSpace);
  if (text.starts_with("<![CDATA[")) text.remove_prefix(9);
  if (text.ends_with("]]>")) text.remove_suffix(3);
  return text;
}

void append_view_styles(bool has_missing, bool has_late, std::string& out) {
  if (has_late) {
    out +=
        "<style>img[data-late]{opacity:1!important;"
        "visibility:visible!important}</style>";
  }
  if (has_missing) {
    out +=
        "<style>[data-missing]{outline:1px dashed #b50!important;"
        "outline-offset:-1px!important}"
        "object[data-missing]{display:inline-block;overflow:auto}"
        "object>img[data-missing]{vertical-align:top}</style>";
  }
}

bool is_foreign_root(std::string_view name) {
  return name == "svg" || name == "math";
}

bool begins_markup(std::string_view name) {
  return name.find('<') != name.npos;
}

std::string_view value_in(const HtmlToken& token, std::string_view name) {
  for (const NodeAttribute& attribute : token.attributes) {
    if (attribute.name == name) return attribute.value;
  }
  return {};
}

}  // namespace wax::document
