// Checksums of a file's bytes as OUT/build.files (known_files.h) has them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/read_sums.h"

namespace wax::collection {

using KnownSums = std::vector<io::SummedRange>;

// The size in a stamp (io::file_stamp()). Valid as long as the stamp.
[[nodiscard]] std::string_view size_in(std::string_view stamp);

// Whether one sum is of all bytes of a file with this stamp.
[[nodiscard]] bool has_all_bytes(const KnownSums& ranges,
                                 std::string_view stamp);

// Where all bytes have one sum, that; else "BEGIN-END:SUM,...".
[[nodiscard]] std::string sums_text(const KnownSums& ranges,
                                    std::string_view stamp);

// Reads such a text. Nothing when it is damaged.
[[nodiscard]] std::optional<KnownSums> sums_in(std::string_view text,
                                               std::string_view stamp);

}  // namespace wax::collection
