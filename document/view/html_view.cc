#include "document/view/html_view.h"

#include <algorithm>
#include <array>
#include <string>

#include "cdx/url/url.h"
#include "document/html/html_tokenizer.h"
#include "document/text/markup.h"
#include "document/view/attribute_use.h"
#include "document/view/css_view.h"
#include "document/view/refresh.h"
#include "document/view/srcset.h"
#include "document/view/view_text.h"
#include "text/ascii.h"

namespace wax::document {
namespace {

using Kind = HtmlToken::Kind;
using State = HtmlTokenizer::State;

// No browser asks a server for it, nor shows it.
constexpr std::string_view kNoImage = "data:,";
// Browsers and servers know no longer ones that work.
constexpr size_t kLongestBase = 8 << 10;

// Where scripts look for the URL of an image that they load late.
constexpr std::array<const char*, 7> kLateSources = {
    "data-src",          "data-lazy-src",  "data-lazy", "data-original",
    "data-original-src", "data-actualsrc", "data-echo"};

bool is_style_sheet(std::string_view rel) {
  std::string lower(rel);
  text::lower_case(lower);
  return lower.find("stylesheet") != lower.npos;
}

class Writer {
 public:
  Writer(const HtmlViewOptions& options, const ViewUrl& view,
         ViewBudget& budget, int depth = 0)
      : options_(options),
        view_(view),
        budget_(budget),
        depth_(depth),
        base_(options.url) {}

  HtmlView write(std::string_view page) {
    if (!options_.refresh.empty()) (void)refresh(options_.refresh);
    NodeArena arena;
    HtmlTokenizer tokenizer(page, arena);
    HtmlToken token;
    while (tokenizer.next(token)) {
      budget_.step();
      budget_.check(result_.html.size());
      switch (token.kind) {
        case Kind::kText:
          text(token.text);
          break;
        case Kind::kStartTag:
          start_tag(token, tokenizer);
          break;
        case Kind::kEndTag:
          end_tag(token);
          break;
        case Kind::kDoctype:
          append_view_doctype(token, budget_, result_.html);
          break;
        default:
          break;
      }
    }
    append_view_styles(result_.missing > 0, has_late_images_, result_.html);
    return std::move(result_);
  }

 private:
  void text(std::string_view text) {
    if (is_never_shown(tag_name(text_tag_))) return;
    if (text_tag_ == Tag::kTitle && foreign_depth_ == 0) {
      if (result_.title.empty()) result_.title = one_line(text);
    } else if (text_tag_ != Tag::kStyle && !in_noscript_) {
      result_.text_bytes += one_line(text).size();
    }
    if (text_tag_ != Tag::kStyle) return append_escaped(text);
    if (options_.is_xml || foreign_depth_ > 0) text = without_cdata(text);
    std::string css;
    append_css_view(text, base_, view_counted(), css);
    append_style_text(css, result_.html);
  }

  void append_escaped(std::string_view text) {
    append_view_text(text, budget_, result_.html);
  }

  void end_tag(const HtmlToken& token) {
    const std::string_view name = token.text;
    if (token.tag == text_tag_) text_tag_ = Tag::kOther;
    if (is_foreign_root(name) && foreign_depth_ > 0) --foreign_depth_;
    if (name == "noscript") in_noscript_ = false;
    if (is_dropped(name) || begins_markup(name)) return;
    result_.html += "</";
    result_.html += viewed_element(name);
    result_.html += '>';
  }

