// How people cite an archived page. Any number of threads may call what is
// declared here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wax::serve {

struct CitedCapture {
  std::string title;
  std::string author;     // may be empty
  std::string published;  // as the page says it; may be empty
  std::string url;
  std::string date;     // of the capture, 14 digits
  std::string archive;  // the name of the library, or of the collection
  std::string copy;     // the address of the archived page
};

struct Citation {
  std::string_view style;  // "APA"
  std::string text;
};

// APA 7, MLA 9, Chicago 17 and DIN ISO 690, in the words that these styles
// have.
[[nodiscard]] std::vector<Citation> citations(const CitedCapture& cited);

// An entry of BibTeX, and a record of RIS.
[[nodiscard]] std::string bibtex(const CitedCapture& cited);
[[nodiscard]] std::string ris(const CitedCapture& cited);

// Persistent Web IDentifier: "urn:pwid:HOST:DATE:page:URL", by the host of the
// archive. Source: PWID URN namespace registration (IANA), 2018.
[[nodiscard]] std::string pwid(std::string_view host, const std::string& date,
                               std::string_view url);

}  // namespace wax::serve
