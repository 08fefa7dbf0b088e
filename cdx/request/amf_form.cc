#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "cdx/request/amf.h"
#include "cdx/request/python_text.h"
#include "cdx/request/request_encoder.h"
#include "text/json.h"
#include "text/utf8.h"

namespace wax::cdx {
namespace {

using Kind = AmfValue::Kind;

// How a value is written: as Python shows it, or as JSON in an object.
enum Form : uint8_t { kText = 1, kJson = 2 };

// Python gives up on deeper ones.
constexpr int deepest(Form form) { return form == kText ? 500 : 900; }
// Values take many times the room of their bytes.
constexpr size_t kMostAmf = 1024 * 1024;

bool is_full(const std::string& text) {
  return text.size() >= kMostRequestQuery;
}

void add(std::string_view more, std::string& text) {
  if (!is_full(text)) text += more.substr(0, kMostRequestQuery);
}

std::string number_text(const AmfValue& value, std::string_view not_a_number,
                        std::string_view infinity) {
  if (std::isnan(value.number)) return std::string(not_a_number);
  if (std::isinf(value.number)) {
    return (value.number < 0 ? "-" : "") + std::string(infinity);
  }
  return value.kind == Kind::kInteger ? python_integer(value.number)
                                      : python_float(value.number);
}

// UTF-8 as a JSON string in ASCII.
void add_json_string(std::string_view string, std::string& text) {
  if (is_full(text)) return;
  string = string.substr(0, kMostRequestQuery);
  text::append_json_ascii(string.substr(0, text::utf8_prefix(string)), text);
}

using Properties = std::vector<std::pair<std::string, uint32_t>>;

// Sorted by key, each once: the last.
template <typename Less>
void settle(Properties& properties, Less less) {
  std::stable_sort(
      properties.begin(), properties.end(),
      [&](const auto& a, const auto& b) { return less(a.first, b.first); });
  Properties settled;
  for (auto& property : properties) {
    if (!settled.empty() && settled.back().first == property.first) {
      settled.back() = std::move(property);
    } else {
      settled.push_back(std::move(property));
    }
  }
  properties = std::move(settled);
}

class Writer {
 public:
  explicit Writer(AmfEnvelope& envelope)
      : envelope_(envelope), fine_(envelope.values.size()) {}

  std::optional<std::string> envelope() {
    std::vector<std::string> requests;
    for (const AmfMessage& message : envelope_.messages) {
      std::string& text = requests.emplace_back();
      if (!message.is_request) return std::nullopt;
      add("<Request target=", text);
      add(message.target, text);
      add(">", text);
      if (!write(message.body, kText, 2, text)) return std::nullopt;
      add("</Request>", text);
    }
    std::sort(requests.begin(), requests.end());
    std::string all = "<Envelope>[";
    for (const std::string& text : requests) {
      if (&text != &requests.front()) add(",", all);
      add(text, all);
    }
    add("]</Envelope>", all);
    return all;
  }

 private:
  // Marks a value while it is written, so that a cycle is met.
  class Mark {
   public:
    explicit Mark(AmfValue& value) : value_(value), was_(value.open) {
      value.open = true;
    }
    ~Mark() { value_.open = was_; }
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;
    [[nodiscard]] bool is_cycle() const { return was_; }

   private:
    AmfValue& value_;
    bool was_;
  };

  const AmfValue& list_of(const AmfValue& value) const {
    return value.kind == Kind::kCollection
               ? envelope_.values[value.members.front().value]
               : value;
  }

  // Appends a value; false when it has no such form.
  bool write(uint32_t id, Form form, int depth, std::string& text) {
    // Nothing more is to be seen of one that was written before.
    if (is_full(text) && (fine_[id] & form) != 0) return true;
    AmfValue& value = envelope_.values[id];
    Mark mark(value);
    if (mark.is_cycle() || depth > deepest(form) ||
        !write_value(value, form, depth, text)) {
      return false;
    }
    fine_[id] |= form;
    return true;
  }

  bool write_value(const AmfValue& value, Form form, int depth,
                   std::string& text) {
    const bool json = form == kJson;
    switch (value.kind) {
      case Kind::kNull:
        if (json) add("null", text);
        return true;
      case Kind::kFalse:
        add(json ? "false" : "False", text);
        return true;
      case Kind::kTrue:
        add(json ? "true" : "True", text);
        return true;
      case Kind::kInteger:
      case Kind::kNumber:
        add(json ? number_text(value, "NaN", "Infinity")
                 : number_text(value, "nan", "inf"),
            text);
        return true;
      case Kind::kString:
        if (json) {
          add_json_string(value.text, text);
        } else {
          add(value.text, text);
        }
        return true;
      case Kind::kList:
      case Kind::kCollection:
        return write_list(list_of(value), form, depth, text);
      case Kind::kMap:
      case Kind::kArray:
        return write_object(value, json ? depth : 0, text);
      default:
        // JSON has no words for others.
        return !json && show_other(value, depth, text);
    }
  }

