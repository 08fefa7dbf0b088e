#include "posts/list/author_names.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/rand.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <new>

#include "io/error.h"
#include "text/number.h"
#include "warc/record/crypto_library.h"

namespace wax::posts {
namespace {

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

struct AuthorNames::State {
  EVP_MAC* hmac = nullptr;
  EVP_MAC_CTX* context = nullptr;

  State() {
    warc::begin_crypto();
    hmac = EVP_MAC_fetch(nullptr, "HMAC", nullptr);
    if (hmac != nullptr) context = EVP_MAC_CTX_new(hmac);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    EVP_MAC_CTX_free(context);
    EVP_MAC_free(hmac);
  }
};

std::string random_author_key() {
  warc::begin_crypto();
  std::array<unsigned char, 32> bytes{};
  if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
    throw IoError("random bytes", "read", EIO);
  }
  return {bytes.begin(), bytes.end()};
}

AuthorNames::AuthorNames(std::string_view key)
    : state_(std::make_unique<State>()) {
  std::string digest = "SHA256";
  const std::array<OSSL_PARAM, 2> params = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.data(),
                                       digest.size()),
      OSSL_PARAM_construct_end()};
  if (state_->context == nullptr ||
      EVP_MAC_init(state_->context, bytes_of(key), key.size(), params.data()) !=
          1) {
    throw std::bad_alloc();
  }
}

AuthorNames::~AuthorNames() = default;

std::string AuthorNames::of(std::string_view author) const {
  constexpr size_t kBytes = 8;
  std::array<unsigned char, 32> code{};
  size_t size = 0;
  // The key stays.
  if (EVP_MAC_init(state_->context, nullptr, 0, nullptr) != 1 ||
      EVP_MAC_update(state_->context, bytes_of(author), author.size()) != 1 ||
      EVP_MAC_final(state_->context, code.data(), &size, code.size()) != 1) {
    throw std::bad_alloc();
  }
  uint64_t number = 0;
  for (size_t i = 0; i < kBytes; ++i) number = number << 8 | code[i];
  std::string hex;
  text::append_hex_number(number, 2 * kBytes, hex);
  return hex;
}

}  // namespace wax::posts
