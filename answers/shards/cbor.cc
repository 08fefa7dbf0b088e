#include "answers/shards/cbor.h"

namespace wax::answers {
namespace {

using nlohmann::json;

// Ends with what is nested too deep: reading it takes a frame of the stack for
// each level.
class LevelCheck final : public nlohmann::json_sax<json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(size_t) override { return ++levels_ <= kMostNested; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return --levels_, true; }
  bool start_array(size_t) override { return ++levels_ <= kMostNested; }
  bool end_array() override { return --levels_, true; }
  bool parse_error(size_t, const std::string&,
                   const json::exception&) override {
    return false;
  }

 private:
  size_t levels_ = 0;
};

}  // namespace

std::string cbor_of(const json& message) {
  std::string bytes;
  json::to_cbor(message, bytes);
  return bytes;
}

json from_cbor(std::string_view bytes) {
  LevelCheck check;
  if (!json::sax_parse(bytes, &check, json::input_format_t::cbor)) {
    throw FormatError("message", 0, "this is no message in CBOR");
  }
  return json::from_cbor(bytes);
}

}  // namespace wax::answers
