#include "io/compress/zstd_dictionary.h"

#include <zdict.h>
#include <zstd.h>

#include "io/compress/inflater.h"
#include "io/error.h"

namespace wax::io {

std::string train_dictionary(std::string_view samples,
                             std::span<const size_t> sizes) {
  constexpr size_t kMost = 110 * 1024;
  std::string dictionary(kMost, '\0');
  size_t size =
      ZDICT_trainFromBuffer(dictionary.data(), kMost, samples.data(),
                            sizes.data(), static_cast<unsigned>(sizes.size()));
  dictionary.resize(ZDICT_isError(size) ? 0 : size);
  return dictionary;
}

std::string dictionary_frame(std::string_view dictionary) {
  constexpr int kLevel = 19;
  std::string compressed(ZSTD_compressBound(dictionary.size()), '\0');
  size_t size = ZSTD_compress(compressed.data(), compressed.size(),
                              dictionary.data(), dictionary.size(), kLevel);
  if (ZSTD_isError(size)) throw Error(ZSTD_getErrorName(size));
  compressed.resize(size);
  std::string frame(kDictionaryFrame);
  for (int shift : {0, 8, 16, 24}) {
    frame += static_cast<char>(size >> shift & 0xff);
  }
  return frame + compressed;
}

}  // namespace wax::io
