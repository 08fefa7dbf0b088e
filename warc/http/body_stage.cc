#include "warc/http/body_stage.h"

#include <utility>

namespace wax::warc {

void BodyReporter::report(Severity severity, std::string_view id,
                          std::string text) {
  problems_->report(
      {severity, std::string(id), file_, offset_, std::move(text)});
}

void BodyReporter::trailing_bytes() {
  report(Severity::kNote, "http-trailing-bytes",
         "bytes after the end of the body are dropped");
}

}  // namespace wax::warc
