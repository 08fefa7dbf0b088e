// Structured data of a page: JSON-LD with the vocabulary of schema.org.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wax::document {

// Groups of types that tell kinds of pages apart.
enum class LdType : uint8_t {
  kArticle,
  kProduct,
  kOffer,
  kQuestion,
  kForumPost,
  kItemList,
  kCollectionPage,
  kBreadcrumbs,
  kWebSite,
  kOrganization,
  kRecipe,
  kEvent,
  kReview,
  kVideo,
  kDocumentation,
  kService,
};
inline constexpr size_t kLdTypes = 16;

struct JsonLd {
  struct Text {
    std::string text;
    bool product = false;
  };

  uint32_t types = 0;  // bit 1 << LdType: an object of that type is there
  std::vector<std::string> bodies;  // articleBody, text, reviewBody
  std::vector<Text> descriptions;
  // The next three are of the article that is in the fewest others, of several
  // the first that has it: an object of a comment, a citation, a part, a list
  // or the like says nothing of the page. What the main entity of a page says
  // is said of the page.
  std::string headline;
  std::string author;  // its author's name
  std::string date_published;
  std::string date_modified;
  std::string section;
  std::string image;        // its URL
  size_t depth = SIZE_MAX;  // in so many objects is the article

  [[nodiscard]] bool has(LdType type) const {
    return (types >> static_cast<int>(type) & 1) != 0;
  }
};

// Adds what the content of a script element of type application/ld+json says,
// nested objects and @graph included. Strings are as written (they may hold
// markup and character references). Takes any bytes in linear time: line ends
// in strings, comments and other mistakes are read past, and objects more than
// 64 deep are passed over.
void read_json_ld(std::string_view script, JsonLd& data);

}  // namespace wax::document
