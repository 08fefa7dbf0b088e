#include "answers/records/page_view.h"

#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

#include "answers/records/archived_body.h"
#include "answers/records/part_capture.h"
#include "answers/records/stored_record.h"
#include "cdx/url/url.h"
#include "cdx/url/url_key.h"
#include "document/charset/charset.h"
#include "document/charset/media_type.h"
#include "document/charset/query_encoding.h"
#include "document/view/css_view.h"
#include "io/byte_source.h"
#include "text/markup_writer.h"
#include "warc/http/media_type.h"
#include "warc/record/date.h"

namespace wax::answers {
namespace {

// The most URLs of a page that are looked up; the others are taken to be there.
constexpr size_t kMostLookedUp = 5000;
// Redirects of the parts of one page, each of which is read; and in a row, as
// browsers follow them.
constexpr size_t kMostFollowed = 100;
constexpr size_t kMostRedirects = 20;

std::string_view modifier_of(document::ViewPart part) {
  switch (part) {
    case document::ViewPart::kFrame:
      return kViewNested;
    case document::ViewPart::kStyle:
      return kViewStyle;
    case document::ViewPart::kMedia:
      return kViewMedia;
    default:
      return {};
  }
}

struct Body {
  std::shared_ptr<OpenRecord> open;
  io::ByteSource* source = nullptr;
  std::string content_type;   // as stated; or what the bytes show
  bool is_cut = false;        // when it has been read: the archive has not all
  std::string encoding = {};  // when it has been read as UTF-8
};

Body open_body_of(const ViewSource& source, const CdxFiles& cdx,
                  const UrlCapture& capture) {
  RecordReport problems(*source.holdings);
  RecordFailure why;
  Body body;
  body.open = open_body(*source.holdings, cdx, capture, problems, why);
  if (body.open == nullptr) throw_failure(why);
  body.source = decoded_body(*body.open);
  body.content_type = stated_type(*body.open);
  if (warc::is_vague(warc::bare_type(body.content_type))) {
    body.content_type =
        document::sniff_type(body.source->peek(document::kSniffed));
  }
  return body;
}

bool is_html(std::string_view content_type) {
  return warc::text_kind(warc::bare_type(content_type)) ==
         warc::TextKind::kHtml;
}

bool is_xml(std::string_view type) { return type.ends_with("xml"); }

// Whether it is shown as a page: XML may have elements of HTML and SVG in it,
// whose links lead out of the view.
bool is_page(std::string_view content_type) {
  return is_html(content_type) || is_xml(warc::bare_type(content_type));
}

// Other XML is shown as its source, without elements.
bool has_elements_of_pages(std::string_view xml) {
  for (const char* name : {"<svg", ":svg", "<math", "1999/xhtml", "<html"}) {
    if (xml.find(name) != xml.npos) return true;
  }
  return false;
}

document::HtmlView source_view(std::string_view xml) {
  document::HtmlView view;
  view.html = "<!DOCTYPE html><pre>";
  text::append_markup_text(xml, view.html);
  view.html += "</pre>";
  return view;
}

// All of a body, as UTF-8; nothing when it is too large.
std::optional<std::string> utf8_of(Body& body, bool markup) {
  std::string bytes = io::read_all(*body.source, kMostViewed + 1);
  if (bytes.size() > kMostViewed) return std::nullopt;
  try {
    body.open->check_whole();
  } catch (const BadArchive&) {
    if (bytes.empty()) throw;
    body.is_cut = true;
  }
  body.encoding = document::sniff_charset(bytes, body.content_type, markup);
  std::string buffer;
  return std::string(
      document::decode_page(bytes, body.encoding, body.content_type, buffer));
}

// What the answer of a server leads to; empty when it is no redirect.
std::string redirect_target(const Body& body, std::string_view url) {
  std::string target;
  const warc::HttpHead& head = answered_head(*body.open);
  if (body.open->decoded != nullptr && head.status / 100 == 3) {
    auto location = head.headers.find("Location");
    if (location) cdx::append_resolved(url, *location, target);
  }
  return target;
}

// Paths of the view of pages and their parts next to one date.
class Paths {
 public:
  Paths(const ViewSource& source, const CdxFiles& cdx, std::string date)
      : source_(source),
        cdx_(cdx),
        date_(std::move(date)),
        problems_(*source.holdings) {}

  std::string operator()(std::string_view url, document::ViewPart part) {
    if (part == document::ViewPart::kDropped) return {};
    if (part == document::ViewPart::kPage) return path(url, {});
    const std::string& found = url_of_capture(std::string(url), part);
    return found.empty() ? std::string() : path(found, modifier_of(part));
  }

  [[nodiscard]] std::string path(std::string_view url,
                                 std::string_view modifier) const {
    return source_.before + "/view/" +
           archived_path(warc::as_given_date(date_), modifier, url);
  }

