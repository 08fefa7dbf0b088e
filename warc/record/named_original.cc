#include "warc/record/named_original.h"

#include "text/ascii.h"
#include "warc/record/date.h"

namespace wax::warc {
namespace {

constexpr std::string_view kNotModified = "server-not-modified";

}  // namespace

NamedOriginal named_original(const Headers& fields) {
  NamedOriginal named;
  named.url = text::trim(fields.find(kRefersToUrl).value_or(""), "<> ");
  named.date =
      date14_of_warc(fields.find(kRefersToDate).value_or("")).value_or("");
  return named;
}

bool is_not_modified(const Headers& fields) {
  const auto profile = fields.find("WARC-Profile");
  return profile && profile->find(kNotModified) != profile->npos;
}

}  // namespace wax::warc
