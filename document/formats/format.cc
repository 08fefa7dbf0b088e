#include "document/formats/format.h"

#include <algorithm>
#include <string>

#include "document/text/markup.h"
#include "io/compress/gzip_name.h"
#include "text/ascii.h"

namespace wax::document {
namespace {

// In lower case, without its dot.
std::string extension_of(std::string_view url) {
  if (url.find("://") != url.npos) url = url.substr(0, url.find_first_of("?#"));
  std::string_view name = url.substr(url.rfind('/') + 1);
  if (io::is_gzip_name(name)) name.remove_suffix(3);
  size_t dot = name.rfind('.');
  if (dot == name.npos || name.size() - dot > 8) return {};
  std::string extension(name.substr(dot + 1));
  text::lower_case(extension);
  return extension;
}

Format format_of_extension(std::string_view url) {
  std::string extension = extension_of(url);
  if (extension.empty()) return Format::kNone;
  for (const warc::MediaType& entry : warc::media_types()) {
    if (entry.extension == extension) return entry.format;
  }
  return Format::kNone;
}

// Whether the bytes begin with a field of a message's head, as "Subject: ...".
bool begins_with_field(std::string_view bytes) {
  size_t colon = bytes.find_first_of(": \t\r\n");
  return colon != bytes.npos && colon > 0 && colon <= 70 &&
         bytes[colon] == ':' &&
         std::all_of(bytes.begin(), bytes.begin() + colon,
                     [](char c) { return c > ' ' && c < '\x7F'; });
}

bool is_package(std::string_view zip) {
  // The first file of OpenDocument and EPUB, and its content.
  constexpr std::string_view kMimetype = "mimetypeapplication/";
  if (zip.size() > 30 && zip.substr(30).starts_with(kMimetype)) return true;
  constexpr std::string_view kContentTypes = "[Content_Types].xml";
  constexpr size_t kLooked = 64 * 1024;
  size_t tail = zip.size() - std::min(zip.size(), kLooked);
  return zip.substr(0, kLooked).find(kContentTypes) != zip.npos ||
         zip.substr(tail).find(kContentTypes) != zip.npos;
}

// The name of the root element, as written; empty when there is none near.
std::string_view root_element(std::string_view markup) {
  constexpr size_t kDeclarations = 16 * 1024;
  markup = markup.substr(0, kDeclarations);
  size_t at = 0;
  while (at < markup.size()) {
    if (is_html_space(markup[at])) {
      ++at;
    } else if (markup.substr(at).starts_with("<!") ||
               markup.substr(at).starts_with("<?")) {
      at = end_of_declaration(markup, at);
    } else {
      break;
    }
  }
  if (at >= markup.size() || markup[at] != '<') return {};
  markup.remove_prefix(at + 1);
  return markup.substr(0, markup.find_first_of(" \t\r\n\f/>"));
}

bool is_feed(std::string_view markup) {
  std::string_view root = root_element(markup);
  size_t colon = root.find(':');
  std::string_view name = colon == root.npos ? root : root.substr(colon + 1);
  if (name == "rss" || name == "feed") return true;
  // RSS 1.0 is RDF with a channel.
  return name == "RDF" &&
         markup.substr(0, 4096).find("http://purl.org/rss/") != markup.npos;
}

}  // namespace

Format format_of(std::string_view bytes, std::string_view type,
                 std::string_view url) {
  // Readers of PDF look for its head in the first 1024 bytes.
  if (bytes.starts_with("%PDF-")) return Format::kPdf;
  if (bytes.starts_with("{\\rtf")) return Format::kRtf;
  if (bytes.starts_with("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")) {
    return Format::kOldOffice;
  }
  const Format declared = warc::meaning_of(type).format;
  if (bytes.starts_with("PK\3\4")) {
    return declared == Format::kPackage ||
                   format_of_extension(url) == Format::kPackage ||
                   is_package(bytes)
               ? Format::kPackage
               : Format::kNone;
  }
  if (declared == Format::kPdf &&
      bytes.substr(0, 1024).find("%PDF-") != bytes.npos) {
    return Format::kPdf;
  }
  std::string_view markup = bytes;
  if (markup.starts_with("\xEF\xBB\xBF")) markup.remove_prefix(3);
  markup = text::trim_front(markup, text::kHtmlSpace);
  if (markup.starts_with('<')) {
    return is_feed(markup) ? Format::kFeed : Format::kNone;
  }
  Format expected = declared;
  if (expected == Format::kNone && (type.empty() || type == "text/plain" ||
                                    type == "application/octet-stream")) {
    expected = format_of_extension(url);
  }
  if (expected == Format::kMail || expected == Format::kMailbox) {
    if (bytes.starts_with("From ")) return Format::kMailbox;
    if (begins_with_field(bytes)) return Format::kMail;
  }
  return Format::kNone;
}

}  // namespace wax::document
