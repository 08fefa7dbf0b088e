// JSON of CDXJ lines: what is written of a value is read as that value.
#include <string>

#include "cdx/request/request_encoder.h"
#include "fuzz/support/entry.h"
#include "text/json.h"
#include "text/utf8.h"

namespace wax::fuzz {
namespace {

void write_and_read(std::string_view value) {
  std::string object = "{\"k\": ";
  text::append_json_ascii(value, object);
  object += '}';
  for (char c : object) require(c >= ' ');

  text::JsonMembers members(object);
  text::JsonMemberText member;
  require(members.next(member) && member.is_string && member.name == "k");
  std::string again;
  text::append_unescaped(member.value, again);
  require(again == value);
  require(!members.next(member) && members.whole());

  std::string utf8;
  text::append_json_string(value, utf8);
  require(text::utf8_prefix(utf8) == utf8.size());
}

}  // namespace

void run(std::string_view bytes) {
  write_and_read(bytes);
  text::JsonMembers members(bytes);
  text::JsonMemberText member;
  while (members.next(member)) {
    require(member.name.data() >= bytes.data());
    require(member.value.data() + member.value.size() <=
            bytes.data() + bytes.size());
    if (!member.is_string) continue;
    std::string value;
    text::append_unescaped(member.value, value);
    require(member.escaped || value == member.value);
    write_and_read(value);
  }
  auto form = cdx::json_as_form(bytes);
  if (!form) return;
  for (char c : *form) require(c > ' ' && c <= '~');
}

}  // namespace wax::fuzz
