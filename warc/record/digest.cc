#include "warc/record/digest.h"

#include <openssl/evp.h>

#include <algorithm>

#include "io/error.h"
#include "text/ascii.h"
#include "text/number.h"
#include "warc/record/crypto_library.h"

namespace wax::warc {
namespace {

constexpr std::string_view kBase32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

struct Algorithm {
  DigestAlgorithm id;
  std::string_view name;
  std::string_view other_name;
  size_t bytes;
};

constexpr std::array kAlgorithms = {
    Algorithm{DigestAlgorithm::kSha1, "sha1", "sha-1", 20},
    Algorithm{DigestAlgorithm::kSha256, "sha256", "sha-256", 32},
    Algorithm{DigestAlgorithm::kSha512, "sha512", "sha-512", 64},
    Algorithm{DigestAlgorithm::kMd5, "md5", "md-5", 16},
};

const Algorithm& algorithm_of(DigestAlgorithm id) {
  return kAlgorithms[static_cast<size_t>(id)];
}

const EVP_MD* method(DigestAlgorithm id) {
  switch (id) {
    case DigestAlgorithm::kSha1:
      return EVP_sha1();
    case DigestAlgorithm::kSha256:
      return EVP_sha256();
    case DigestAlgorithm::kSha512:
      return EVP_sha512();
    case DigestAlgorithm::kMd5:
      return EVP_md5();
  }
  return EVP_sha1();
}

int base32_value(char c) {
  if (text::is_letter(c)) return text::to_upper(c) - 'A';
  if (c >= '2' && c <= '7') return c - '2' + 26;
  return -1;
}

// Both alphabets of RFC 4648, sections 4 and 5.
int base64_value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (text::is_digit(c)) return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return -1;
}

// Takes text in units of `bits`; what is left over at the end is padding.
template <typename Value>
std::optional<std::string> unpack(std::string_view text, int bits,
                                  Value value_of) {
  std::string bytes;
  uint32_t pool = 0;
  int held = 0;
  for (char c : text) {
    int value = value_of(c);
    if (value < 0) return std::nullopt;
    pool = (pool << bits | static_cast<uint32_t>(value)) & 0xffff;
    held += bits;
    if (held >= 8) {
      held -= 8;
      bytes.push_back(static_cast<char>(pool >> held & 0xff));
    }
  }
  return bytes;
}

constexpr size_t base32_length(size_t bytes) { return (bytes * 8 + 4) / 5; }

std::optional<std::string> bytes_of(std::string_view text, size_t bytes) {
  if (text.size() == 2 * bytes) {
    auto from_hex = unpack(text, 4, text::hex_value);
    if (from_hex) return from_hex;
  }
  if (text.size() != base32_length(bytes)) return std::nullopt;
  return unpack(text, 5, base32_value);
}

std::optional<std::string> from_base64(std::string_view text, size_t bytes) {
  if (text.size() != (bytes * 8 + 5) / 6) return std::nullopt;
  return unpack(text, 6, base64_value);
}

// Without blanks, also those that a column of a CDX file has as "%20", and
// without padding.
std::string_view without_padding(std::string_view text) {
  constexpr std::string_view kBlank = "%20";
  text = text::trim(text);
  while (text.starts_with(kBlank)) text.remove_prefix(kBlank.size());
  while (text.ends_with('=')) text.remove_suffix(1);
  return text;
}

bool is_lower_hex(std::string_view text) {
  return text.find_first_not_of(text::kLowerHex) == std::string_view::npos;
}

Digest made_digest(DigestAlgorithm algorithm, std::string_view bytes) {
  Digest digest{algorithm, {}};
  std::copy(bytes.begin(), bytes.end(), digest.raw.begin());
  return digest;
}

std::optional<Digest> parse_bare(std::string_view text) {
  // 32 characters are SHA-1 in base32 or MD5 in hex. Text that would do for
  // both is MD5 with overwhelming odds: base32 uses 20 letters more.
  if (text.size() == 32 && is_lower_hex(text)) {
    return made_digest(DigestAlgorithm::kMd5,
                       *unpack(text, 4, text::hex_value));
  }
  for (const Algorithm& algorithm : kAlgorithms) {
    if (auto bytes = bytes_of(text, algorithm.bytes)) {
      return made_digest(algorithm.id, *bytes);
    }
  }
  return std::nullopt;
}

// Whether text is spelled as normal_digest() spells SHA-1, without its prefix.
bool is_upper_base32_sha1(std::string_view text) {
  if (text.size() != 32) return false;
  // No early end, so that all bytes are looked at at once.
  uint8_t bad = 0;
  for (size_t i = 0; i < 32; ++i) {
    auto c = static_cast<uint8_t>(text[i]);
    bad |= static_cast<uint8_t>(static_cast<uint8_t>(c - 'A') > 25) &
           static_cast<uint8_t>(static_cast<uint8_t>(c - '2') > 5);
  }
  return bad == 0;
}

}  // namespace

