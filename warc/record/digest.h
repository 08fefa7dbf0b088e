// Digests in the spellings that archives use.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace wax::warc {

enum class DigestAlgorithm { kSha1, kSha256, kSha512, kMd5 };

// Computes a digest piecewise. Reusable after finish().
class Digester {
 public:
  explicit Digester(DigestAlgorithm algorithm = DigestAlgorithm::kSha1);
  ~Digester();
  Digester(Digester&&) noexcept;
  Digester& operator=(Digester&&) noexcept;
  void update(std::string_view bytes);
  // The raw bytes, and back to the start.
  [[nodiscard]] std::string finish();
  // The same, put in the place of `bytes`.
  void finish(std::string& bytes);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// A digest as text, taken apart.
struct Digest {
  DigestAlgorithm algorithm = DigestAlgorithm::kSha1;
  std::string bytes;
  friend bool operator==(const Digest&, const Digest&) = default;
};

// Reads "sha1:BASE32", "sha256:hex", either with "urn:" in front, bare base32
// or hex, upper or lower case. A bare value's algorithm follows from its
// length; 32 characters are MD5 when they are lower-case hex, else SHA-1 in
// base32. Behind an algorithm's name base64 will do, too. Base32 and base64 may
// be padded by "=".
[[nodiscard]] std::optional<Digest> parse_digest(std::string_view text);

[[nodiscard]] std::string to_base32(std::string_view bytes);  // upper case
// The same, appended: for hot loops.
void append_base32(std::string_view bytes, std::string& out);
[[nodiscard]] std::string_view name(DigestAlgorithm algorithm);  // "sha1"
// By that name; nothing for another one.
[[nodiscard]] std::optional<DigestAlgorithm> digest_algorithm(
    std::string_view name);

// The one spelling for lists and the index: "sha1:" + base32 for SHA-1 however
// it was written; other algorithms "sha256:" + lower-case hex and so on; text
// that is no digest comes back unchanged (a key that is odd still matches
// itself). Empty and "-" give "-".
[[nodiscard]] std::string normal_digest(std::string_view text);
// The same, appended: for hot loops.
void append_normal_digest(std::string_view text, std::string& out);

}  // namespace wax::warc