 private:
  // Empty when there is none.
  const std::string& url_of_capture(const std::string& url,
                                    document::ViewPart part) {
    auto& known = known_[part == document::ViewPart::kFrame];
    auto [place, is_new] = known.try_emplace(url, url);
    if (!is_new || known.size() > kMostLookedUp) return place->second;
    if (std::chrono::steady_clock::now() > source_.deadline) throw OutOfTime();
    auto capture = find_part(*source_.holdings, cdx_, url, date_, problems_);
    if (!capture || !is_answered(*capture, part)) {
      place->second.clear();
    } else if (cdx::url_key(cdx_.url_key, url) != capture->urlkey) {
      place->second = capture->url;
    }
    return place->second;
  }

  // Whether redirects lead to a part that is there, and to no error. A page
  // that tells of an error is shown.
  bool is_answered(const UrlCapture& capture, document::ViewPart part) {
    std::vector<UrlCapture> passed = {capture};
    while (passed.back().status.starts_with('3')) {
      if (passed.size() > kMostRedirects) return false;
      if (++followed_ > kMostFollowed) return true;
      try {
        const Body body = open_body_of(source_, cdx_, passed.back());
        auto next = led_capture(*source_.holdings, cdx_,
                                redirect_target(body, passed.back().url), date_,
                                passed, problems_);
        if (!next) return false;
        passed.push_back(std::move(*next));
      } catch (const NotFound&) {
        return false;
      } catch (const BadArchive&) {
        return false;
      }
    }
    const std::string& status = passed.back().status;
    return part == document::ViewPart::kFrame ||
           !(status.starts_with('4') || status.starts_with('5'));
  }

