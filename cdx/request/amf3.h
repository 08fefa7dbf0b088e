// Values of AMF 3 (Adobe, "AMF 3", 2013).
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <vector>

#include "cdx/request/amf_values.h"

namespace wax::cdx {

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

}  // namespace wax::cdx