  void start_tag(const HtmlToken& token, HtmlTokenizer& tokenizer) {
    const std::string_view name = token.text;
    if (is_foreign_root(name) && !token.self_closing) ++foreign_depth_;
    const bool is_empty =
        token.self_closing && (foreign_depth_ > 0 || options_.is_xml);
    if (name == "noscript" && !is_empty) in_noscript_ = true;
    const State state = state_within(token.tag);
    if (state != State::kData && !is_empty) {
      text_tag_ = token.tag;
      tokenizer.set_state(state, name);
    }
    if (name == "base") return base(token);
    if (name == "meta") return meta(token);
    if (name == "link" && viewed_rel(value_in(token, "rel")).empty()) return;
    if (is_any(name, {"embed", "object", "applet"})) return plug_in(token);
    if (name == "script") ++result_.scripts;
    if (is_dropped(name)) return named_only(value_in(token, "src"));
    if (begins_markup(name)) return;
    const bool is_image = name == "img";
    if (is_image && in_noscript_ && !last_late_.empty() &&
        resolved(value_in(token, "src")) == last_late_) {
      return;
    }
    result_.html += '<';
    result_.html += viewed_element(name);
    missing_ = {};
    late_ = is_image ? late_image(token) : std::string();
    if (!late_.empty()) put_late_image(token);
    attributes(token);
    if (name == "a" || name == "area" || name == "form") target(token);
    close_tag(token.self_closing ? "/>" : ">");
    // Browsers read the view as HTML, in which "<p/>" only begins an element.
    if (is_empty && foreign_depth_ == 0 && !is_void(name)) {
      result_.html.append("</").append(name).append(">");
    }
  }

  void attributes(const HtmlToken& token) {
    for (const NodeAttribute& attribute : token.attributes) {
      write_attribute(token, attribute);
    }
  }

  void close_tag(std::string_view end) {
    if (!missing_.empty()) put("data-missing", missing_);
    result_.html += end;
  }

  void put(std::string_view name, std::string_view value) {
    result_.html += ' ';
    result_.html += name;
    result_.html += "=\"";
    append_escaped(value);
    result_.html += '"';
  }

  ViewUrl view_counted() {
    return [this](std::string_view url, ViewPart part) {
      std::string viewed = counted_(url, part);
      if (part != ViewPart::kPage) {
        ++result_.parts;
        if (viewed.empty()) {
          ++result_.missing;
          missing_ = url;
        }
      }
      return viewed;
    };
  }

  std::string reference(std::string_view value, ViewPart part) {
    return viewed_reference(base_, value, part, view_counted());
  }

  void put_reference(std::string_view name, std::string_view value,
                     ViewPart part) {
    const std::string viewed = reference(value, part);
    if (!viewed.empty()) put(name, viewed);
  }

  void put_seen(std::string_view name, std::string_view value, ViewPart part) {
    const std::string viewed = reference(value, part);
    if (viewed.empty()) return;
    ++result_.seen;
    put(name, viewed);
  }

  // An image that is not there has the layout of one that cannot be loaded.
  void put_image(std::string_view value) {
    const std::string viewed = reference(value, ViewPart::kMedia);
    if (!viewed.empty() && !viewed.starts_with("data:")) ++result_.seen;
    put("src", viewed.empty() ? kNoImage : viewed);
  }

  std::string resolved(std::string_view value) const {
    std::string url;
    cdx::append_resolved(base_, value, url);
    return url;
  }

  // The path of an image that a script would load in place of its src; empty
  // when there is none, or when it is not there.
  std::string late_image(const HtmlToken& token) {
    for (const char* name : kLateSources) {
      const std::string_view value = value_in(token, name);
      if (value.empty() || value.find_first_of(" {}<>") != value.npos) continue;
      auto viewed = viewed_reference(base_, value, ViewPart::kMedia, counted_);
      if (viewed.empty()) continue;
      last_late_ = resolved(value);
      return viewed;
    }
    return {};
  }

  void put_late_image(const HtmlToken& token) {
    ++result_.parts;
    has_late_images_ = true;
    put("src", late_);
    put("data-late", "");
    ++result_.seen;
    std::string_view set = value_in(token, "data-srcset");
    if (set.empty()) set = value_in(token, "data-lazy-srcset");
    if (!set.empty()) put_srcset("srcset", set);
  }

  void put_srcset(std::string_view name, std::string_view value) {
    put(name, viewed_srcset(value, [this](std::string_view url) {
          return reference(url, ViewPart::kMedia);
        }));
  }

