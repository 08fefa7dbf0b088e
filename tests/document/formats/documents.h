// The documents in tests/data/documents, read as captures of one URL.
#pragma once

#include <string>
#include <string_view>

#include "document/formats/read_document.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::document {

inline constexpr std::string_view kCapturedAt = "http://example.org/x/doc";

inline std::string document_bytes(const std::string& name) {
  return tests::read_file(tests::source_path("tests/data/documents/" + name));
}

inline DocumentText read_bytes(std::string_view bytes,
                               std::string_view type = {}) {
  return read_document(format_of(bytes, type, kCapturedAt), bytes, kCapturedAt);
}

inline DocumentText read_named(const std::string& name) {
  std::string bytes = document_bytes(name);
  return read_document(format_of(bytes, "", "http://h/" + name), bytes,
                       kCapturedAt);
}

}  // namespace wax::document
