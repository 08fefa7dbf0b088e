// The bytes in which servers of a joined collection talk: CBOR (RFC 8949),
// which keeps every byte of a text and every bit of a score. Any number of
// threads may call what is declared here.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "io/error.h"

namespace wax::answers {

inline constexpr std::string_view kCbor = "application/cbor";

[[nodiscard]] std::string cbor_of(const nlohmann::json& message);

// Throws FormatError for bytes that are no message, or one that is nested more
// than kMostNested levels deep. Memory: some times that of the bytes.
inline constexpr size_t kMostNested = 16;
[[nodiscard]] nlohmann::json from_cbor(std::string_view bytes);

// What read(message) returns. Throws FormatError also when it does not find in
// the message what it looks for.
template <typename Read>
[[nodiscard]] auto read_cbor(std::string_view bytes, Read&& read) {
  const nlohmann::json message = from_cbor(bytes);
  try {
    return std::forward<Read>(read)(message);
  } catch (const nlohmann::json::exception& error) {
    throw FormatError("message", 0, error.what());
  }
}

}  // namespace wax::answers
