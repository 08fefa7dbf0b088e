#include "index/page/main_model_table.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace wax::index {
namespace {

// Written by models/main_content/train.py.
constexpr char kMainModel[] =
#include "index/page/main_model.inc"
    ;

constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string main_model_table() {
  std::array<uint8_t, 256> values{};
  for (size_t i = 0; i < kBase64.size(); ++i) {
    values[static_cast<unsigned char>(kBase64[i])] = static_cast<uint8_t>(i);
  }
  std::string bytes;
  bytes.reserve(sizeof kMainModel / 4 * 3);
  uint32_t bits = 0;
  uint32_t count = 0;
  for (char c : kMainModel) {
    if (c == '=' || c == '\0') break;
    bits = bits << 6 | values[static_cast<unsigned char>(c)];
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>(bits >> count & 0xFF);
    }
  }
  return bytes;
}

}  // namespace wax::index
