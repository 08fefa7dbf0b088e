#include "warc/record/crypto_library.h"

#include <openssl/crypto.h>

#include <new>

namespace wax::warc {

void begin_crypto() {
  // The first call may succeed without the context that all others use.
  static const bool is_ready =
      OPENSSL_init_crypto(OPENSSL_INIT_LOAD_CONFIG, nullptr) == 1 &&
      OSSL_LIB_CTX_get0_global_default() != nullptr;
  if (!is_ready) throw std::bad_alloc();
}

}  // namespace wax::warc
