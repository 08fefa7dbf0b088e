// Dictionaries of `.warc.zst` files.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace wax::io {

// Trains a dictionary of at most 110 KiB on samples that lie one behind the
// other in `samples`. Empty when they are too few or too much alike.
[[nodiscard]] std::string train_dictionary(std::string_view samples,
                                           std::span<const size_t> sizes);

// The frame that holds it at the front of a file, compressed (IIPC,
// "Zstandard compression in WARC files" 1.0).
[[nodiscard]] std::string dictionary_frame(std::string_view dictionary);

}  // namespace wax::io
