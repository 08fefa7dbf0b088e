#include <algorithm>
#include <string_view>
#include <utility>

#include "cdx/request/amf.h"

namespace wax::cdx {

// A class of messages.
struct FlexMessage {
  // What follows the properties of every message when it writes itself.
  enum class Extension { kNone, kAsync, kAcknowledge, kCommand };

  std::string_view alias;
  std::string_view name;
  Extension extension;
  bool sealed;  // its properties are all there when it is not externalized
  std::string_view properties;  // beside those of every message
};

namespace {

using Kind = AmfValue::Kind;
using Extension = FlexMessage::Extension;

constexpr std::string_view kMessages = "flex.messaging.messages.";
constexpr std::string_view kArrayCollection =
    "flex.messaging.io.ArrayCollection";
constexpr std::string_view kObjectProxy = "flex.messaging.io.ObjectProxy";

constexpr FlexMessage kFlexMessages[] = {
    {"AbstractMessage", "AbstractMessage", Extension::kNone, true, ""},
    {"RemotingMessage", "RemotingMessage", Extension::kNone, true,
     "operation source"},
    {"AsyncMessage", "AsyncMessage", Extension::kAsync, true, "correlationId"},
    {"AcknowledgeMessage", "AcknowledgeMessage", Extension::kAcknowledge, true,
     "correlationId"},
    {"CommandMessage", "CommandMessage", Extension::kCommand, true,
     "correlationId operation"},
    {"ErrorMessage", "ErrorMessage", Extension::kAcknowledge, true,
     "correlationId extendedData faultCode faultDetail faultString rootCause"},
    {"DSA", "AsyncMessageExt", Extension::kAsync, false, "correlationId"},
    {"DSK", "AcknowledgeMessageExt", Extension::kAcknowledge, false,
     "correlationId"},
    {"DSC", "CommandMessageExt", Extension::kCommand, false,
     "correlationId operation"},
};

// In the order of the bits that announce them.
constexpr std::string_view kEveryMessage[] = {
    "body",      "clientId",  "destination", "headers",
    "messageId", "timestamp", "timeToLive"};

const FlexMessage* flex_message(std::string_view alias) {
  bool flex = alias.starts_with(kMessages);
  if (flex) alias.remove_prefix(kMessages.size());
  for (const FlexMessage& known : kFlexMessages) {
    if (known.alias == alias && known.sealed == flex) return &known;
  }
  return nullptr;
}

bool is_map_property(std::string_view name) {
  return name == "headers" || name == "extendedData" || name == "rootCause";
}

std::vector<AmfMember> default_members(const FlexMessage& known) {
  std::vector<AmfMember> members;
  members.reserve(16);
  auto add_default = [&](std::string_view name) {
    members.push_back({name, is_map_property(name) ? AmfValues::kEmptyMap
                                                   : AmfValues::kNull});
  };
  for (std::string_view name : kEveryMessage) add_default(name);
  std::string_view names = known.properties;
  while (!names.empty()) {
    size_t space = std::min(names.find(' '), names.size());
    add_default(names.substr(0, space));
    names.remove_prefix(std::min(space + 1, names.size()));
  }
  return members;
}

void become_message(const FlexMessage& known, std::vector<AmfMember> members,
                    AmfValue& value) {
  value.kind = Kind::kMessage;
  value.text = known.name;
  value.members = std::move(members);
}

}  // namespace

void settle_flex_object(uint32_t id, AmfValues& values) {
  std::string_view name = values.at(id).text;
  if (const FlexMessage* known = flex_message(name)) {
    const auto given = std::exchange(values.at(id).members, {});
    auto members = default_members(*known);
    auto is_given = [&](const AmfMember& own) {
      return std::any_of(given.begin(), given.end(), [&](const AmfMember& one) {
        return one.key == own.key;
      });
    };
    if (known->sealed &&
        !std::all_of(members.begin(), members.end(), is_given)) {
      throw AmfDamage();
    }
    members.insert(members.end(), given.begin(), given.end());
    become_message(*known, std::move(members), values.at(id));
  } else if (name == kArrayCollection) {
    // Its items are not among its properties.
    values.at(id).kind = Kind::kList;
    values.at(id).members.clear();
  } else if (name == kObjectProxy) {
    throw AmfDamage();
  }
}

void FlexReader::read(uint32_t id) {
  std::string_view name = values_.at(id).text;
  if (const FlexMessage* known = flex_message(name)) {
    read_message(id, *known);
  } else if (name == kArrayCollection) {
    uint32_t list = list_of(amf3_.value());
    values_.at(id).kind = Kind::kCollection;
    values_.add(id, list);
  } else if (name == kObjectProxy) {
    uint32_t value = amf3_.value();
    values_.at(id).kind = Kind::kProxy;
    values_.add(id, value);
  } else {
    throw AmfDamage();
  }
}

// The items of an ArrayCollection: a list, another collection, or the
// "source" of an object.
uint32_t FlexReader::list_of(uint32_t id) {
  const AmfValue& value = values_.at(id);
  if (value.kind == Kind::kMap && value.text.empty()) {
    const auto& members = value.members;
    auto found = std::find_if(
        members.rbegin(), members.rend(),
        [](const AmfMember& member) { return member.key == "source"; });
    if (found == members.rend()) throw AmfDamage();
    id = found->value;
  }
  const AmfValue& source = values_.at(id);
  if (source.kind == Kind::kCollection && !source.members.empty()) {
    id = source.members.front().value;
  }
  const AmfValue& list = values_.at(id);
  if (list.kind != Kind::kList || list.open) throw AmfDamage();
  return id;
}

std::vector<uint8_t> FlexReader::flags() {
  std::vector<uint8_t> all;
  do {
    all.push_back(static_cast<uint8_t>(bytes_.number(1)));
  } while (all.back() >= 0x80);
  return all;
}

void FlexReader::read_message(uint32_t id, const FlexMessage& known) {
  auto members = default_members(known);
  auto every = flags();
  if (every.size() > 2) throw AmfDamage();
  for (size_t bit = 0; bit < 7; ++bit) {
    if ((every[0] >> bit & 1) == 0) continue;
    uint32_t value = amf3_.value();
    if (bit >= 5) value = date_of(value);
    members.push_back({kEveryMessage[bit], value});
  }
  if (every.size() == 2 && (every[1] & 1) != 0) {
    members.push_back({"clientId", uuid()});
  }
  if (every.size() == 2 && (every[1] & 2) != 0) {
    members.push_back({"messageId", uuid()});
  }
  if (known.extension != Extension::kNone) {
    uint8_t own = only_flags();
    if ((own & 1) != 0) members.push_back({"correlationId", amf3_.value()});
    if ((own & 2) != 0) members.push_back({"correlationId", uuid()});
  }
  if (known.extension == Extension::kAcknowledge) only_flags();
  if (known.extension == Extension::kCommand && (only_flags() & 1) != 0) {
    members.push_back({"operation", amf3_.value()});
  }
  become_message(known, std::move(members), values_.at(id));
}

uint8_t FlexReader::only_flags() {
  auto all = flags();
  if (all.size() > 1) throw AmfDamage();
  return all.front();
}

uint32_t FlexReader::date_of(uint32_t id) {
  Kind kind = values_.at(id).kind;
  if (kind != Kind::kInteger && kind != Kind::kNumber) throw AmfDamage();
  return values_.make(Kind::kDate, {}, checked_amf_date(values_.at(id).number));
}

uint32_t FlexReader::uuid() {
  uint32_t id = amf3_.value();
  constexpr std::string_view kZlib = "\x78\x9c";  // PyAMF packs it again
  const AmfValue& value = values_.at(id);
  if (value.kind != Kind::kBytes || value.text.size() != 16 ||
      value.text.starts_with(kZlib)) {
    throw AmfDamage();
  }
  return values_.make(Kind::kUuid, std::string_view(value.text));
}

}  // namespace wax::cdx
