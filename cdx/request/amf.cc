#include "cdx/request/amf.h"

#include <cmath>
#include <map>
#include <utility>

namespace wax::cdx {
namespace {

using Kind = AmfValue::Kind;

// What PyAMF takes for false.
bool is_nothing(const AmfValue& value) {
  switch (value.kind) {
    case Kind::kNull:
    case Kind::kFalse:
      return true;
    case Kind::kInteger:
    case Kind::kNumber:
      return value.number == 0;
    case Kind::kString:
    case Kind::kBytes:
      return value.text.empty();
    case Kind::kMap:
    case Kind::kArray:
      return value.members.empty();
    default:
      return false;
  }
}

// A packet: messages of AMF 0 (Adobe, "AMF 0", 2007).
class PacketReader {
 public:
  explicit PacketReader(std::string_view body) : bytes_(body) {}

  AmfEnvelope read() {
    uint64_t version = bytes_.number(2);
    if (version > 9) throw AmfDamage();
    may_have_amf3_ = version == 3;
    for (uint64_t headers = bytes_.number(2); headers > 0; --headers) {
      bytes_.utf8(bytes_.number(2));
      bytes_.take(1 + 4);
      value();
    }
    uint64_t messages = bytes_.number(2);
    if (messages >= 0x8000) messages = 0;
    for (; messages > 0; --messages) message();
    envelope_.values = std::move(values_.all());
    return std::move(envelope_);
  }

 private:
  void message() {
    objects_.clear();
    amf3_.clear();
    AmfMessage read;
    read.target = bytes_.utf8(bytes_.number(2));
    read.name = bytes_.utf8(bytes_.number(2));
    for (std::string_view end : {"/onResult", "/onStatus", "/onDebugEvents"}) {
      if (!read.target.ends_with(end)) continue;
      read.is_request = false;
      read.target.remove_suffix(end.size());
    }
    bytes_.take(4);
    if (read.is_request) {
      read.body = arguments();
    } else {
      read.body = value();
      read.name = read.target;
    }
    auto& all = envelope_.messages;
    auto [place, added] = names_.try_emplace(read.name, all.size());
    if (added) {
      all.push_back(read);
    } else {
      all[place->second] = read;
    }
  }

  // The array of a call's arguments is none that others refer to.
  uint32_t arguments() {
    if (bytes_.next_is('\x11') && may_have_amf3_) {
      uint32_t id = value();
      return is_nothing(values_.at(id)) ? uint32_t{AmfValues::kEmptyList} : id;
    }
    if (bytes_.number(1) != 0x0a) throw AmfDamage();
    uint32_t list = values_.make(Kind::kList);
    items(list);
    return list;
  }

  uint32_t value() {
    AmfValues::Level level(values_);
    switch (bytes_.number(1)) {
      case 0x00:
        return number();
      case 0x01:
        return bytes_.number(1) == 0 ? AmfValues::kFalse : AmfValues::kTrue;
      case 0x02:
        return values_.make(Kind::kString, bytes_.utf8(bytes_.number(2)));
      case 0x03: {
        uint32_t object = values_.make_in(objects_, Kind::kMap);
        properties(object);
        return object;
      }
      case 0x05:
      case 0x0d:  // unsupported
        return AmfValues::kNull;
      case 0x06:
        return AmfValues::kUndefined;
      case 0x07:
        return AmfValues::referred(objects_, bytes_.number(2));
      case 0x08: {
        bytes_.take(4);
        uint32_t array = values_.make_in(objects_, Kind::kArray);
        properties(array);
        return array;
      }
      case 0x0a: {
        uint32_t list = values_.make_in(objects_, Kind::kList);
        items(list);
        return list;
      }
      case 0x0b: {
        double milliseconds = checked_amf_date(bytes_.real());
        bytes_.take(2);  // a time zone that does not count
        return values_.make_in(objects_, Kind::kDate, {}, milliseconds);
      }
      case 0x0c:
        return values_.make(Kind::kString, bytes_.utf8(bytes_.number(4)));
      case 0x0f:
        return values_.make_in(objects_, Kind::kXml,
                               bytes_.utf8(bytes_.number(4)));
      case 0x10:
        return object();
      case 0x11:
        return amf3_.value();
      default:
        throw AmfDamage();
    }
  }

  uint32_t number() {
    double real = bytes_.real();
    bool whole = std::isfinite(real) && real == std::floor(real);
    return values_.make(whole ? Kind::kInteger : Kind::kNumber, {}, real);
  }

  void items(uint32_t list) {
    for (uint64_t left = bytes_.number(4); left > 0; --left) {
      uint32_t item = value();
      values_.add(list, item);
    }
  }

  void properties(uint32_t object) {
    for (;;) {
      std::string_view key = bytes_.utf8(bytes_.number(2));
      if (bytes_.next_is('\x09')) break;
      uint32_t member = value();
      values_.add(object, key, member);
    }
    bytes_.take(1);
  }

  uint32_t object() {
    std::string_view name = bytes_.utf8(bytes_.number(2));
    if (name.empty()) throw AmfDamage();
    uint32_t object = values_.make_in(objects_, Kind::kMap, name);
    properties(object);
    settle_flex_object(object, values_);
    return object;
  }

  AmfBytes bytes_;
  AmfValues values_;
  Amf3Reader amf3_{bytes_, values_};
  AmfEnvelope envelope_;
  bool may_have_amf3_ = false;
  std::map<std::string_view, size_t> names_;  // of messages
  AmfValues::Table objects_;
};

}  // namespace

std::optional<AmfEnvelope> read_amf(std::string_view body) {
  try {
    return PacketReader(body).read();
  } catch (const AmfDamage&) {
    return std::nullopt;
  }
}

}  // namespace wax::cdx
