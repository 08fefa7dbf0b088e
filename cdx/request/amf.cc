#include "cdx/request/amf.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <deque>
#include <map>
#include <utility>

#include "text/utf8.h"

namespace wax::cdx {
namespace {

using Kind = AmfValue::Kind;

// Thrown where a packet cannot be read on; ends in read_amf().
struct Damage {};

// What follows a message class's name when it writes itself.
enum class Extension { kNone, kAsync, kAcknowledge, kCommand };

struct MessageClass {
  std::string_view alias;
  std::string_view name;
  Extension extension;
  bool sealed;  // its properties are all there when it is not externalized
  std::string_view properties;  // beside those of every message
};

constexpr std::string_view kMessages = "flex.messaging.messages.";
constexpr std::string_view kArrayCollection =
    "flex.messaging.io.ArrayCollection";
constexpr std::string_view kObjectProxy = "flex.messaging.io.ObjectProxy";

constexpr MessageClass kMessageClasses[] = {
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

const MessageClass* message_class(std::string_view alias) {
  bool flex = alias.starts_with(kMessages);
  if (flex) alias.remove_prefix(kMessages.size());
  for (const MessageClass& known : kMessageClasses) {
    if (known.alias == alias && known.sealed == flex) return &known;
  }
  return nullptr;
}

bool is_map_property(std::string_view name) {
  return name == "headers" || name == "extendedData" || name == "rootCause";
}

class Reader {
 public:
  explicit Reader(std::string_view body) : rest_(body) {
    for (Kind kind : {Kind::kNull, Kind::kUndefined, Kind::kFalse, Kind::kTrue,
                      Kind::kList, Kind::kMap}) {
      make(kind);
    }
  }

  AmfEnvelope read() {
    uint64_t version = number(2);
    if (version > 9) throw Damage();
    may_have_amf3_ = version == 3;
    for (uint64_t headers = number(2); headers > 0; --headers) {
      utf8(take(number(2)));
      take(1 + 4);
      amf0();
    }
    uint64_t messages = number(2);
    if (messages >= 0x8000) messages = 0;
    for (; messages > 0; --messages) message();
    return std::move(envelope_);
  }

 private:
  // Values without content, which all share.
  enum : uint32_t { kNull, kUndefined, kFalse, kTrue, kEmptyList, kEmptyMap };

  struct Class {
    std::string_view name;
    uint32_t encoding;
    std::vector<std::string_view> properties;
  };

  class Level {
   public:
    explicit Level(int& depth) : depth_(depth) {
      if (++depth_ > kDeepestAmf) throw Damage();
    }
    ~Level() { --depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    int& depth_;
  };

  std::string_view take(uint64_t size) {
    if (size > rest_.size()) throw Damage();
    std::string_view bytes = rest_.substr(0, static_cast<size_t>(size));
    rest_.remove_prefix(bytes.size());
    return bytes;
  }

  uint64_t number(size_t bytes) {
    uint64_t value = 0;
    for (char c : take(bytes)) value = value << 8 | static_cast<uint8_t>(c);
    return value;
  }

  double real() { return std::bit_cast<double>(number(8)); }

  // Years 1 to 9999, as PyAMF has them.
  static double date(double milliseconds) {
    double seconds = milliseconds / 1000;
    if (!(seconds >= -62135596800.0 && seconds < 253402300800.0)) {
      throw Damage();
    }
    return milliseconds;
  }

  static std::string_view utf8(std::string_view bytes) {
    if (!text::is_utf8(bytes)) throw Damage();
    return bytes;
  }

  AmfValue& at(uint32_t id) { return envelope_.values[id]; }

  uint32_t make(Kind kind, std::string_view text = {}, double number = 0) {
    AmfValue& value = envelope_.values.emplace_back();
    value.kind = kind;
    value.text = text;
    value.number = number;
    return static_cast<uint32_t>(envelope_.values.size() - 1);
  }

  // A value that later ones may refer to.
  uint32_t make_in(std::vector<uint32_t>& table, Kind kind,
                   std::string_view text = {}, double number = 0) {
    table.push_back(make(kind, text, number));
    return table.back();
  }

  void add(uint32_t id, std::string_view key, uint32_t value) {
    at(id).members.push_back({key, value});
  }
  void add(uint32_t id, uint32_t value) {
    at(id).members.push_back({{}, value, false});
  }

  void message() {
    objects_.clear();
    objects3_.clear();
    strings_.clear();
    classes_.clear();
    AmfMessage read;
    read.target = utf8(take(number(2)));
    read.name = utf8(take(number(2)));
    for (std::string_view end : {"/onResult", "/onStatus", "/onDebugEvents"}) {
      if (!read.target.ends_with(end)) continue;
      read.is_request = false;
      read.target.remove_suffix(end.size());
    }
    take(4);
    if (read.is_request) {
      read.body = arguments();
    } else {
      read.body = amf0();
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
    if (rest_.starts_with('\x11') && may_have_amf3_) {
      uint32_t value = amf0();
      return is_nothing(at(value)) ? uint32_t{kEmptyList} : value;
    }
    if (number(1) != 0x0a) throw Damage();
    uint32_t list = make(Kind::kList);
    for (uint64_t items = number(4); items > 0; --items) add(list, amf0());
    return list;
  }

  static bool is_nothing(const AmfValue& value) {
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

  uint32_t amf0() {
    Level level(depth_);
    switch (number(1)) {
      case 0x00:
        return real0();
      case 0x01:
        return number(1) == 0 ? kFalse : kTrue;
      case 0x02:
        return make(Kind::kString, utf8(take(number(2))));
      case 0x03: {
        uint32_t object = make_in(objects_, Kind::kMap);
        properties0(object);
        return object;
      }
      case 0x05:
      case 0x0d:  // unsupported
        return kNull;
      case 0x06:
        return kUndefined;
      case 0x07:
        return referred(objects_, number(2));
      case 0x08: {
        take(4);
        uint32_t array = make_in(objects_, Kind::kArray);
        properties0(array);
        return array;
      }
      case 0x0a: {
        uint32_t list = make_in(objects_, Kind::kList);
        for (uint64_t items = number(4); items > 0; --items) add(list, amf0());
        return list;
      }
      case 0x0b: {
        double milliseconds = date(real());
        take(2);  // a time zone that does not count
        return make_in(objects_, Kind::kDate, {}, milliseconds);
      }
      case 0x0c:
        return make(Kind::kString, utf8(take(number(4))));
      case 0x0f:
        return make_in(objects_, Kind::kXml, utf8(take(number(4))));
      case 0x10:
        return object0();
      case 0x11:
        return amf3();
      default:
        throw Damage();
    }
  }

  uint32_t real0() {
    double value = real();
    bool whole = std::isfinite(value) && value == std::floor(value);
    return make(whole ? Kind::kInteger : Kind::kNumber, {}, value);
  }

  uint32_t referred(const std::vector<uint32_t>& table, uint64_t n) {
    if (n >= table.size()) throw Damage();
    return table[static_cast<size_t>(n)];
  }

  void properties0(uint32_t object) {
    for (;;) {
      std::string_view key = utf8(take(number(2)));
      if (rest_.starts_with('\x09')) break;
      uint32_t value = amf0();
      add(object, key, value);
    }
    take(1);
  }

  uint32_t object0() {
    std::string_view name = utf8(take(number(2)));
    if (name.empty()) throw Damage();
    uint32_t object = make_in(objects_, Kind::kMap, name);
    properties0(object);
    settle(object);
    return object;
  }

  // Makes of an object with properties what its class says.
  void settle(uint32_t id) {
    std::string_view name = at(id).text;
    if (const MessageClass* known = message_class(name)) {
      const auto given = std::exchange(at(id).members, {});
      auto members = defaults(*known);
      auto is_given = [&](const AmfMember& own) {
        return std::any_of(
            given.begin(), given.end(),
            [&](const AmfMember& one) { return one.key == own.key; });
      };
      if (known->sealed &&
          !std::all_of(members.begin(), members.end(), is_given)) {
        throw Damage();
      }
      members.insert(members.end(), given.begin(), given.end());
      become_message(id, *known, std::move(members));
    } else if (name == kArrayCollection) {
      // Its items are not among its properties.
      at(id).kind = Kind::kList;
      at(id).members.clear();
    } else if (name == kObjectProxy) {
      throw Damage();
    }
  }

  void become_message(uint32_t id, const MessageClass& known,
                      std::vector<AmfMember> members) {
    AmfValue& value = at(id);
    value.kind = Kind::kMessage;
    value.text = known.name;
    value.members = std::move(members);
  }

  std::vector<AmfMember> defaults(const MessageClass& known) {
    std::vector<AmfMember> members;
    members.reserve(16);
    auto add_default = [&](std::string_view name) {
      members.push_back({name, is_map_property(name) ? kEmptyMap : kNull});
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

  // AMF 3.

  uint32_t u29(bool is_signed = false) {
    uint32_t value = 0;
    for (int n = 0; n < 3; ++n) {
      auto byte = static_cast<uint32_t>(number(1));
      value = value << 7 | (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    value = value << 8 | static_cast<uint32_t>(number(1));
    bool high = (value & 0x10000000) != 0;
    if (!high) return value;
    return is_signed ? value - 0x20000000 : value << 1 | 1;
  }

  // A string or, where the reference leads nowhere, nothing.
  std::optional<std::string_view> name3() {
    uint32_t head = u29();
    if ((head & 1) == 0) {
      if (head >> 1 >= strings_.size()) return std::nullopt;
      return strings_[head >> 1];
    }
    std::string_view text = take(head >> 1);
    if (!text.empty()) strings_.push_back(text);
    return text;
  }

  std::string_view string3() {
    auto text = name3();
    if (!text) throw Damage();
    return utf8(*text);
  }

  // The value behind a reference, or nothing where the value itself follows,
  // of `length`.
  std::optional<uint32_t> reference3(uint32_t& length) {
    uint32_t head = u29();
    length = head >> 1;
    if ((head & 1) != 0) return std::nullopt;
    return length < objects3_.size() ? objects3_[length] : uint32_t{kNull};
  }

  uint32_t amf3() {
    Level level(depth_);
    uint32_t length = 0;
    switch (number(1)) {
      case 0x00:
        return kUndefined;
      case 0x01:
        return kNull;
      case 0x02:
        return kFalse;
      case 0x03:
        return kTrue;
      case 0x04:
        return make(Kind::kInteger, {}, static_cast<int32_t>(u29(true)));
      case 0x05:
        return make(Kind::kNumber, {}, real());
      case 0x06:
        return make(Kind::kString, string3());
      case 0x07:
      case 0x0b:
        if (auto there = reference3(length)) return *there;
        return make_in(objects3_, Kind::kXml, utf8(take(length)));
      case 0x08:
        if (auto there = reference3(length)) return *there;
        return make_in(objects3_, Kind::kDate, {}, date(real()));
      case 0x09:
        if (auto there = reference3(length)) return *there;
        return array3(length);
      case 0x0a:
        return object3();
      case 0x0c:
        if (auto there = reference3(length)) return *there;
        return make_in(objects3_, Kind::kBytes, take(length));
      default:
        throw Damage();
    }
  }

  uint32_t array3(uint32_t items) {
    auto key = name3();
    bool plain = key && key->empty();
    uint32_t array = make_in(objects3_, plain ? Kind::kList : Kind::kArray);
    at(array).open = true;
    while (key && !key->empty()) {
      utf8(*key);
      uint32_t value = amf3();
      add(array, *key, value);
      key = name3();
    }
    // Without items, keys stay words.
    if (!plain && items == 0) at(array).kind = Kind::kMap;
    for (; items > 0; --items) add(array, amf3());
    at(array).open = false;
    return array;
  }

  uint32_t object3() {
    uint32_t head = u29();
    if ((head & 1) == 0) return referred(objects3_, head >> 1);
    const Class& type = class3(head >> 1);
    uint32_t object = make_in(objects3_, Kind::kMap, type.name);
    constexpr uint32_t kExternal = 1;
    constexpr uint32_t kDynamic = 2;
    if ((type.encoding & kExternal) != 0) {
      externalized(object);
      return object;
    }
    for (std::string_view name : type.properties) {
      uint32_t value = amf3();
      add(object, name, value);
    }
    while (type.encoding == kDynamic) {
      auto name = name3();
      if (!name || name->empty()) break;
      utf8(*name);
      uint32_t value = amf3();
      add(object, *name, value);
    }
    settle(object);
    return object;
  }

  const Class& class3(uint32_t head) {
    uint32_t rest = head >> 1;
    if ((head & 1) == 0) {
      if (rest >= classes_.size()) throw Damage();
      return classes_[rest];
    }
    Class& type = classes_.emplace_back();
    type.name = string3();
    type.encoding = rest & 3;
    for (uint32_t n = rest >> 2; n > 0; --n)
      type.properties.push_back(string3());
    return type;
  }

  void externalized(uint32_t id) {
    std::string_view name = at(id).text;
    if (const MessageClass* known = message_class(name)) {
      read_message(id, *known);
    } else if (name == kArrayCollection) {
      uint32_t list = list_of(amf3());
      at(id).kind = Kind::kCollection;
      add(id, list);
    } else if (name == kObjectProxy) {
      uint32_t value = amf3();
      at(id).kind = Kind::kProxy;
      add(id, value);
    } else {
      throw Damage();
    }
  }

  // The items of an ArrayCollection: a list, another collection, or the
  // "source" of an object.
  uint32_t list_of(uint32_t id) {
    if (at(id).kind == Kind::kMap && at(id).text.empty()) {
      const auto& members = at(id).members;
      auto source = std::find_if(
          members.rbegin(), members.rend(),
          [](const AmfMember& member) { return member.key == "source"; });
      if (source == members.rend()) throw Damage();
      id = source->value;
    }
    if (at(id).kind == Kind::kCollection && !at(id).members.empty()) {
      id = at(id).members.front().value;
    }
    if (at(id).kind != Kind::kList || at(id).open) throw Damage();
    return id;
  }

  std::vector<uint8_t> flags() {
    std::vector<uint8_t> all;
    do {
      all.push_back(static_cast<uint8_t>(number(1)));
    } while (all.back() >= 0x80);
    return all;
  }

  void read_message(uint32_t id, const MessageClass& known) {
    auto members = defaults(known);
    auto every = flags();
    if (every.size() > 2) throw Damage();
    for (size_t bit = 0; bit < 7; ++bit) {
      if ((every[0] >> bit & 1) == 0) continue;
      uint32_t value = amf3();
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
      if ((own & 1) != 0) members.push_back({"correlationId", amf3()});
      if ((own & 2) != 0) members.push_back({"correlationId", uuid()});
    }
    if (known.extension == Extension::kAcknowledge) only_flags();
    if (known.extension == Extension::kCommand && (only_flags() & 1) != 0) {
      members.push_back({"operation", amf3()});
    }
    become_message(id, known, std::move(members));
  }

  uint8_t only_flags() {
    auto all = flags();
    if (all.size() > 1) throw Damage();
    return all.front();
  }

  uint32_t date_of(uint32_t id) {
    Kind kind = at(id).kind;
    if (kind != Kind::kInteger && kind != Kind::kNumber) throw Damage();
    return make(Kind::kDate, {}, date(at(id).number));
  }

  uint32_t uuid() {
    uint32_t bytes = amf3();
    constexpr std::string_view kZlib = "\x78\x9c";  // PyAMF packs it again
    if (at(bytes).kind != Kind::kBytes || at(bytes).text.size() != 16 ||
        at(bytes).text.starts_with(kZlib)) {
      throw Damage();
    }
    return make(Kind::kUuid, at(bytes).text);
  }

  std::string_view rest_;
  AmfEnvelope envelope_;
  bool may_have_amf3_ = false;
  int depth_ = 0;
  std::map<std::string_view, size_t> names_;  // of messages
  std::vector<uint32_t> objects_;             // of AMF 0
  std::vector<uint32_t> objects3_;
  std::vector<std::string_view> strings_;
  std::deque<Class> classes_;  // which stay where they are
};

}  // namespace

std::optional<AmfEnvelope> read_amf(std::string_view body) {
  try {
    return Reader(body).read();
  } catch (const Damage&) {
    return std::nullopt;
  }
}

}  // namespace wax::cdx