  bool show_other(const AmfValue& value, int depth, std::string& text) {
    switch (value.kind) {
      case Kind::kUndefined:
        add("<UndefinedType>{}</UndefinedType>", text);
        return true;
      case Kind::kDate:
        add(python_date(value.number), text);
        return true;
      case Kind::kXml:
        add(value.text, text);
        return true;
      case Kind::kUuid:
        add(python_uuid(value.text), text);
        return true;
      case Kind::kProxy:
        return show_properties("ObjectProxy",
                               {{"_amf_object", value.members.front().value}},
                               depth, text);
      case Kind::kMessage:
        return show_message(value, depth, text);
      default:
        return false;
    }
  }

  bool write_list(const AmfValue& list, Form form, int depth,
                  std::string& text) {
    std::string_view comma = "[";
    for (const AmfMember& member : list.members) {
      add(comma, text);
      comma = form == kJson ? ", " : ",";
      if (!write(member.value, form, depth + 1, text)) return false;
    }
    add(comma == "[" ? "[]" : "]", text);
    return true;
  }

  bool show_message(const AmfValue& value, int depth, std::string& text) {
    Properties properties = properties_of(value);
    if (value.text != "RemotingMessage") {
      return show_properties(value.text, properties, depth, text);
    }
    auto property = [&](std::string_view name) {
      return std::find_if(properties.begin(), properties.end(),
                          [&](const auto& one) { return one.first == name; })
          ->second;
    };
    uint32_t operation = property("operation");
    add("<RemotingMessage operation=", text);
    switch (envelope_.values[operation].kind) {
      case Kind::kNull:
        add("None", text);
        break;
      case Kind::kFalse:
      case Kind::kTrue:
      case Kind::kInteger:
      case Kind::kNumber:
      case Kind::kString:
        if (!write(operation, kText, depth, text)) return false;
        break;
      default:
        return false;
    }
    add(">", text);
    if (!write(property("body"), kText, depth + 1, text)) return false;
    add("</RemotingMessage>", text);
    return true;
  }

  bool show_properties(std::string_view type, const Properties& properties,
                       int depth, std::string& text) {
    add("<", text);
    add(type, text);
    add(">", text);
    std::string_view comma = "{";
    for (const auto& [key, member] : properties) {
      add(comma, text);
      comma = ", ";
      std::string shown;
      if (!write(member, kText, depth + 1, shown)) return false;
      add_json_string(key, text);
      add(": ", text);
      add_json_string(shown, text);
    }
    add("}</", text);
    add(type, text);
    add(">", text);
    return true;
  }

  // Writes JSON.
  bool write_object(const AmfValue& value, int depth, std::string& text) {
    auto properties = keyed(value);
    if (!properties) return false;
    std::string_view comma = "{";
    for (const auto& [key, member] : *properties) {
      add(comma, text);
      comma = ", ";
      add_json_string(key, text);
      add(": ", text);
      if (!write(member, kJson, depth + 1, text)) return false;
    }
    add(comma == "{" ? "{}" : "}", text);
    return true;
  }

  static Properties properties_of(const AmfValue& value) {
    Properties properties;
    for (const AmfMember& member : value.members) {
      properties.emplace_back(member.key, member.value);
    }
    settle(properties, std::less<>());
    return properties;
  }

  // Nothing when some keys are numbers and others are not: they have no order.
  static std::optional<Properties> keyed(const AmfValue& value) {
    if (value.kind == Kind::kMap) return properties_of(value);
    Properties properties;
    size_t integers = 0;
    size_t position = 0;
    const bool has_items =
        std::any_of(value.members.begin(), value.members.end(),
                    [](const AmfMember& member) { return !member.has_key; });
    for (const AmfMember& member : value.members) {
      std::optional<std::string> integer;
      if (!member.has_key) {
        integer = std::to_string(position++);
      } else if (!has_items) {
        integer = python_int(member.key);
      }
      if (integer) ++integers;
      properties.emplace_back(integer.value_or(std::string(member.key)),
                              member.value);
    }
    if (integers == 0) {
      settle(properties, std::less<>());
    } else if (integers == properties.size()) {
      settle(properties, less_as_int);
    } else {
      return std::nullopt;
    }
    return properties;
  }

  AmfEnvelope& envelope_;
  std::vector<uint8_t> fine_;  // how a value was written whole before
};

}  // namespace

std::optional<std::string> amf_as_form(std::string_view body) {
  if (body.size() > kMostAmf) return std::nullopt;
  auto envelope = read_amf(body);
  if (!envelope) return std::nullopt;
  auto text = Writer(*envelope).envelope();
  if (!text) return std::nullopt;
  std::string form = "request=";
  append_form_value(*text, form);
  return form;
}

}  // namespace wax::cdx
