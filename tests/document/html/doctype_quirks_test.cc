#include <gtest/gtest.h>

#include <optional>
#include <string_view>

#include "document/html/tree_builder.h"

namespace wax::document {
namespace {

struct DoctypeCase {
  std::string_view name;
  std::optional<std::string_view> public_id;
  std::optional<std::string_view> system_id;
  QuirksMode mode;
};

TEST(DoctypeQuirks, FollowFromItsIdentifiers) {
  using enum QuirksMode;
  const DoctypeCase cases[] = {
      {"html", {}, {}, kNo},
      {"html", {}, "about:legacy-compat", kNo},
      {"HTML4", {}, {}, kYes},
      {"", {}, {}, kYes},
      {"html", "-//W3C//DTD HTML 4.01//EN", {}, kNo},
      {"html", "-//W3C//DTD HTML 4.01 Transitional//EN", {}, kYes},
      {"html", "-//W3C//DTD HTML 4.01 Frameset//EN", "x", kLimited},
      {"html", "-//W3C//DTD XHTML 1.0 Transitional//EN", {}, kLimited},
      {"html", "-//w3c//dtd xhtml 1.0 frameset//EN", {}, kLimited},
      {"html", "-//W3C//DTD XHTML 1.0 Strict//EN", {}, kNo},
      {"html", "-//W3C//DTD HTML 3.2 Final//EN", {}, kYes},
      {"html", "-//IETF//DTD HTML//EN", {}, kYes},
      {"html", "-/W3C/DTD HTML 4.0 Transitional/EN", {}, kYes},
      {"html", "html", {}, kYes},
      {"html",
       {},
       "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd",
       kYes},
  };
  for (const DoctypeCase& c : cases) {
    HtmlToken doctype;
    doctype.kind = HtmlToken::Kind::kDoctype;
    doctype.text = c.name;
    doctype.has_public = c.public_id.has_value();
    doctype.public_id = c.public_id.value_or("");
    doctype.has_system = c.system_id.has_value();
    doctype.system_id = c.system_id.value_or("");
    EXPECT_EQ(quirks_of(doctype), c.mode)
        << c.name << ' ' << doctype.public_id << ' ' << doctype.system_id;
    doctype.force_quirks = true;
    EXPECT_EQ(quirks_of(doctype), kYes);
  }
}

}  // namespace
}  // namespace wax::document
