#include "document/charset/media_type.h"

#include <algorithm>
#include <utility>

#include "document/charset/charset.h"
#include "document/text/markup.h"
#include "text/ascii.h"
#include "warc/http/media_type.h"

namespace wax::document {
namespace {

bool begins_with_tag(std::string_view bytes, std::string_view lower) {
  if (bytes.size() <= lower.size()) return false;
  char next = bytes[lower.size()];
  return text::starts_with_ignoring_case(bytes, lower) &&
         (next == ' ' || next == '>' || is_html_space(next) || lower == "<!--");
}

// Any binary format has more: one in so many bytes.
constexpr size_t kFewControls = 32;

// Finds the media type of bytes that look binary.
std::string_view binary_type(std::string_view bytes) {
  using namespace std::string_view_literals;
  constexpr std::pair<std::string_view, std::string_view> kMagics[] = {
      {"GIF8"sv, "image/gif"},
      {"\x89PNG"sv, "image/png"},
      {"\xFF\xD8\xFF"sv, "image/jpeg"},
      {"\x00\x00\x01\x00"sv, "image/x-icon"},
      {"II*\x00"sv, "image/tiff"},
      {"MM\x00*"sv, "image/tiff"},
      {"BM"sv, "image/bmp"},
      {"%PDF-"sv, "application/pdf"},
      {"%!PS"sv, "application/postscript"},
      {"{\\rtf"sv, "application/rtf"},
      {"OggS"sv, "application/ogg"},
      {"fLaC"sv, "audio/flac"},
      {"ID3"sv, "audio/mpeg"},
      {"MThd"sv, "audio/midi"},
      {".RMF"sv, "application/vnd.rn-realmedia"},
      {"FLV\x01"sv, "video/x-flv"},
      {"\x1A\x45\xDF\xA3"sv, "video/webm"},
      {"\x00\x00\x01\xBA"sv, "video/mpeg"},
      {"\x30\x26\xB2\x75\x8E\x66\xCF\x11"sv, "video/x-ms-asf"},
  };
  for (const auto& [magic, type] : kMagics) {
    if (bytes.starts_with(magic)) return type;
  }
  if (bytes.starts_with("RIFF") && bytes.size() >= 12) {
    std::string_view form = bytes.substr(8, 4);
    if (form == "WAVE") return "audio/wav";
    if (form == "AVI ") return "video/x-msvideo";
    if (form == "WEBP") return "image/webp";
  }
  if (bytes.size() >= 12 && bytes.substr(4, 4) == "ftyp") {
    std::string_view brand = bytes.substr(8, 4);
    if (brand == "M4A ") return "audio/mp4";
    return brand == "avif" ? "image/avif" : "video/mp4";
  }
  return "application/octet-stream";
}

bool begins_like_binary(std::string_view bytes) {
  using namespace std::string_view_literals;
  for (std::string_view magic :
       {"GIF8"sv, "\x89PNG"sv, "\xFF\xD8\xFF"sv, "%PDF-"sv, "PK\3\4"sv,
        "\x1F\x8B"sv, "BZh"sv,
        "\x7F"
        "ELF"sv,
        "RIFF"sv, "FWS"sv, "CWS"sv, "\xCA\xFE\xBA\xBE"sv, "\xD0\xCF\x11\xE0"sv,
        "Rar!"sv, "OggS"sv, "%!PS"sv, "{\\rtf"sv, "\x00\x00\x01\x00"sv}) {
    if (bytes.starts_with(magic)) return true;
  }
  return false;
}

// The "binary data bytes" of the WHATWG MIME Sniffing standard.
size_t count_controls(std::string_view bytes) {
  return static_cast<size_t>(
      std::count_if(bytes.begin(), bytes.end(), [](char byte) {
        auto c = static_cast<unsigned char>(byte);
        return c <= 0x08 || c == 0x0B || (c >= 0x0E && c <= 0x1A) ||
               (c >= 0x1C && c <= 0x1F);
      }));
}

// Bodies of a fixed length are filled up.
std::string_view without_last_nuls(std::string_view bytes) {
  return bytes.substr(0, bytes.find_last_not_of('\0') + 1);
}

bool begins_with_markup(std::string_view bytes) {
  bytes = text::trim_front(bytes, text::kHtmlSpace);
  return bytes.size() > 1 && bytes[0] == '<' &&
         (text::is_letter(bytes[1]) || bytes[1] == '!' || bytes[1] == '?');
}

}  // namespace

bool looks_binary(std::string_view bytes) {
  if (begins_like_binary(bytes)) return true;
  if (bytes.starts_with("\xFE\xFF") || bytes.starts_with("\xFF\xFE") ||
      !utf16_by_nuls(bytes).empty()) {
    return false;
  }
  while (bytes.starts_with('\0')) bytes.remove_prefix(1);
  bytes = without_last_nuls(bytes).substr(0, kSniffed);
  size_t controls = count_controls(bytes);
  if (controls == 0) return false;
  if (begins_with_markup(bytes)) {
    controls -=
        static_cast<size_t>(std::count(bytes.begin(), bytes.end(), '\0'));
  }
  return controls > 0 && controls * kFewControls >= bytes.size();
}

std::string_view sniff_type(std::string_view bytes) {
  if (begins_with_markup(bytes)) bytes = without_last_nuls(bytes);
  const bool marked =
      bytes.starts_with("\xFE\xFF") || bytes.starts_with("\xFF\xFE");
  if (begins_like_binary(bytes) ||
      (!marked && count_controls(bytes.substr(0, kSniffed)) > 0)) {
    return binary_type(bytes);
  }
  std::string_view start = bytes;
  if (start.starts_with("\xEF\xBB\xBF")) start.remove_prefix(3);
  start = text::trim_front(start, text::kHtmlSpace);
  if (start.starts_with("<?xml")) return "text/xml";
  for (std::string_view tag :
       {"<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div",
        "<font", "<table", "<a", "<style", "<title", "<b", "<body", "<br", "<p",
        "<!--", "<meta"}) {
    if (begins_with_tag(start, tag)) return "text/html";
  }
  return "text/plain";
}

bool is_xhtml(std::string_view content_type) {
  return warc::bare_type(content_type).ends_with("xhtml+xml");
}

}  // namespace wax::document
