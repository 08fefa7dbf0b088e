#include "warc/http/media_type.h"

#include <algorithm>

#include "text/ascii.h"

namespace wax::warc {
namespace {

#define OPEN_XML "application/vnd.openxmlformats-officedocument."
#define OPEN_DOCUMENT "application/vnd.oasis.opendocument."

constexpr MediaType package(std::string_view type, std::string_view extension) {
  return {type,     TextKind::kNone,          true,
          "office", DocumentFormat::kPackage, extension,
          ""};
}

constexpr MediaType kTypes[] = {
    MediaType{"text/html", TextKind::kHtml, true, "html", DocumentFormat::kNone,
              "", "HTML"},
    MediaType{"application/xhtml+xml", TextKind::kHtml, true, "html",
              DocumentFormat::kNone, "", "HTML"},
    MediaType{"application/vnd.wap.xhtml+xml", TextKind::kHtml, true, "html"},
    MediaType{"text/sgml", TextKind::kHtml, true, "text"},
    MediaType{"text/x-server-parsed-html", TextKind::kHtml, true, "text"},
    MediaType{"text/plain", TextKind::kPlain, true, "text",
              DocumentFormat::kNone, "", "Text"},
    MediaType{"text/xml", TextKind::kXml, true, "text"},
    MediaType{"application/xml", TextKind::kXml, true, "text"},
    MediaType{"text/vnd.wap.wml", TextKind::kXml, true, "text"},
    MediaType{"application/pdf", TextKind::kNone, true, "pdf",
              DocumentFormat::kPdf, "pdf", "PDF"},
    MediaType{"application/x-pdf", TextKind::kNone, true, "pdf",
              DocumentFormat::kPdf},
    package(OPEN_XML "wordprocessingml.document", "docx"),
    package(OPEN_XML "wordprocessingml.template", "dotx"),
    package("application/vnd.ms-word.document.macroenabled.12", "docm"),
    package(OPEN_XML "spreadsheetml.sheet", "xlsx"),
    package(OPEN_XML "spreadsheetml.template", "xltx"),
    package("application/vnd.ms-excel.sheet.macroenabled.12", "xlsm"),
    package(OPEN_XML "presentationml.presentation", "pptx"),
    package(OPEN_XML "presentationml.slideshow", "ppsx"),
    package(OPEN_XML "presentationml.template", "potx"),
    package("application/vnd.ms-powerpoint.presentation.macroenabled.12",
            "pptm"),
    package(OPEN_DOCUMENT "text", "odt"),
    package(OPEN_DOCUMENT "text-template", "ott"),
    package(OPEN_DOCUMENT "spreadsheet", "ods"),
    package(OPEN_DOCUMENT "spreadsheet-template", "ots"),
    package(OPEN_DOCUMENT "presentation", "odp"),
    package(OPEN_DOCUMENT "presentation-template", "otp"),
    package(OPEN_DOCUMENT "graphics", "odg"),
    MediaType{"application/epub+zip", TextKind::kNone, true, "text",
              DocumentFormat::kPackage, "epub", "EPUB"},
    MediaType{"application/rtf", TextKind::kNone, true, "office",
              DocumentFormat::kRtf, "rtf"},
    MediaType{"text/rtf", TextKind::kPlain, true, "office",
              DocumentFormat::kRtf},
    MediaType{"application/x-rtf", TextKind::kNone, true, "office",
              DocumentFormat::kRtf},
    MediaType{"message/rfc822", TextKind::kPlain, true, "text",
              DocumentFormat::kMail, "eml"},
    MediaType{"application/mbox", TextKind::kNone, true, "text",
              DocumentFormat::kMailbox, "mbox"},
    MediaType{"multipart/related", TextKind::kNone, true, "text",
              DocumentFormat::kMail, "mht"},
    MediaType{"application/x-mimearchive", TextKind::kNone, true, "text",
              DocumentFormat::kMail, "mhtml"},
    MediaType{"application/x-subrip", TextKind::kPlain, true, "text"},
    MediaType{"application/rss+xml", TextKind::kXml, true, "text",
              DocumentFormat::kFeed, "rss"},
    MediaType{"application/atom+xml", TextKind::kXml, true, "text",
              DocumentFormat::kFeed, "atom"},
    MediaType{"application/msword", TextKind::kNone, true, "office",
              DocumentFormat::kOldOffice, "doc"},
    MediaType{"application/vnd.ms-excel", TextKind::kNone, true, "office",
              DocumentFormat::kOldOffice, "xls"},
    MediaType{"application/vnd.ms-powerpoint", TextKind::kNone, true, "office",
              DocumentFormat::kOldOffice, "ppt"},
    MediaType{"application/msexcel", TextKind::kNone, true, "",
              DocumentFormat::kOldOffice},
    MediaType{"application/x-msexcel", TextKind::kNone, true, "",
              DocumentFormat::kOldOffice},
    MediaType{"application/mspowerpoint", TextKind::kNone, true, "",
              DocumentFormat::kOldOffice},
    MediaType{"application/wordperfect", TextKind::kNone, true},
    MediaType{"application/x-wordperfect", TextKind::kNone, true},
    MediaType{"application/postscript", TextKind::kNone, true},
    MediaType{"application/x-mobipocket-ebook", TextKind::kNone, true},
    MediaType{"application/ogg", TextKind::kNone, true},
    MediaType{"application/mp4", TextKind::kNone, true},
    MediaType{"application/vnd.rn-realmedia", TextKind::kNone, true},
    MediaType{"application/yaml", TextKind::kPlain, true},
    MediaType{"application/x-yaml", TextKind::kPlain, true},
    MediaType{"application/x-sh", TextKind::kPlain, true},
    MediaType{"application/sql", TextKind::kPlain, true},
    MediaType{"application/x-tex", TextKind::kPlain, true},
    MediaType{"application/x-latex", TextKind::kPlain, true},
    MediaType{"application/csv", TextKind::kPlain, true},
    MediaType{"text/css", TextKind::kPlain, false, "text"},
    MediaType{"text/x-component", TextKind::kPlain, false, "text"},
    MediaType{"application/javascript", TextKind::kPlain, false},
    MediaType{"application/x-javascript", TextKind::kPlain, false},
    MediaType{"application/ecmascript", TextKind::kPlain, false},
    MediaType{"application/json", TextKind::kPlain, false},
    MediaType{"application/x-json", TextKind::kPlain, false},
    MediaType{"application/x-ndjson", TextKind::kPlain, false},
};

// Beginnings of further types; the first one that fits counts.
constexpr MediaType kBeginnings[] = {
    MediaType{"image/", TextKind::kNone, true, "image"},
    MediaType{"audio/", TextKind::kNone, true, "audio"},
    MediaType{"video/", TextKind::kNone, true, "video"},
    MediaType{"text/", TextKind::kPlain, false, "text"},
    MediaType{"message/", TextKind::kNone, false, "text"},
    MediaType{OPEN_XML, TextKind::kNone, true, "office"},
    MediaType{"application/vnd.openxmlformats-", TextKind::kNone, false,
              "office"},
    MediaType{OPEN_DOCUMENT, TextKind::kNone, true, "office"},
    MediaType{"application/vnd.ms-excel", TextKind::kNone, true, "office"},
    MediaType{"application/vnd.ms-powerpoint", TextKind::kNone, true, "office"},
    MediaType{"application/vnd.ms-word", TextKind::kNone, true, "office"},
    MediaType{"application/vnd.ms-works", TextKind::kNone, true, "office"},
    MediaType{"application/vnd.ms-", TextKind::kNone, false, "office"},
    MediaType{"application/vnd.stardivision.", TextKind::kNone, true},
    MediaType{"application/vnd.sun.xml.", TextKind::kNone, true},
    MediaType{"application/vnd.lotus-", TextKind::kNone, true},
    MediaType{"application/vnd.wordperfect", TextKind::kNone, true},
};

#undef OPEN_XML
#undef OPEN_DOCUMENT

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

bool is_any_of(std::string_view type,
               std::initializer_list<std::string_view> types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

}  // namespace

bool is_token(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return text::is_alphanumeric(c) || text::is_one_of(c, kMarks);
  });
}

