#include "cdx/format/capture.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "cdx/url/host.h"
#include "io/error.h"
#include "text/json.h"
#include "text/percent.h"
#include "text/plain_run.h"

namespace wax::cdx {
namespace {

bool breaks_columns(char c, char delimiter) {
  return c == ' ' || c == delimiter || c == '\0' || (c >= '\t' && c <= '\r');
}

void append_number(uint64_t number, std::string& out) {
  std::array<char, 20> digits;
  auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(digits.data(), end.ptr);
}

void append_position(bool is_known, uint64_t number, std::string& out) {
  if (is_known) {
    append_number(number, out);
  } else {
    out += '-';
  }
}

class JsonObject {
 public:
  JsonObject(std::string& out, const std::vector<std::string>& only)
      : out_(out), only_(only) {
    out_ += '{';
  }

  void add(std::string_view key, std::string_view value) {
    if (value.empty() || !wanted(key)) return;
    add_key(key);
    text::append_json_ascii(value, out_);
  }
  void add(std::string_view key, uint64_t value) {
    if (!wanted(key)) return;
    add_key(key);
    out_ += '"';
    append_number(value, out_);
    out_ += '"';
  }
  void close() { out_ += '}'; }

 private:
  [[nodiscard]] bool wanted(std::string_view key) const {
    return only_.empty() ||
           std::find(only_.begin(), only_.end(), key) != only_.end();
  }

  void add_key(std::string_view key) {
    if (!first_) out_ += ", ";
    first_ = false;
    text::append_json_ascii(key, out_);
    out_ += ": ";
  }

  std::string& out_;
  const std::vector<std::string>& only_;
  bool first_ = true;
};

}  // namespace

void Capture::clear() {
  for (std::string* text :
       {&urlkey, &date, &url, &mime, &mime_detected, &status, &digest,
        &redirect, &meta, &filename, &record_id, &ip_address, &metadata,
        &original_urlkey, &original_date}) {
    text->clear();
  }
  offset = length = block_length = 0;
  has_location = has_length = intact = true;
  fields.clear();
}

std::string_view without_sha1(std::string_view digest) {
  if (digest.starts_with("sha1:")) digest.remove_prefix(5);
  return digest;
}

void append_column(std::string_view value, char delimiter, std::string& out) {
  if (value.empty()) {
    out += '-';
    return;
  }
  while (true) {
    size_t plain = text::plain_run(value, text::ColumnStops{delimiter});
    // Other controls stay.
    while (plain < value.size() && !breaks_columns(value[plain], delimiter)) {
      ++plain;
    }
    out.append(value.data(), plain);
    if (plain == value.size()) return;
    text::append_percent(value[plain], out);
    value.remove_prefix(plain + 1);
  }
}

void check_legend(std::string_view letters) {
  if (letters.empty()) throw UsageError("a legend needs at least one letter");
  for (char letter : letters) {
    if (kLegendLetters.find(letter) == std::string_view::npos) {
      throw UsageError(std::string("legend letter '") + letter +
                       "' cannot be computed; known letters are " +
                       std::string(kLegendLetters));
    }
  }
}

void append_line(const Capture& capture, const Legend& legend,
                 std::string& out) {
  const char delimiter = legend.delimiter;
  bool first = true;
  for (char letter : legend.letters) {
    if (!first) out += delimiter;
    first = false;
    switch (letter) {
      case 'N':
      case 'A':
        append_column(capture.urlkey, delimiter, out);
        break;
      case 'b':
        append_column(capture.date, delimiter, out);
        break;
      case 'a':
        append_column(capture.url, delimiter, out);
        break;
      case 'm':
        append_column(capture.mime, delimiter, out);
        break;
      case 's':
        append_column(capture.status, delimiter, out);
        break;
      case 'k':
        append_column(without_sha1(capture.digest), delimiter, out);
        break;
      case 'r':
        append_column(capture.redirect, delimiter, out);
        break;
      case 'M':
        append_column(capture.meta, delimiter, out);
        break;
      case 'S':
        append_position(capture.has_location && capture.has_length,
                        capture.length, out);
        break;
      case 'V':
        append_position(capture.has_location, capture.offset, out);
        break;
      case 'g':
        append_column(capture.filename, delimiter, out);
        break;
      case 'h':
        append_column(host_of(capture.url), delimiter, out);
        break;
      case 'e':
        append_column(capture.ip_address, delimiter, out);
        break;
      case 'u':
        append_column(
            capture.record_id.empty() ? "" : '<' + capture.record_id + '>',
            delimiter, out);
        break;
      case 'n':
        append_number(capture.block_length, out);
        break;
      default:
        out += '-';
    }
  }
  out += '\n';
}

void append_cdxj(const Capture& capture, std::string& out,
                 const std::vector<std::string>& only) {
  append_column(capture.urlkey, ' ', out);
  out += ' ';
  append_column(capture.date, ' ', out);
  out += ' ';
  JsonObject json(out, only);
  json.add("metadata", capture.metadata);
  json.add("url", capture.url);
  json.add("mime", capture.mime);
  json.add("mime-detected", capture.mime_detected);
  json.add("status", capture.status);
  json.add("digest", capture.digest);
  json.add("redirect", capture.redirect);
  json.add("robotflags", capture.meta);
  if (capture.has_location) {
    if (capture.has_length) json.add("length", capture.length);
    json.add("offset", capture.offset);
  }
  for (const auto& [key, value] : capture.fields) json.add(key, value);
  json.add("filename", capture.filename);
  json.close();
  out += '\n';
}

}  // namespace wax::cdx
