// What the readers of AMF 0 and AMF 3 share: the bytes of a packet, and the
// values that are made of them.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "cdx/request/amf.h"
#include "text/utf8.h"

namespace wax::cdx {

// Thrown where a packet cannot be read on; ends in read_amf().
struct AmfDamage {};

// The bytes of a packet, from front to back.
class AmfBytes {
 public:
  explicit AmfBytes(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool next_is(char byte) const {
    return rest_.starts_with(byte);
  }

  std::string_view take(uint64_t size) {
    if (size > rest_.size()) throw AmfDamage();
    std::string_view bytes = rest_.substr(0, static_cast<size_t>(size));
    rest_.remove_prefix(bytes.size());
    return bytes;
  }

  // `bytes` of it, the highest first.
  uint64_t number(size_t bytes) {
    uint64_t value = 0;
    for (char c : take(bytes)) value = value << 8 | static_cast<uint8_t>(c);
    return value;
  }

  double real() { return std::bit_cast<double>(number(8)); }

  // UTF-8 of so many bytes.
  std::string_view utf8(uint64_t size) { return checked(take(size)); }

  static std::string_view checked(std::string_view text) {
    if (!text::is_utf8(text)) throw AmfDamage();
    return text;
  }

 private:
  std::string_view rest_;
};

// The values of a packet, by their place in AmfEnvelope::values.
class AmfValues {
 public:
  using Kind = AmfValue::Kind;
  using Table = std::vector<uint32_t>;  // that later bytes refer to

  // Values without content, which all share.
  enum : uint32_t { kNull, kUndefined, kFalse, kTrue, kEmptyList, kEmptyMap };

  AmfValues() {
    for (Kind kind : {Kind::kNull, Kind::kUndefined, Kind::kFalse, Kind::kTrue,
                      Kind::kList, Kind::kMap}) {
      make(kind);
    }
  }

  [[nodiscard]] AmfValue& at(uint32_t id) { return values_[id]; }
  [[nodiscard]] std::vector<AmfValue>& all() { return values_; }

  uint32_t make(Kind kind, std::string_view text = {}, double number = 0) {
    AmfValue& value = values_.emplace_back();
    value.kind = kind;
    value.text = text;
    value.number = number;
    return static_cast<uint32_t>(values_.size() - 1);
  }

  // A value that later ones may refer to.
  uint32_t make_in(Table& table, Kind kind, std::string_view text = {},
                   double number = 0) {
    table.push_back(make(kind, text, number));
    return table.back();
  }

  static uint32_t referred(const Table& table, uint64_t n) {
    if (n >= table.size()) throw AmfDamage();
    return table[static_cast<size_t>(n)];
  }

  void add(uint32_t id, std::string_view key, uint32_t value) {
    at(id).members.push_back({key, value});
  }
  void add(uint32_t id, uint32_t value) {
    at(id).members.push_back({{}, value, false});
  }

  // While it lives, a value is read that lies inside others.
  class Level {
   public:
    explicit Level(AmfValues& values) : depth_(values.depth_) {
      if (++depth_ > kDeepestAmf) throw AmfDamage();
    }
    ~Level() { --depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    int& depth_;
  };

 private:
  std::vector<AmfValue> values_;
  int depth_ = 0;
};

// Years 1 to 9999, as PyAMF has them.
inline double checked_amf_date(double milliseconds) {
  double seconds = milliseconds / 1000;
  if (!(seconds >= -62135596800.0 && seconds < 253402300800.0)) {
    throw AmfDamage();
  }
  return milliseconds;
}

}  // namespace wax::cdx
