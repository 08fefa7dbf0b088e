#include "warc/writer/stated_digest.h"

#include "io/byte_source.h"
#include "io/problem.h"
#include "text/ascii.h"
#include "text/number.h"
#include "warc/http/http.h"

namespace wax::warc {
namespace {

// A digest as the field of another one writes it: in base32 or hex, in the same
// case, with the same words before it.
std::string written_alike(const Digest& digest, std::string_view other) {
  const size_t colon = other.rfind(':');
  const size_t begin = colon == other.npos ? 0 : colon + 1;
  std::string value = to_base32(digest.bytes());
  if (other.size() - begin == 2 * digest.bytes().size()) {
    value = text::to_hex(digest.bytes());
  }
  std::string former(other.substr(begin));
  text::lower_case(former);
  if (former == other.substr(begin)) {
    text::lower_case(value);
  } else {
    text::upper_case(value);
  }
  return std::string(other.substr(0, begin)) + value;
}

std::string_view value_of(std::span<const Field> fields,
                          std::string_view name) {
  for (const Field& field : fields) {
    if (text::equal_ignoring_case(field.name, name)) return field.value;
  }
  return {};
}

// Empty: no payload.
std::string digest_of(io::ByteSource& source) {
  Digester digester;
  bool has_bytes = false;
  for (std::string_view bytes; !(bytes = source.peek(1)).empty();
       source.consume(bytes.size())) {
    digester.update(bytes);
    has_bytes = true;
  }
  return has_bytes ? spelling(digester.finish()) : std::string();
}

}  // namespace

BlockDigests digests_of_block(std::span<const Field> fields,
                              std::string_view block) {
  BlockDigests made;
  Digester digester;
  digester.update(block);
  made.block = spelling(digester.finish());
  if (!value_of(fields, "WARC-Segment-Number").empty()) return made;
  const std::string_view type = value_of(fields, "WARC-Type");
  if (type == "resource" || type == "conversion") made.payload = made.block;
  if (type != "response" && type != "request") return made;
  io::MemorySource source(block);
  std::string buffer;
  HttpHead head;
  if (!read_http_head(source, buffer, head)) return made;
  DecodeOptions decode;
  decode.decompress = false;
  NoProblems none;
  made.payload =
      digest_of(*decode_body(source, head.headers, decode, none, Problem()));
  return made;
}

StatedDigest::StatedDigest(const Record& record, std::string_view field)
    : stated_(record.headers.find(field).value_or("")),
      known_(parse_digest(stated_)) {
  if (known_) digester_ = Digester(known_->algorithm);
}

std::string StatedDigest::finish() {
  if (!known_) return stated_;
  const Digest made = digester_.finish();
  return made == *known_ ? stated_ : written_alike(made, stated_);
}

}  // namespace wax::warc
