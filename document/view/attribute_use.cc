#include "document/view/attribute_use.h"

#include <algorithm>

namespace wax::document {

bool is_any(std::string_view name, std::initializer_list<const char*> names) {
  return std::any_of(names.begin(), names.end(),
                     [&](const char* one) { return name == one; });
}

AttributeUse use_of(std::string_view element, std::string_view name) {
  if (name.starts_with("on")) return AttributeUse::kDrop;
  if (name == "style") return AttributeUse::kCss;
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
  if (is_any(name, {"action",        "formaction", "ping",     "integrity",
                    "crossorigin",   "nonce",      "srcdoc",   "sandbox",
                    "csp",           "allow",      "manifest", "data",
                    "code",          "codebase",   "archive",  "classid",
                    "longdesc",      "cite",       "profile",  "http-equiv",
                    "attributionsrc"})) {
    return AttributeUse::kDrop;
  }
  return AttributeUse::kKeep;
}

}  // namespace wax::document
