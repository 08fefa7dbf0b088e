#include "posts/list/author_names.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <new>

#include "text/number.h"

namespace wax::posts {

std::string AuthorNames::of(std::string_view author) const {
  constexpr size_t kBytes = 8;
  std::array<unsigned char, EVP_MAX_MD_SIZE> code{};
  unsigned size = 0;
  if (HMAC(EVP_sha256(), key_.data(), static_cast<int>(key_.size()),
           reinterpret_cast<const unsigned char*>(author.data()),
           author.size(), code.data(), &size) == nullptr) {
    throw std::bad_alloc();
  }
  uint64_t number = 0;
  for (size_t i = 0; i < kBytes; ++i) number = number << 8 | code[i];
  std::string hex;
  text::append_hex_number(number, 2 * kBytes, hex);
  return hex;
}

}  // namespace wax::posts