  const ViewSource& source_;
  const CdxFiles& cdx_;
  std::string date_;
  size_t followed_ = 0;
  RecordReport problems_;
  // To what is there: parts, and pages within the page.
  std::array<std::unordered_map<std::string, std::string>, 2> known_;
};

std::function<void()> keep_on(const ViewSource& source) {
  return [deadline = source.deadline] {
    if (std::chrono::steady_clock::now() > deadline) throw OutOfTime();
  };
}

document::HtmlViewOptions options_of(const ViewSource& source, const Body& body,
                                     std::string_view url,
                                     bool is_nested = false) {
  document::HtmlViewOptions options = {url, is_nested};
  options.keep_on = keep_on(source);
  options.is_xml =
      document::is_xhtml(body.content_type) || !is_html(body.content_type);
  if (body.open->decoded != nullptr) {
    options.refresh =
        answered_head(*body.open).headers.find("Refresh").value_or("");
  }
  return options;
}

// What a redirect, or a page by a refresh, leads to at once; else empty, also
// for a page that is too large.
std::string led_to(const ViewSource& source, const CdxFiles& cdx,
                   const UrlCapture& capture) {
  Body body = open_body_of(source, cdx, capture);
  std::string target = redirect_target(body, capture.url);
  if (!target.empty() || !is_html(body.content_type)) return target;
  auto page = utf8_of(body, true);
  if (!page) return {};
  try {
    return document::html_view(*page, options_of(source, body, capture.url),
                               [&](std::string_view url, document::ViewPart) {
                                 return document::with_encoded_query(
                                     url, body.encoding);
                               })
        .leads_to;
  } catch (const document::ViewTooLarge&) {
    return {};
  }
}

std::optional<document::HtmlView> view_of(const ViewSource& source,
                                          const CdxFiles& cdx,
                                          const UrlCapture& capture, Body& body,
                                          bool is_nested) {
  auto page = utf8_of(body, true);
  if (!page) return std::nullopt;
  if (!is_html(body.content_type) && !has_elements_of_pages(*page)) {
    return source_view(*page);
  }
  Paths paths(source, cdx, capture.date);
  try {
    return document::html_view(
        *page, options_of(source, body, capture.url, is_nested),
        [&](std::string_view url, document::ViewPart part) {
          return paths(document::with_encoded_query(url, body.encoding), part);
        });
  } catch (const document::ViewTooLarge&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<UrlCapture> end_of_redirects(const ViewSource& source,
                                           const CdxFiles& cdx,
                                           const UrlCapture& capture) {
  RecordReport problems(*source.holdings);
  std::vector<UrlCapture> passed = {capture};
  while (passed.size() <= kMostRedirects) {
    if (std::chrono::steady_clock::now() > source.deadline) throw OutOfTime();
    std::string target;
    try {
      target = led_to(source, cdx, passed.back());
    } catch (const NotFound&) {
    } catch (const BadArchive&) {
    }
    if (target.empty()) return passed.back();
    auto next = led_capture(*source.holdings, cdx, target, capture.date, passed,
                            problems);
    if (!next) {
      const bool is_circle =
          find_part(*source.holdings, cdx, target, capture.date, problems)
              .has_value();
      return is_circle ? std::nullopt : std::optional(passed.back());
    }
    passed.push_back(std::move(*next));
  }
  return std::nullopt;
}

PageView page_view(const ViewSource& source, const CdxFiles& cdx,
                   const UrlCapture& capture) {
  Body body = open_body_of(source, cdx, capture);
  PageView page;
  page.type = warc::bare_type(harmless_type(body.content_type));
  if (is_page(body.content_type)) {
    page.view = view_of(source, cdx, capture, body, false);
    page.is_cut = body.is_cut;
  }
  return page;
}

bool is_shown_in_frame(std::string_view type) {
  for (const char* family : {"text/", "image/", "audio/", "video/"}) {
    if (type.starts_with(family)) return true;
  }
  return is_xml(type);
}

void each_part(const ViewSource& source, const CdxFiles& cdx,
               const UrlCapture& capture,
               const std::function<void(std::string_view url)>& use) {
  Body body = open_body_of(source, cdx, capture);
  const std::string target = redirect_target(body, capture.url);
  if (!target.empty()) return use(target);
  const document::ViewUrl named = [&](std::string_view url,
                                      document::ViewPart part) {
    if (part != document::ViewPart::kPage) use(url);
    return std::string();
  };
  if (is_page(body.content_type)) {
    auto page = utf8_of(body, true);
    if (page) {
      (void)document::html_view(*page, options_of(source, body, capture.url),
                                named);
    }
  } else if (warc::bare_type(body.content_type) == "text/css") {
    auto css = utf8_of(body, false);
    std::string unused;
    if (css) document::append_css_view(*css, capture.url, named, unused);
  }
}

namespace {

// The part at the end of redirects. A path tells captures of one URL and second
// not apart.
Response led_part(const ViewSource& source, const CdxFiles& cdx,
                  const UrlCapture& capture, const UrlCapture& end,
                  std::string_view modifier) {
  if (end.urlkey == capture.urlkey && end.date == capture.date) {
    return part_of_view(source, cdx, end, modifier);
  }
  return redirect(Paths(source, cdx, end.date).path(end.url, modifier));
}

}  // namespace

Response part_of_view(const ViewSource& source, const CdxFiles& cdx,
                      const UrlCapture& capture, std::string_view modifier) {
  Body body = open_body_of(source, cdx, capture);
  Paths paths(source, cdx, capture.date);
  const std::string target = redirect_target(body, capture.url);
  if (target.starts_with("http://") || target.starts_with("https://")) {
    const auto end = end_of_redirects(source, cdx, capture);
    if (end && is_same_record(*end, capture)) {
      return redirect(paths.path(target, modifier));
    }
    if (end) return led_part(source, cdx, capture, *end, modifier);
  }
  const bool is_pdf =
      modifier == kViewMedia &&
      warc::bare_type(harmless_type(body.content_type)) == "application/pdf";
  Response response;
  // A font is asked for by a page of no origin.
  response.headers = {{"Content-Security-Policy",
                       std::string(is_pdf                   ? kPdfPolicy
                                   : modifier == kViewMedia ? kMediaPolicy
                                                            : kViewPolicy)},
                      {"Access-Control-Allow-Origin", "null"}};
  const bool is_framed = modifier == kViewFrame || modifier == kViewNested;
  if (is_framed && is_page(body.content_type)) {
    auto view = view_of(source, cdx, capture, body, modifier == kViewNested);
    if (!view) {
      return sentence(413,
                      "This page is larger than this server shows; "
                      "the record has all of it.");
    }
    if (!view->leads_to.empty()) {
      const auto end = end_of_redirects(source, cdx, capture);
      if (end && !is_same_record(*end, capture)) {
        return led_part(source, cdx, capture, *end, modifier);
      }
    }
    response.type = "text/html; charset=utf-8";
    response.body = std::move(view->html);
    return response;
  }
  if (modifier == kViewStyle) {
    auto css = utf8_of(body, false);
    response.type = "text/css; charset=utf-8";
    if (!css) return response;
    const document::ViewUrl to_path = [&](std::string_view url,
                                          document::ViewPart part) {
      return paths(url, part);
    };
    document::ViewBudget budget(css->size(), keep_on(source));
    try {
      document::append_css_view(*css, capture.url, budget.counted(to_path),
                                response.body);
    } catch (const document::ViewTooLarge&) {
      return sentence(413,
                      "This style sheet is larger than this server shows.");
    }
    return response;
  }
  // Browsers connect to hosts that a page names.
  // Parameters of a type can have other types, which browsers may believe.
  response.type = is_pdf ? "application/pdf"
                  : modifier == kViewMedia && is_html(body.content_type)
                      ? "text/plain; charset=utf-8"
                      : harmless_type(body.content_type);
  if (modifier == kViewMedia) keep_as_file(response);
  io::ByteSource* bytes = body.source;
  set_body(
      std::move(body.open), bytes, source.range,
      [&] { return open_body_of(source, cdx, capture).open; }, response);
  return response;
}

}  // namespace wax::answers
