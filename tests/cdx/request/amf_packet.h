// AMF packets from their parts.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wax::cdx {

inline std::string big_endian(uint64_t value, int bytes) {
  std::string out;
  for (int i = bytes - 1; i >= 0; --i) {
    out += static_cast<char>(value >> (8 * i) & 0xff);
  }
  return out;
}

// A name of AMF 0: its length in two bytes, then its letters.
inline std::string name0(std::string_view text) {
  return big_endian(text.size(), 2) + std::string(text);
}

inline std::string string0(std::string_view text) {
  return "\x02" + name0(text);
}

inline std::string double_bytes(double value) {
  return big_endian(std::bit_cast<uint64_t>(value), 8);
}

inline std::string number0(double value) {
  return std::string(1, '\0') + double_bytes(value);
}

inline std::string date0(double milliseconds) {
  return "\x0b" + double_bytes(milliseconds) + big_endian(0, 2);
}

using Parts = std::vector<std::pair<std::string, std::string>>;

inline std::string properties0(const Parts& properties) {
  std::string out;
  for (const auto& [name, value] : properties) out += name0(name) + value;
  return out + std::string("\0\0\x09", 3);
}

inline std::string object0(const Parts& properties) {
  return "\x03" + properties0(properties);
}

inline std::string list0(const std::vector<std::string>& items) {
  std::string out = "\x0a" + big_endian(items.size(), 4);
  for (const std::string& item : items) out += item;
  return out;
}

// A string of AMF 3 below 64 bytes, without its type.
inline std::string name3(std::string_view text) {
  return big_endian(text.size() << 1 | 1, 1) + std::string(text);
}

inline std::string string3(std::string_view text) {
  return "\x06" + name3(text);
}

inline std::string integer3(int value) {  // 0 to 127
  return "\x04" + big_endian(static_cast<uint64_t>(value), 1);
}

inline std::string list3(const std::vector<std::string>& items) {
  std::string out = "\x09" + big_endian(items.size() << 1 | 1, 1) + "\x01";
  for (const std::string& item : items) out += item;
  return out;
}

// An object whose class has these properties and no others, below 8 of them or
// with more in two bytes.
inline std::string object3(std::string_view type, const Parts& properties) {
  uint64_t head = properties.size() << 4 | 3;
  std::string out = "\x0a";
  out += head < 0x80 ? big_endian(head, 1)
                     : big_endian((head >> 7 | 0x80) << 8 | (head & 0x7f), 2);
  out += name3(type);
  for (const auto& [name, value] : properties) out += name3(name);
  for (const auto& [name, value] : properties) out += value;
  return out;
}

// Externalized: what follows is the class's own affair.
inline std::string external3(std::string_view type, std::string_view content) {
  return "\x0a\x07" + name3(type) + std::string(content);
}

struct PacketMessage {
  std::string target;
  std::string name;
  std::string body;
};

inline std::string packet(const std::vector<PacketMessage>& messages,
                          int version = 3) {
  std::string out = big_endian(static_cast<uint64_t>(version), 2) +
                    big_endian(0, 2) + big_endian(messages.size(), 2);
  for (const PacketMessage& message : messages) {
    out += name0(message.target) + name0(message.name) + big_endian(0, 4) +
           message.body;
  }
  return out;
}

// One request with these arguments.
inline std::string call(const std::vector<std::string>& arguments) {
  return packet({{"t", "/1", list0(arguments)}});
}

inline std::string call3(std::string_view argument) {
  return call({"\x11" + std::string(argument)});
}

}  // namespace wax::cdx
