#include "warc/record/named_original.h"

#include "text/ascii.h"
#include "warc/record/date.h"

namespace wax::warc {

NamedOriginal named_original(const Headers& fields) {
  NamedOriginal named;
  named.url = text::trim(fields.find(kRefersToUrl).value_or(""), "<> ");
  named.date =
      date14_of_warc(fields.find(kRefersToDate).value_or("")).value_or("");
  return named;
}

}  // namespace wax::warc
