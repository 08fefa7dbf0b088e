#include "text/json_writer.h"

#include <gtest/gtest.h>

namespace wax::text {
namespace {

TEST(JsonWriter, WritesObjectsAndListsInEachOther) {
  std::string out = "{";
  JsonWriter json(out);
  json.add("a", "\"1\"");
  json.open("b");
  json.close();
  json.open_list("c");
  json.open_element();
  json.add("d", "");
  json.add("e", "2");
  json.close();
  json.open_element();
  json.close();
  json.close_list();
  json.put_name("f");
  out += "true";
  json.close();
  EXPECT_EQ(out,
            "{\"a\":\"\\\"1\\\"\",\"b\":{},\"c\":[{\"d\":\"\",\"e\":\"2\"},{}],"
            "\"f\":true}");
}

}  // namespace
}  // namespace wax::text
