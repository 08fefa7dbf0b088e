#include "document/maker/document_maker.h"

#include <algorithm>

#include "cdx/indexer/html_meta.h"
#include "document/charset/charset.h"
#include "document/charset/media_type.h"
#include "document/content/page_reader.h"
#include "document/html/xhtml_text.h"
#include "document/html/xml_text.h"
#include "document/maker/text_measures.h"
#include "document/text/language.h"
#include "document/text/nfc.h"
#include "document/text/subtitles.h"
#include "document/text/text_builder.h"
#include "warc/http/http.h"

namespace wax::document {
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

// The bytes of a block, and what was kept after them.
class KeptBlock final : public io::ByteSource {
 public:
  explicit KeptBlock(const CapturedBlock& block)
      : bytes_(block.bytes), rest_(block.rest) {
    if (rest_ != nullptr) rest_->rewind();
  }
  std::string_view peek(size_t at_least = 1) override {
    if (bytes_.size() >= at_least || rest_ == nullptr) return bytes_;
    if (bytes_.empty()) return rest_->peek(at_least);
    // Across the border.
    const std::string_view after = rest_->peek(at_least - bytes_.size());
    std::string both(bytes_);
    both += after;
    rest_->consume(after.size());
    joined_ = std::move(both);
    bytes_ = joined_;
    return bytes_;
  }
  void consume(size_t n) override {
    const size_t own = std::min(n, bytes_.size());
    bytes_.remove_prefix(own);
    if (n > own) rest_->consume(n - own);
  }

 private:
  std::string_view bytes_;
  io::Spool* rest_;
  std::string joined_;
};

// Servers call many files so that are pages, tables as text, RTF or packages.
bool is_office(std::string_view type) {
  return warc::is_document(type) && warc::type_family(type) == "office";
}

}  // namespace

bool is_read_from_end(std::string_view body, std::string_view type) {
  auto from_end = [](Format format) {
    return format == Format::kPdf || format == Format::kPackage ||
           format == Format::kOldOffice;
  };
  return from_end(warc::meaning_of(type).format) ||
         from_end(format_of(body, type, {}));
}

bool may_have_text(std::string_view type, bool with_tika) {
  return is_office(type) || warc::text_kind(type) != warc::TextKind::kNone ||
         warc::meaning_of(type).format != Format::kNone ||
         warc::is_vague(type) || (with_tika && is_for_tika(type));
}

// Returns the HTTP headers, and moves `source` to the start of the body.
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
  for (const warc::MediaType& each : warc::media_types()) {
    if (format != Format::kNone && each.format == format) {
      types.push_back(each.type);
    }
  }
  if (types.empty()) types.push_back(sniff_type(body_));
  return types;
}

void DocumentMaker::make(const CapturedBlock& block, uint64_t size,
                         Document& document, ProblemSink& problems) {
  KeptBlock source(block);
  const warc::Headers& fields = read_head(block, source);
  std::string_view content_type = block.is_http
                                      ? fields.find("Content-Type").value_or("")
                                      : block.content_type;
  cdx::HtmlMeta robots;
  cdx::add_robots_headers(fields, robots);
  document.length = size;
  clear_body(document);
  document.truncated = !block.whole;
  document.noindex = robots.noindex;
  document.nofollow = robots.nofollow;
  if (!may_have_text(document.type, has_tika_)) {
    document.no_text = NoText::kUnsupported;
    return;
  }

  const Problem where{Severity::kWarning, "", std::string(block.archive),
                      block.offset, ""};
  body_.clear();
  auto body = warc::decode_body(source, fields, {}, problems, where);
  read_up_to(*body, max_body_, body_);
  std::unique_ptr<io::Spool> rest;
  if (body_.size() >= max_body_ && max_document_ > max_body_ &&
      is_read_from_end(body_, document.type)) {
    rest = read_rest(*body);
  }
  const uint64_t read = body_.size() + (rest ? rest->size() : 0);
  if (read >= max_body_ && (!block.whole || !body->peek().empty())) {
    document.truncated = true;
    problems.report({Severity::kWarning, "http-body-limit", where.file,
                     where.offset,
                     "only the first " + std::to_string(read) +
                         " bytes of the body are read"});
  }
  content_language_ = fields.find("Content-Language").value_or("");
  read_body(content_type, rest.get(), document, where, problems);
  if (document.language.empty()) {
    document.language = language_tag(content_language_);
  }
  measure_text(document);
  if (document.content.empty() && document.main_unseen.empty() &&
      document.no_text == NoText::kNone) {
    document.no_text = NoText::kEmpty;
  }
}

