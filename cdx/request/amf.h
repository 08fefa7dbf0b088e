// Remoting messages of Flash and Flex in Action Message Format.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

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

}  // namespace wax::cdx