  void write_attribute(const HtmlToken& token, const NodeAttribute& attribute) {
    std::string_view name = attribute.name;
    const std::string_view value = attribute.value;
    // In place of these there are those of the image that is loaded late.
    if (!late_.empty() && is_any(name, {"src", "srcset"})) return;
    if (name == "data-missing" || name == "data-late" || begins_markup(name))
      return;
    // An animation would lead a link elsewhere.
    if (name == "attributename" && value.find("href") != value.npos) {
      return;
    }
    if (name == "rel" && token.text == "link") {
      return put(name, viewed_rel(value));
    }
    switch (use_of(token.text, name == "xlink:href" ? "href" : name)) {
      case AttributeUse::kKeep:
        if (name != "target") put(name, value);
        break;
      case AttributeUse::kDrop:
        break;
      case AttributeUse::kLink:
        put_reference(
            name, value,
            stays_in_frames(token) ? ViewPart::kFrame : ViewPart::kPage);
        break;
      case AttributeUse::kFrame:
        put_seen(name, value, ViewPart::kFrame);
        break;
      case AttributeUse::kStyleSheet:
        put_reference(name, value,
                      is_style_sheet(value_in(token, "rel"))
                          ? ViewPart::kStyle
                          : ViewPart::kMedia);
        break;
      case AttributeUse::kMedia:
        if (name == "src" && is_any(token.text, {"img", "image", "input"})) {
          put_image(value);
        } else {
          put_seen(name, value, ViewPart::kMedia);
        }
        break;
      case AttributeUse::kSrcset:
        put_srcset(name, value);
        break;
      case AttributeUse::kCss: {
        std::string css;
        append_css_view(value, base_, view_counted(), css);
        put(name, css);
        break;
      }
      case AttributeUse::kHtml:
        page_within(name, value);
        break;
    }
  }

  void page_within(std::string_view name, std::string_view page) {
    // Each level holds the pages of those within it.
    constexpr int kMostDepth = 4;
    if (depth_ == kMostDepth) return;
    const HtmlViewOptions options = {base_, true};
    std::string lines;
    const HtmlView inner = Writer(options, view_, budget_, depth_ + 1)
                               .write(with_line_feeds(page, lines));
    result_.parts += inner.parts;
    result_.missing += inner.missing;
    result_.seen += inner.seen;
    result_.text_bytes += inner.text_bytes;
    put(name, inner.html);
  }

  // The frame that a link of a nested page leads to.
  std::string_view frame_of(const HtmlToken& token) const {
    std::string_view own = value_in(token, "target");
    return own.empty() ? std::string_view(base_target_) : own;
  }

  bool stays_in_frames(const HtmlToken& token) const {
    if (!options_.is_nested) return false;
    std::string target(frame_of(token));
    text::lower_case(target);
    return !target.starts_with('_') || target == "_self";
  }

  void target(const HtmlToken& token) {
    if (!stays_in_frames(token)) return put("target", "_top");
    const std::string_view frame = frame_of(token);
    if (!frame.empty()) put("target", frame);
  }

  // The first one counts (HTML standard, 4.2.3).
  void base(const HtmlToken& token) {
    const std::string_view href = value_in(token, "href");
    if (!has_base_ && !href.empty()) {
      has_base_ = true;
      std::string resolved;
      cdx::append_resolved(options_.url, href, resolved);
      if (resolved.size() <= kLongestBase) base_ = resolved;
    }
    if (base_target_.empty()) base_target_ = value_in(token, "target");
  }

  void meta(const HtmlToken& token) {
    const std::string_view equivalent = value_in(token, "http-equiv");
    if (text::equal_ignoring_case(equivalent, "refresh")) {
      const std::string content = refresh(value_in(token, "content"));
      if (content.empty()) return;
      result_.html += "<meta";
      put("http-equiv", "refresh");
      put("content", content);
      result_.html += '>';
      return;
    }
    if (!equivalent.empty() || !value_in(token, "charset").empty()) return;
    result_.html += "<meta";
    for (const NodeAttribute& attribute : token.attributes) {
      if (is_any(attribute.name, {"name", "content"})) {
        put(attribute.name, attribute.value);
      }
    }
    result_.html += '>';
  }

