#include "cdx/request/amf.h"

namespace wax::cdx {
namespace {

using Kind = AmfValue::Kind;

}  // namespace

void Amf3Reader::clear() {
  objects_.clear();
  strings_.clear();
  classes_.clear();
}

uint32_t Amf3Reader::value() {
  AmfValues::Level level(values_);
  uint32_t length = 0;
  switch (bytes_.number(1)) {
    case 0x00:
      return AmfValues::kUndefined;
    case 0x01:
      return AmfValues::kNull;
    case 0x02:
      return AmfValues::kFalse;
    case 0x03:
      return AmfValues::kTrue;
    case 0x04:
      return values_.make(Kind::kInteger, {}, i29());
    case 0x05:
      return values_.make(Kind::kNumber, {}, bytes_.real());
    case 0x06:
      return values_.make(Kind::kString, string());
    case 0x07:
    case 0x0b:
      if (auto there = reference(length)) return *there;
      return values_.make_in(objects_, Kind::kXml, bytes_.utf8(length));
    case 0x08:
      if (auto there = reference(length)) return *there;
      return values_.make_in(objects_, Kind::kDate, {},
                             checked_amf_date(bytes_.real()));
    case 0x09:
      if (auto there = reference(length)) return *there;
      return array(length);
    case 0x0a:
      return object();
    case 0x0c:
      if (auto there = reference(length)) return *there;
      return values_.make_in(objects_, Kind::kBytes, bytes_.take(length));
    default:
      throw AmfDamage();
  }
}

// A number of 29 bits; where the highest is set, twice the number and one, as
// PyAMF reads it.
uint32_t Amf3Reader::u29() {
  auto value = static_cast<uint32_t>(i29());
  bool high = (value & 0x10000000) != 0;
  return high ? (value & 0x1fffffff) << 1 | 1 : value;
}

// The number as it is, with a sign.
int32_t Amf3Reader::i29() {
  uint32_t value = 0;
  for (int n = 0; n < 3; ++n) {
    auto byte = static_cast<uint32_t>(bytes_.number(1));
    value = value << 7 | (byte & 0x7f);
    if (byte < 0x80) return static_cast<int32_t>(value);
  }
  value = value << 8 | static_cast<uint32_t>(bytes_.number(1));
  bool high = (value & 0x10000000) != 0;
  return static_cast<int32_t>(high ? value - 0x20000000 : value);
}

// A string or, where the reference leads nowhere, nothing.
std::optional<std::string_view> Amf3Reader::name() {
  uint32_t head = u29();
  if ((head & 1) == 0) {
    if (head >> 1 >= strings_.size()) return std::nullopt;
    return strings_[head >> 1];
  }
  std::string_view text = bytes_.take(head >> 1);
  if (!text.empty()) strings_.push_back(text);
  return text;
}

std::string_view Amf3Reader::string() {
  auto text = name();
  if (!text) throw AmfDamage();
  return AmfBytes::checked(*text);
}

// The value after a reference, or nothing where the value itself follows, of
// `length`.
std::optional<uint32_t> Amf3Reader::reference(uint32_t& length) {
  uint32_t head = u29();
  length = head >> 1;
  if ((head & 1) != 0) return std::nullopt;
  return length < objects_.size() ? objects_[length]
                                  : uint32_t{AmfValues::kNull};
}

uint32_t Amf3Reader::array(uint32_t items) {
  auto key = name();
  bool plain = key && key->empty();
  uint32_t array =
      values_.make_in(objects_, plain ? Kind::kList : Kind::kArray);
  values_.at(array).open = true;
  while (key && !key->empty()) {
    AmfBytes::checked(*key);
    uint32_t member = value();
    values_.add(array, *key, member);
    key = name();
  }
  // Without items, keys stay words.
  if (!plain && items == 0) values_.at(array).kind = Kind::kMap;
  for (; items > 0; --items) {
    uint32_t item = value();
    values_.add(array, item);
  }
  values_.at(array).open = false;
  return array;
}

uint32_t Amf3Reader::object() {
  uint32_t head = u29();
  if ((head & 1) == 0) return AmfValues::referred(objects_, head >> 1);
  const Class& type = object_class(head >> 1);
  uint32_t object = values_.make_in(objects_, Kind::kMap, type.name);
  constexpr uint32_t kExternal = 1;
  constexpr uint32_t kDynamic = 2;
  if ((type.encoding & kExternal) != 0) {
    FlexReader(bytes_, values_, *this).read(object);
    return object;
  }
  for (std::string_view name : type.properties) {
    uint32_t member = value();
    values_.add(object, name, member);
  }
  while (type.encoding == kDynamic) {
    auto key = name();
    if (!key || key->empty()) break;
    AmfBytes::checked(*key);
    uint32_t member = value();
    values_.add(object, *key, member);
  }
  settle_flex_object(object, values_);
  return object;
}

const Amf3Reader::Class& Amf3Reader::object_class(uint32_t head) {
  uint32_t rest = head >> 1;
  if ((head & 1) == 0) {
    if (rest >= classes_.size()) throw AmfDamage();
    return classes_[rest];
  }
  Class& type = classes_.emplace_back();
  type.name = string();
  type.encoding = rest & 3;
  for (uint32_t n = rest >> 2; n > 0; --n) type.properties.push_back(string());
  return type;
}

}  // namespace wax::cdx
