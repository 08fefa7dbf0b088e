// Bodies of Flash remoting requests.
#include "cdx/request/amf.h"

#include <string>

#include "cdx/request/request_encoder.h"
#include "fuzz/support/entry.h"

void wax::fuzz::run(std::string_view bytes) {
  auto envelope = cdx::read_amf(bytes);
  auto form = cdx::amf_as_form(bytes);
  require(envelope || !form);
  if (envelope) {
    for (const cdx::AmfMessage& message : envelope->messages) {
      require(message.body < envelope->values.size());
    }
    for (const cdx::AmfValue& value : envelope->values) {
      for (const cdx::AmfMember& member : value.members) {
        require(member.value < envelope->values.size());
      }
    }
  }
  if (form) require(form->starts_with("request=%3CEnvelope%3E%5B"));
}