  // Rewrites the content of a refresh for the view; empty if the refresh leads
  // to nothing that the view has.
  std::string refresh(std::string_view content) {
    const auto refresh = read_refresh(content);
    if (!refresh) return {};
    std::string target;
    const std::string viewed =
        viewed_reference(base_, refresh->url, ViewPart::kFrame,
                         [&](std::string_view whole, ViewPart part) {
                           target = whole;
                           return counted_(whole, part);
                         });
    if (viewed.empty()) return {};
    // Browsers with scripts did not follow what is for others.
    if (!in_noscript_ && target != options_.url) {
      std::string& leads =
          refresh->at_once ? result_.leads_to : result_.leads_later_to;
      if (leads.empty()) leads = target;
    }
    return std::string(refresh->seconds) + "; url=" + viewed;
  }

  // Tells the view that a part is named which it does not show.
  void named_only(std::string_view value) {
    if (value.empty()) return;
    (void)viewed_reference(base_, value, ViewPart::kDropped, view_);
  }

  void missing_plug_in(std::string_view source) {
    named_only(source);
    cdx::append_resolved(base_, source, missing_);
    ++result_.parts;
    ++result_.missing;
  }

  // What only a plug-in showed is missing, but keeps its place: <embed> becomes
  // an image that cannot be loaded; <object> and <applet> have what is in them
  // for browsers without the plug-in.
  void plug_in(const HtmlToken& token) {
    const bool is_embed = token.text == "embed";
    std::string_view source = value_in(token, is_embed ? "src" : "data");
    if (token.text == "applet") source = value_in(token, "code");
    // An object of ActiveX has another one in it for other browsers.
    if (!value_in(token, "classid").empty()) source = {};
    missing_ = {};
    if (!source.empty()) {
      const ViewPart part =
          shown_part(token.text, value_in(token, "type"), source);
      if (part != ViewPart::kDropped) {
        const std::string viewed = reference(source, part);
        if (!viewed.empty()) return shown_plug_in(token, part, viewed);
      }
      if (missing_.empty()) missing_plug_in(source);
    } else if (is_embed) {
      return;
    }
    result_.html += is_embed ? "<img" : "<object";
    if (is_embed) put("src", kNoImage);
    attributes(token);
    close_tag(">");
  }

  void shown_plug_in(const HtmlToken& token, ViewPart part,
                     std::string_view viewed) {
    const bool is_frame = part == ViewPart::kFrame;
    result_.html += is_frame ? "<iframe" : "<img";
    put("src", viewed);
    attributes(token);
    close_tag(is_frame ? "></iframe>" : ">");
    if (token.text != "embed") result_.html += "<object hidden>";
  }

  const HtmlViewOptions& options_;
  const ViewUrl& view_;
  ViewBudget& budget_;
  ViewUrl counted_ = budget_.counted(view_);
  int depth_;  // of pages that are written in pages
  HtmlView result_;
  std::string base_;
  bool has_base_ = false;
  std::string base_target_;
  Tag text_tag_ = Tag::kOther;  // of the element whose text is no markup
  size_t foreign_depth_ = 0;
  bool in_noscript_ = false;
  std::string missing_;    // a URL of the tag at hand
  std::string late_;       // the path of the image that a script would load
  std::string last_late_;  // the URL of the last one
  bool has_late_images_ = false;
};

}  // namespace

HtmlView html_view(std::string_view page, const HtmlViewOptions& options,
                   const ViewUrl& view) {
  std::string lines;
  page = with_line_feeds(page, lines);
  ViewBudget budget(page.size(), options.keep_on);
  return Writer(options, view, budget).write(page);
}

}  // namespace wax::document
