#include "document/maker/type_family.h"

#include <array>

namespace wax::document {
namespace {

// The first that fits; a type that ends in "/", "." or "-" is a beginning.
struct FamilyOfType {
  std::string_view type;
  std::string_view family;
};

constexpr std::array kFamiliesOfTypes = {
    FamilyOfType{"text/html", "html"},
    FamilyOfType{"application/xhtml+xml", "html"},
    FamilyOfType{"application/vnd.wap.xhtml+xml", "html"},
    FamilyOfType{"application/pdf", "pdf"},
    FamilyOfType{"application/x-pdf", "pdf"},
    FamilyOfType{"image/", "image"},
    FamilyOfType{"audio/", "audio"},
    FamilyOfType{"video/", "video"},
    FamilyOfType{"application/msword", "office"},
    FamilyOfType{"application/vnd.ms-", "office"},
    FamilyOfType{"application/vnd.openxmlformats-", "office"},
    FamilyOfType{"application/vnd.oasis.opendocument.", "office"},
    FamilyOfType{"application/rtf", "office"},
    FamilyOfType{"application/x-rtf", "office"},
    FamilyOfType{"text/rtf", "office"},
    FamilyOfType{"text/", "text"},
    FamilyOfType{"application/xml", "text"},
    FamilyOfType{"application/rss+xml", "text"},
    FamilyOfType{"application/atom+xml", "text"},
    FamilyOfType{"application/epub+zip", "text"},
    FamilyOfType{"application/mbox", "text"},
    FamilyOfType{"message/", "text"},
};

}  // namespace

std::string_view type_family(std::string_view type) {
  for (const FamilyOfType& one : kFamiliesOfTypes) {
    char last = one.type.back();
    bool is_beginning = last == '/' || last == '.' || last == '-';
    if (is_beginning ? type.starts_with(one.type) : type == one.type) {
      return one.family;
    }
  }
  return {};
}

}  // namespace wax::document