std::unique_ptr<io::Spool> DocumentMaker::read_rest(
    io::ByteSource& body) const {
  auto rest = std::make_unique<io::Spool>(tmpdir_);
  uint64_t room = max_document_ - max_body_;
  while (room > 0) {
    const std::string_view bytes = body.peek().substr(0, room);
    if (bytes.empty()) break;
    rest->write(bytes);
    room -= bytes.size();
    body.consume(bytes.size());
  }
  return rest;
}

void DocumentMaker::read_body(std::string_view content_type, io::Spool* rest,
                              Document& document, const Problem& where,
                              ProblemSink& problems) {
  bool vague = warc::is_vague(document.type);
  // Files have no URL.
  Format format =
      format_of(body_, document.type,
                document.url.empty() ? document.filename : document.url);
  if (format != Format::kNone) {
    DocumentText text = worker_.read(format, body_, document.url, rest);
    // Many programs keep their files in compound files.
    if (format != Format::kOldOffice || text.no_text != NoText::kUnsupported) {
      keep(std::move(text), vague, document, where, problems);
      return;
    }
  }
  warc::TextKind kind = warc::text_kind(document.type);
  if (vague) {
    document.type = sniff_type(body_);
    kind = warc::text_kind(document.type);
  } else if (warc::meaning_of(document.type).format != Format::kNone ||
             is_office(document.type)) {
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
    keep(tika_.read(body_, document.url), vague, document, where, problems);
    return;
  }
  const Format declared = warc::meaning_of(document.type).format;
  const bool is_unknown =
      vague || (is_office(document.type) &&
                (declared == Format::kNone || declared == Format::kOldOffice));
  document.no_text = is_unknown ? NoText::kUnsupported : NoText::kBinary;
  if (is_unknown) return;
  problems.report({Severity::kNote, std::string(word_of(document.no_text)),
                   where.file, where.offset,
                   "the body is not " + document.type});
}

void DocumentMaker::keep(DocumentText text, bool vague, Document& document,
                         const Problem& where, ProblemSink& problems) {
  if (vague) {
    document.type = text.type.empty() ? "application/octet-stream" : text.type;
  }
  // What the HTTP head and the record say.
  text.noindex = document.noindex;
  text.nofollow = document.nofollow;
  text.truncated |= document.truncated;
  text.charset = "utf-8";
  swap_body(text, document);
  if (document.no_text == NoText::kNone || document.no_text == NoText::kEmpty ||
      document.no_text == NoText::kUnsupported) {
    return;
  }
  // Encryption is what the author wanted; what a cut archive lacks is reported
  // where it is cut.
  bool expected = document.no_text == NoText::kEncrypted || document.truncated;
  problems.report({expected ? Severity::kNote : Severity::kWarning,
                   std::string(word_of(document.no_text)), where.file,
                   where.offset, text.detail});
}

void DocumentMaker::read_text(warc::TextKind kind,
                              std::string_view content_type,
                              Document& document) {
  bool markup = kind != warc::TextKind::kPlain;
  document.charset = sniff_charset(body_, content_type, markup, document.url);
  std::string_view text =
      decode_page(body_, document.charset, content_type, utf8_);
  if (kind == warc::TextKind::kPlain) {
    TextBuilder builder(document.content, TextBuilder::Indents::kKept);
    std::string spoken;
    if (is_subtitles(text)) {
      spoken = subtitle_text(text);
      text = spoken;
    }
    builder.append(text, false, true);
    compose(document.content);
  } else if (kind == warc::TextKind::kHtml) {
    read_html(text, is_xhtml(content_type), document);
  } else if (has_xhtml_root(text)) {
    read_html(text, true, document);
  } else {
    read_xml_text(text, document.title, document.content);
  }
}

void DocumentMaker::read_html(std::string_view page, bool is_xml,
                              Document& document) {
  if (is_xml) page = xhtml_as_html(page, html_of_xhtml_);
  tree_.parse(page, {.lenient = true, .is_xml = is_xml});
  read_page(tree_, {document.url, content_language_}, document);
}

}  // namespace wax::document
