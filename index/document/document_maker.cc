#include "index/document/document_maker.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "index/charset/charset.h"
#include "index/html/xml_text.h"
#include "index/page/main_content.h"
#include "index/text/language.h"
#include "index/text/nfc.h"
#include "index/text/simhash.h"
#include "index/text/text_builder.h"
#include "warc/http/http.h"

namespace wax::index {
namespace {

void read_up_to(io::ByteSource& source, uint64_t limit, std::string& out) {
  while (out.size() < limit) {
    std::string_view bytes = source.peek();
    if (bytes.empty()) return;
    bytes = bytes.substr(0, static_cast<size_t>(limit) - out.size());
    out += bytes;
    source.consume(bytes.size());
  }
}

void clear_text(Document& document) {
  for (std::string* text :
       {&document.charset, &document.language, &document.title,
        &document.description, &document.keywords, &document.author,
        &document.published, &document.modified, &document.section,
        &document.lead_image, &document.canonical, &document.generator,
        &document.robots, &document.simhash, &document.headings, &document.main,
        &document.content, &document.no_text}) {
    text->clear();
  }
  document.language_confidence = 0;
  document.words = 0;
  document.pages = 0;
  document.links.clear();
  document.images.clear();
}

// What the text as such says. `language` is the declared one before.
void judge_text(Document& document) {
  const std::string& main =
      document.main.empty() ? document.content : document.main;
  // A few words say less than a menu around them.
  constexpr size_t kEnoughText = 100;
  bool enough = main.size() >= std::min(kEnoughText, document.content.size());
  Language language =
      detect_language(enough ? main : document.content, document.language);
  document.language = std::move(language.code);
  document.language_confidence = static_cast<uint64_t>(language.confidence);
  document.words = count_words(document.content);
  std::optional<uint64_t> hash = simhash(main);
  if (hash) document.simhash = simhash_text(*hash);
}

}  // namespace

bool may_have_text(std::string_view type, bool with_tika) {
  return warc::text_kind(type) != warc::TextKind::kNone ||
         format_of_type(type) != Format::kNone || warc::is_vague(type) ||
         (with_tika && is_for_tika(type));
}

// Those of HTTP; `source` then stands before the body.
const warc::Headers& DocumentMaker::read_head(const CapturedBlock& block,
                                              io::ByteSource& source) {
  const warc::BlockHead* read = block.is_http ? block.head : nullptr;
  if (read != nullptr && !read->cut() && !read->raw().empty() &&
      source.peek(read->raw().size()).starts_with(read->raw())) {
    source.consume(read->raw().size());
    return read->headers();
  }
  head_.clear();
  if (block.is_http) {
    head_.read(source);
  }
  return head_.headers();
}

std::vector<std::string_view> DocumentMaker::possible_types(
    const CapturedBlock& block, std::string_view url) {
  constexpr size_t kEnoughToTell = 64 * 1024;
  io::MemorySource source(block.bytes);
  const warc::Headers& fields = read_head(block, source);
  body_.clear();
  NoProblems ignored;
  auto body = warc::decode_body(source, fields, {}, ignored, {});
  read_up_to(*body, std::min<uint64_t>(max_body_, kEnoughToTell), body_);
  std::vector<std::string_view> types;
  Format format = format_of(body_, {}, url);
  for (const FormatType& each : format_types()) {
    if (format != Format::kNone && each.format == format) {
      types.push_back(each.type);
    }
  }
  if (types.empty()) types.push_back(sniff_type(body_));
  return types;
}

void DocumentMaker::make(const CapturedBlock& block, uint64_t size,
                         Document& document, ProblemSink& problems) {
  io::MemorySource source(block.bytes);
  const warc::Headers& fields = read_head(block, source);
  std::string_view content_type = block.is_http
                                      ? fields.find("Content-Type").value_or("")
                                      : block.content_type;
  robots_.clear();
  cdx::add_robots_headers(fields, robots_);
  document.length = size;
  document.truncated = !block.whole;
  clear_text(document);
  document.noindex = robots_.noindex;
  document.nofollow = robots_.nofollow;
  if (!may_have_text(document.type, has_tika_)) {
    document.no_text = "text-unsupported";
    return;
  }

  const Problem where{Severity::kWarning, "", std::string(block.archive),
                      block.offset, ""};
  body_.clear();
  auto body = warc::decode_body(source, fields, {}, problems, where);
  read_up_to(*body, max_body_, body_);
  if (body_.size() >= max_body_ && (!block.whole || !body->peek().empty())) {
    document.truncated = true;
    problems.report({Severity::kWarning, "http-body-limit", where.file,
                     where.offset,
                     "only the first " + std::to_string(max_body_) +
                         " bytes of the body are read"});
  }
  content_language_ = fields.find("Content-Language").value_or("");
  read_body(content_type, document, where, problems);
  if (document.language.empty()) {
    document.language = language_tag(content_language_);
  }
  judge_text(document);
  if (document.content.empty() && document.main.empty() &&
      document.no_text.empty()) {
    document.no_text = "text-none";
  }
}

void DocumentMaker::read_body(std::string_view content_type, Document& document,
                              const Problem& where, ProblemSink& problems) {
  bool vague = warc::is_vague(document.type);
  Format format = format_of(body_, document.type, document.url);
  if (format != Format::kNone) {
    take(worker_.read(format, body_, document.url), vague, document, where,
         problems);
    return;
  }
  warc::TextKind kind = warc::text_kind(document.type);
  if (vague) {
    document.type = sniff_type(body_);
    kind = warc::text_kind(document.type);
  } else if (format_of_type(document.type) != Format::kNone) {
    // A page in the place of a document, often one about an error.
    kind = warc::text_kind(sniff_type(body_));
  } else if (stated_utf16(body_, content_type).empty() && looks_binary(body_)) {
    kind = warc::TextKind::kNone;
  }
  if (kind != warc::TextKind::kNone) {
    read_text(kind, content_type, document);
    return;
  }
  if (has_tika_ && is_for_tika(document.type)) {
    take(tika_.read(body_, document.url), vague, document, where, problems);
    return;
  }
  document.no_text = vague ? "text-unsupported" : "binary-body";
  if (vague) return;
  problems.report({Severity::kNote, document.no_text, where.file, where.offset,
                   "the body is not " + document.type});
}

void DocumentMaker::take(DocumentText text, bool vague, Document& document,
                         const Problem& where, ProblemSink& problems) {
  if (vague) {
    document.type = text.type.empty() ? "application/octet-stream" : text.type;
  }
  document.title.swap(text.title);
  document.author.swap(text.author);
  document.published.swap(text.published);
  document.language.swap(text.language);
  document.content.swap(text.text);
  document.links.swap(text.links);
  document.pages = text.pages;
  document.charset = "utf-8";
  document.truncated = document.truncated || text.truncated;
  document.no_text.swap(text.reason);
  if (document.no_text.empty() || document.no_text == "text-none" ||
      document.no_text == "text-unsupported") {
    return;
  }
  // Encryption is what the author wanted; what a cut archive lacks is reported
  // where it is cut.
  bool expected = document.no_text == "text-encrypted" || document.truncated;
  problems.report({expected ? Severity::kNote : Severity::kWarning,
                   document.no_text, where.file, where.offset, text.detail});
}

void DocumentMaker::read_text(warc::TextKind kind,
                              std::string_view content_type,
                              Document& document) {
  bool markup = kind != warc::TextKind::kPlain;
  document.charset = sniff_charset(body_, content_type, markup);
  std::string_view text =
      decode_page(body_, document.charset, content_type, utf8_);
  if (kind == warc::TextKind::kPlain) {
    TextBuilder builder(document.content);
    builder.append(text, false, true);
    compose(document.content);
  } else if (kind == warc::TextKind::kHtml) {
    read_page(text, document);
  } else {
    read_xml_text(text, document.title, document.content);
  }
}

void DocumentMaker::read_page(std::string_view page, Document& document) {
  cdx::scan_html_meta(page.substr(0, cdx::kHtmlMetaScan), robots_, true);
  document.noindex = robots_.noindex;
  document.nofollow = robots_.nofollow;
  tree_.parse(page, {.lenient = true});
  MainContent main = read_main_content(tree_, document.url);
  read_page_fields(
      tree_, {document.url, content_language_, main.panels, &main.json_ld},
      fields_);
  document.content.swap(fields_.content);
  document.main.swap(main.text);
  compose(document.main);
  document.title.swap(fields_.title);
  document.description.swap(fields_.description);
  document.keywords.swap(fields_.keywords);
  document.author.swap(fields_.author);
  document.published.swap(fields_.published);
  document.modified.swap(fields_.modified);
  document.section.swap(fields_.section);
  document.lead_image.swap(fields_.lead_image);
  document.canonical.swap(fields_.canonical);
  document.language.swap(fields_.language);
  document.generator.swap(fields_.generator);
  document.robots.swap(fields_.robots);
  for (const Heading& heading : fields_.headings) {
    if (!document.headings.empty()) document.headings += '\n';
    document.headings.append(static_cast<size_t>(heading.level), '#');
    document.headings.append(" ").append(heading.text);
  }
  document.links.swap(fields_.links);
  document.images.swap(fields_.images);
}

}  // namespace wax::index
