#include "document/view/attribute_use.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "text/ascii.h"

namespace wax::document {

bool is_any(std::string_view name, std::initializer_list<const char*> names) {
  return std::any_of(names.begin(), names.end(),
                     [&](const char* one) { return name == one; });
}

AttributeUse use_of(std::string_view element, std::string_view name) {
  if (name.starts_with("on")) return AttributeUse::kDrop;
  if (name == "style") return AttributeUse::kCss;
  if (name == "srcdoc") {
    return element == "iframe" ? AttributeUse::kHtml : AttributeUse::kDrop;
  }
  // By which browsers look for a plug-in.
  if (name == "type" && is_any(element, {"object", "embed", "applet"})) {
    return AttributeUse::kDrop;
  }
  if (name == "srcset" || name == "imagesrcset") return AttributeUse::kSrcset;
  if (name == "background" || name == "poster" || name == "lowsrc" ||
      name == "dynsrc") {
    return AttributeUse::kMedia;
  }
  if (name == "src") {
    if (is_any(element, {"frame", "iframe"})) return AttributeUse::kFrame;
    return is_any(element, {"img", "image", "input", "source", "video", "audio",
                            "track"})
               ? AttributeUse::kMedia
               : AttributeUse::kDrop;
  }
  if (name == "href") {
    if (is_any(element, {"a", "area"})) return AttributeUse::kLink;
    if (element == "link") return AttributeUse::kStyleSheet;
    return is_any(element, {"image", "use", "feimage", "pattern", "filter",
                            "lineargradient", "radialgradient", "textpath"})
               ? AttributeUse::kMedia
               : AttributeUse::kDrop;
  }
  if (is_any(name, {"action",      "formaction", "ping",       "integrity",
                    "crossorigin", "nonce",      "sandbox",    "csp",
                    "allow",       "manifest",   "data",       "code",
                    "codebase",    "archive",    "classid",    "longdesc",
                    "cite",        "profile",    "http-equiv", "attributionsrc",
                    "xml:base"})) {
    return AttributeUse::kDrop;
  }
  return AttributeUse::kKeep;
}

bool is_dropped(std::string_view element) {
  return is_any(element, {"script", "embed", "base", "param", "bgsound",
                          "portal", "fencedframe"});
}

bool is_never_shown(std::string_view element) {
  return is_any(element, {"script", "iframe", "noembed", "noframes"});
}

std::string_view viewed_element(std::string_view element) {
  if (element == "applet") return "object";
  return is_any(element, {"xmp", "plaintext"}) ? "pre" : element;
}

std::string viewed_rel(std::string_view rel) {
  std::string viewed;
  bool is_shown = false;
  while (!(rel = text::trim(rel, text::kHtmlSpace)).empty()) {
    const size_t end =
        std::min(rel.find_first_of(text::kHtmlSpace), rel.size());
    std::string word(rel.substr(0, end));
    text::lower_case(word);
    const bool is_part = word == "stylesheet" || word.find("icon") != word.npos;
    if (is_part || word == "alternate" || word == "shortcut") {
      if (!viewed.empty()) viewed += ' ';
      viewed += rel.substr(0, end);
    }
    is_shown = is_shown || is_part;
    rel.remove_prefix(end);
  }
  return is_shown ? viewed : std::string();
}

bool is_void(std::string_view element) {
  return is_any(element,
                {"area", "basefont", "br", "col", "frame", "hr", "image", "img",
                 "input", "keygen", "link", "meta", "source", "track", "wbr"});
}

ViewPart shown_part(std::string_view element, std::string_view type,
                    std::string_view source) {
  std::string lower(type);
  text::lower_case(lower);
  const bool is_embed = element == "embed";
  if (!is_embed &&
      (lower.starts_with("text/html") || lower == "application/xhtml+xml")) {
    return ViewPart::kFrame;
  }
  if (!lower.empty()) {
    return lower.starts_with("image/") ? ViewPart::kMedia : ViewPart::kDropped;
  }
  lower = source.substr(0, source.find_first_of("?#"));
  text::lower_case(lower);
  auto ends_with = [&](const char* suffix) { return lower.ends_with(suffix); };
  constexpr const char* kImages[] = {".gif", ".jpg",  ".jpeg",
                                     ".png", ".webp", ".svg"};
  if (std::any_of(std::begin(kImages), std::end(kImages), ends_with)) {
    return ViewPart::kMedia;
  }
  return !is_embed && (ends_with(".html") || ends_with(".htm"))
             ? ViewPart::kFrame
             : ViewPart::kDropped;
}

}  // namespace wax::document
