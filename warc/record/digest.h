// Digests in the spellings that archives use.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace wax::warc {

enum class DigestAlgorithm { kSha1, kSha256, kSha512, kMd5 };

// A value without memory of its own.
struct Digest {
  DigestAlgorithm algorithm = DigestAlgorithm::kSha1;
  // Bytes that the algorithm makes; zeros follow.
  std::array<char, 64> raw{};

  // A view of this.
  [[nodiscard]] std::string_view bytes() const;
  friend bool operator==(const Digest&, const Digest&) = default;
};

// Computes a digest piecewise. Reusable after finish().
class Digester {
 public:
  explicit Digester(DigestAlgorithm algorithm = DigestAlgorithm::kSha1);
  ~Digester();
  Digester(Digester&&) noexcept;
  Digester& operator=(Digester&&) noexcept;
  void update(std::string_view bytes);
  // The digest, and back to the start.
  [[nodiscard]] Digest finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Reads "sha1:BASE32", "sha256:hex", either with "urn:" in front, bare base32
// or hex, upper or lower case. A bare value's algorithm follows from its
// length; 32 characters are MD5 when they are lower-case hex, else SHA-1 in
// base32. After an algorithm's name base64 will do, too. The value may have
// blanks around it, also as "%20" before it, and "=" at its end.
[[nodiscard]] std::optional<Digest> parse_digest(std::string_view text);

[[nodiscard]] std::string to_base32(std::string_view bytes);  // upper case
// The same, appended: for hot loops.
void append_base32(std::string_view bytes, std::string& out);
// Base64 (RFC 4648, section 4), padded.
void append_base64(std::string_view bytes, std::string& out);
[[nodiscard]] std::string_view name(DigestAlgorithm algorithm);  // "sha1"
// By that name; nothing for another one.
[[nodiscard]] std::optional<DigestAlgorithm> digest_algorithm(
    std::string_view name);

// The one spelling for lists and the index: "sha1:" and base32, for other
// algorithms "sha256:" and lower-case hex, and so on.
[[nodiscard]] std::string spelling(const Digest& digest);
// The same, appended: for hot loops.
void append_digest(const Digest& digest, std::string& out);

// The same spelling of a digest, however it was written. Text that is no
// digest comes back unchanged (a key that is odd still matches itself). Empty
// and "-" give "-".
[[nodiscard]] std::string normal_digest(std::string_view text);
// The same, appended: for hot loops.
void append_normal_digest(std::string_view text, std::string& out);

}  // namespace wax::warc
