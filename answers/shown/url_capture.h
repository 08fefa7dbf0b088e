// A capture as a line of a CDX file has it.
#pragma once

#include <string>

namespace wax::answers {

// A value that the CDX files do not have is empty.
struct UrlCapture {
  std::string urlkey;
  std::string date;
  std::string url;
  std::string mime;
  std::string status;
  std::string digest;  // without "sha1:"
  std::string redirect;
  std::string length;
  std::string offset;
  std::string filename;
  bool is_revisit = false;
};

// Whether both name one record. Collections may have archives of one name.
[[nodiscard]] inline bool is_same_record(const UrlCapture& a,
                                         const UrlCapture& b) {
  return a.filename == b.filename && a.offset == b.offset && a.date == b.date &&
         a.url == b.url;
}

}  // namespace wax::answers
