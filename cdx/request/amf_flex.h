// Objects of Flex that are more than their properties: messages,
// ArrayCollection, ObjectProxy.
#pragma once

#include <cstdint>
#include <vector>

#include "cdx/request/amf_values.h"

namespace wax::cdx {

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
