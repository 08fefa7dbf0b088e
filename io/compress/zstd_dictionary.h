// Dictionaries of `.warc.zst` files.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace wax::io {

// Trains a dictionary of at most 110 KiB on the samples, which lie one after
// the other in `samples`. Empty if they are too few or too similar.
[[nodiscard]] std::string train_dictionary(std::string_view samples,
                                           std::span<const size_t> sizes);

// The compressed frame with the dictionary, for the front of a file (IIPC,
// "Zstandard compression in WARC files" 1.0).
[[nodiscard]] std::string dictionary_frame(std::string_view dictionary);

}  // namespace wax::io