struct Digester::State {
  explicit State(DigestAlgorithm which) : algorithm(which) {
    begin_crypto();
    context = EVP_MD_CTX_new();
    if (context == nullptr ||
        EVP_DigestInit_ex(context, method(which), nullptr) != 1) {
      EVP_MD_CTX_free(context);
      throw Error("digest algorithm " + std::string(name(which)) +
                  " is not available on this system");
    }
  }
  ~State() { EVP_MD_CTX_free(context); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  DigestAlgorithm algorithm;
  EVP_MD_CTX* context = nullptr;
};

Digester::Digester(DigestAlgorithm algorithm)
    : state_(std::make_unique<State>(algorithm)) {}
Digester::~Digester() = default;
Digester::Digester(Digester&&) noexcept = default;
Digester& Digester::operator=(Digester&&) noexcept = default;

void Digester::update(std::string_view bytes) {
  if (EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()) != 1) {
    throw Error("digest computation failed");
  }
}

Digest Digester::finish() {
  Digest digest{state_->algorithm, {}};
  static_assert(EVP_MAX_MD_SIZE <= sizeof digest.raw);
  if (EVP_DigestFinal_ex(state_->context,
                         reinterpret_cast<unsigned char*>(digest.raw.data()),
                         nullptr) != 1 ||
      EVP_DigestInit_ex(state_->context, nullptr, nullptr) != 1) {
    throw Error("digest computation failed");
  }
  return digest;
}

std::string_view Digest::bytes() const {
  return {raw.data(), algorithm_of(algorithm).bytes};
}

std::optional<Digest> parse_digest(std::string_view text) {
  constexpr std::string_view kUrn = "urn:";
  text = without_padding(text);
  if (text::equal_ignoring_case(text.substr(0, kUrn.size()), kUrn)) {
    text.remove_prefix(kUrn.size());
  }
  size_t colon = text.find(':');
  if (colon == std::string_view::npos) return parse_bare(text);
  std::string_view scheme = text.substr(0, colon);
  for (const Algorithm& algorithm : kAlgorithms) {
    if (!text::equal_ignoring_case(scheme, algorithm.name) &&
        !text::equal_ignoring_case(scheme, algorithm.other_name)) {
      continue;
    }
    const std::string_view value = without_padding(text.substr(colon + 1));
    auto bytes = bytes_of(value, algorithm.bytes);
    if (!bytes) bytes = from_base64(value, algorithm.bytes);
    if (!bytes) return std::nullopt;
    return made_digest(algorithm.id, *bytes);
  }
  return std::nullopt;
}

void append_base64(std::string_view bytes, std::string& out) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t at = 0; at < bytes.size(); at += 3) {
    const std::string_view unit = bytes.substr(at, 3);
    uint32_t pool = 0;
    for (size_t i = 0; i < 3; ++i) {
      const char byte = i < unit.size() ? unit[i] : '\0';
      pool = pool << 8 | static_cast<unsigned char>(byte);
    }
    for (size_t i = 0; i < 4; ++i) {
      out += i <= unit.size() ? kDigits[pool >> (18 - 6 * i) & 63] : '=';
    }
  }
}

std::string to_base32(std::string_view bytes) {
  std::string text;
  append_base32(bytes, text);
  return text;
}

void append_base32(std::string_view bytes, std::string& out) {
  out.reserve(out.size() + base32_length(bytes.size()));
  uint32_t pool = 0;
  int held = 0;
  for (char c : bytes) {
    pool = (pool << 8 | static_cast<unsigned char>(c)) & 0xffff;
    for (held += 8; held >= 5; held -= 5) {
      out.push_back(kBase32[pool >> (held - 5) & 31]);
    }
  }
  if (held > 0) out.push_back(kBase32[pool << (5 - held) & 31]);
}

std::optional<DigestAlgorithm> digest_algorithm(std::string_view name) {
  for (const Algorithm& known : kAlgorithms) {
    if (known.name == name) return known.id;
  }
  return std::nullopt;
}

std::string_view name(DigestAlgorithm algorithm) {
  return algorithm_of(algorithm).name;
}

void append_normal_digest(std::string_view text, std::string& out) {
  if (text.empty() || text == "-") {
    out += '-';
    return;
  }
  std::string_view bare = text.starts_with("sha1:") ? text.substr(5) : text;
  if (is_upper_base32_sha1(bare)) {
    out.append("sha1:").append(bare);
    return;
  }
  auto digest = parse_digest(text);
  if (!digest) {
    out += text;
    return;
  }
  append_digest(*digest, out);
}

void append_digest(const Digest& digest, std::string& out) {
  out.append(name(digest.algorithm)).append(":");
  if (digest.algorithm == DigestAlgorithm::kSha1) {
    append_base32(digest.bytes(), out);
  } else {
    text::append_hex(digest.bytes(), out);
  }
}

std::string spelling(const Digest& digest) {
  std::string text;
  append_digest(digest, text);
  return text;
}

std::string normal_digest(std::string_view text) {
  std::string out;
  append_normal_digest(text, out);
  return out;
}

}  // namespace wax::warc
