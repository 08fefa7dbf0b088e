// JSON: strings of it, and the members of one object.
#pragma once

#include <string>
#include <string_view>

namespace wax::text {

// Each appends any bytes as a JSON string with its quotes. They differ in what
// becomes of characters beyond ASCII, and of bytes that are no UTF-8.

// Characters stay; each odd byte becomes U+FFFD, so that the result is valid
// JSON in UTF-8.
void append_json_string(std::string_view bytes, std::string& out);

// Characters become \uXXXX, odd bytes \udc80 and so on: byte for byte what
// Python's json writes.
void append_json_ascii(std::string_view bytes, std::string& out);

// Characters stay, odd bytes become \udc80 and so on.
void append_json_utf8(std::string_view bytes, std::string& out);

// Appends the bytes that a JSON string means; `text` is the string without its
// quotes. What append_json_ascii and append_json_utf8 wrote gives the bytes it
// was made of. Half of a surrogate pair that encodes no byte becomes three
// bytes, as if it were a character; a broken escape is appended unchanged.
void append_unescaped(std::string_view text, std::string& out);

// A member of an object, as views of the line.
struct JsonMemberText {
  std::string_view name;   // without quotes, escapes as they are
  std::string_view value;  // a string without its quotes; else as written
  bool is_string = false;
  bool escaped = false;  // the value is a string with escapes
};

// The top-level members of a JSON object, from front to back, or the elements
// of an array, which have no name. No memory, no copies; nested values are
// passed over, not checked.
class JsonMembers {
 public:
  explicit JsonMembers(std::string_view text, bool is_array = false)
      : at_(text.data()),
        end_(text.data() + text.size()),
        is_array_(is_array) {}

  // Reads the next member or element. False at the end of the object or array,
  // and where the text is not JSON.
  [[nodiscard]] bool next(JsonMemberText& member);
  // After next() was false: the object or array was whole, with nothing after
  // it.
  [[nodiscard]] bool whole() const { return whole_; }

 private:
  bool skip_space();
  bool take(char c);
  bool string(std::string_view& text, bool& escaped);
  bool value(JsonMemberText& member);

  const char* at_;
  const char* end_;
  bool is_array_;
  bool begun_ = false;
  bool whole_ = false;
};

}  // namespace wax::text
