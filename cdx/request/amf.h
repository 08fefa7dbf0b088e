// Remoting messages of Flash and Flex in Action Message Format.
#pragma once

#include <bit>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <vector>

#include "text/utf8.h"

namespace wax::cdx {

// A property or item of a value.
struct AmfMember {
  std::string_view key;
  uint32_t value = 0;   // its place in AmfEnvelope::values
  bool has_key = true;  // false: an item, told by its position
};

struct AmfValue {
  enum class Kind : uint8_t {
    kNull,
    kUndefined,
    kFalse,
    kTrue,
    kInteger,     // any whole number of AMF 0, integers of AMF 3
    kNumber,      // the others
    kDate,        // `number` of milliseconds since 1970, in the years 1 to 9999
    kString,      // UTF-8 `text`
    kXml,         // the document as `text`
    kBytes,       // a byte array, in `text`
    kUuid,        // 16 bytes `text`
    kList,        // items
    kMap,         // properties; `text` is the class, empty for a plain object
    kArray,       // an associative array: its keys may be numbers
    kCollection,  // ArrayCollection: one member, a kList
    kProxy,       // ObjectProxy: one member
    kMessage,     // of Flex messaging: properties; `text` is its class
  };
  Kind kind = Kind::kNull;
  bool open = false;  // free for a walk's mark against cycles
  double number = 0;
  std::string_view text;
  // The last of several with one key counts.
  std::vector<AmfMember> members;
};

struct AmfMessage {
  std::string_view name;  // what the answer will refer to
  std::string_view target;
  bool is_request = true;
  uint32_t body = 0;  // its place in AmfEnvelope::values
};

struct AmfEnvelope {
  std::vector<AmfValue> values;
  std::vector<AmfMessage> messages;  // of several with one name, the last
};

// Deeper values are taken for damage.
inline constexpr int kDeepestAmf = 250;

// The messages of a request's body: an AMF 0 packet, in which AMF 3 may begin
// anywhere. Follows Adobe's specifications ("AMF 0", 2007; "AMF 3", 2013), and
// PyAMF where they leave a choice: lengths of messages and headers are not
// looked at, nor what follows the last message. Nothing where the packet is
// damaged or holds what PyAMF does not read: vectors, dictionaries,
// externalized classes but those of Flex (ArrayCollection, ObjectProxy, DSA,
// DSC, DSK and flex.messaging.messages).
//
// Views are of `body`, which must outlive the answer. Memory: some 50 bytes for
// each byte of the body, and up to 100 where it is nothing but empty messages
// of Flex.
[[nodiscard]] std::optional<AmfEnvelope> read_amf(std::string_view body);

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

class Amf3Reader {
 public:
  // Reads on in `bytes` and makes values in `values`; both outlive it.
  Amf3Reader(AmfBytes& bytes, AmfValues& values)
      : bytes_(bytes), values_(values) {}

  // Forgets what values of one message refer to.
  void clear();

  // Throws AmfDamage.
  uint32_t value();

 private:
  struct Class {
    std::string_view name;
    uint32_t encoding;
    std::vector<std::string_view> properties;
  };

  uint32_t u29();
  int32_t i29();
  std::optional<std::string_view> name();
  std::string_view string();
  std::optional<uint32_t> reference(uint32_t& length);
  uint32_t array(uint32_t items);
  uint32_t object();
  const Class& object_class(uint32_t head);

  AmfBytes& bytes_;
  AmfValues& values_;
  AmfValues::Table objects_;
  std::vector<std::string_view> strings_;
  std::deque<Class> classes_;  // which stay where they are
};

class Amf3Reader;
struct FlexMessage;

// Turns an object with properties into the value of its class, which is its
// text. Objects of other classes stay. Throws AmfDamage where the class cannot
// have these properties.
void settle_flex_object(uint32_t id, AmfValues& values);

// Reads objects that write themselves ("externalized").
class FlexReader {
 public:
  FlexReader(AmfBytes& bytes, AmfValues& values, Amf3Reader& amf3)
      : bytes_(bytes), values_(values), amf3_(amf3) {}

  // Fills the object `id`, whose text is its class. Throws AmfDamage for other
  // classes.
  void read(uint32_t id);

 private:
  uint32_t list_of(uint32_t id);
  void read_message(uint32_t id, const FlexMessage& known);
  std::vector<uint8_t> flags();
  uint8_t only_flags();
  uint32_t date_of(uint32_t id);
  uint32_t uuid();

  AmfBytes& bytes_;
  AmfValues& values_;
  Amf3Reader& amf3_;
};

}  // namespace wax::cdx