bool is_media_type(std::string_view text) {
  if (!is_token(take_token(text, "/")) || text.empty()) return false;
  text.remove_prefix(1);
  if (!is_token(take_token(text, "; \t"))) return false;
  for (;;) {
    text = text::trim_front(text, text::kBlanks);
    if (text.empty()) return true;
    if (text.front() != ';') return false;
    text.remove_prefix(1);
    text = text::trim_front(text, text::kBlanks);
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
  content_type = text::trim_front(content_type);
  return text::trim_back(
      content_type.substr(0, content_type.find_first_of(ends)));
}

std::string bare_type(std::string_view content_type) {
  content_type = content_type.substr(0, content_type.find_first_of(";,"));
  std::string type;
  for (char c : content_type) {
    if (!text::is_control_or_space(c)) type += text::to_lower(c);
  }
  return type;
}

std::span<const MediaType> media_types() { return kTypes; }

MediaType meaning_of(std::string_view type) {
  for (const MediaType& one : kTypes) {
    if (one.type == type) return one;
  }
  MediaType meaning;
  for (const MediaType& one : kBeginnings) {
    if (!type.starts_with(one.type)) continue;
    meaning = one;
    meaning.type = {};
    break;
  }
  if (type.ends_with("+xml") && !type.starts_with("image/")) {
    meaning.text = TextKind::kXml;
  } else if (type.ends_with("+json")) {
    meaning.text = TextKind::kPlain;
  }
  const bool is_code = type.ends_with("json") || type.ends_with("script");
  meaning.is_document |= meaning.text != TextKind::kNone && !is_code;
  return meaning;
}

bool is_vague(std::string_view type) {
  return is_any_of(type,
                   {"", "-", "unk", "no-type", "unknown", "*/*",
                    "unknown/unknown", "content/unknown", "application/unknown",
                    "application/octet-stream", "application/http",
                    "application/x-unknown-content-type"}) ||
         type.find('/') == std::string_view::npos;
}

}  // namespace wax::warc
