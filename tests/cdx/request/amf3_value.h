// A value of AMF 3, read from its bytes.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "cdx/request/amf.h"

namespace wax::cdx {

class Amf3Value {
 public:
  explicit Amf3Value(std::string bytes)
      : bytes_(std::move(bytes)), packet_(bytes_), reader_(packet_, values_) {
    try {
      id_ = reader_.value();
    } catch (const AmfDamage&) {
    }
  }

  // Whether the bytes are a value.
  [[nodiscard]] bool good() const { return id_.has_value(); }
  // Of a good one.
  [[nodiscard]] uint32_t id() const { return *id_; }
  [[nodiscard]] const AmfValue& value() { return values_.at(*id_); }
  [[nodiscard]] const AmfValue& at(uint32_t id) { return values_.at(id); }
  // The member that counts of that key; null when there is none.
  [[nodiscard]] const AmfValue* member(std::string_view key) {
    const AmfValue* found = nullptr;
    for (const AmfMember& member : value().members) {
      if (member.has_key && member.key == key) found = &at(member.value);
    }
    return found;
  }

 private:
  std::string bytes_;
  AmfBytes packet_;
  AmfValues values_;
  Amf3Reader reader_;
  std::optional<uint32_t> id_;
};

}  // namespace wax::cdx
