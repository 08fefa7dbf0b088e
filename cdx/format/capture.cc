#include "cdx/format/capture.h"

namespace wax::cdx {

void Capture::clear() {
  for (std::string* text :
       {&urlkey, &date, &url, &mime, &mime_detected, &status, &digest,
        &redirect, &meta, &filename, &record_id, &ip_address, &metadata,
        &original_urlkey, &original_date}) {
    text->clear();
  }
  offset = length = block_length = 0;
  has_location = has_length = intact = true;
  fields.clear();
}

}  // namespace wax::cdx
