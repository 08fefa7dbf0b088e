#include "warc/writer/stated_digest.h"

#include "text/ascii.h"
#include "text/number.h"

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

}  // namespace

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
