// The columns r and M of a response: where its page leads, and what the page
// tells robots.
#pragma once

#include <cstddef>

#include "cdx/format/capture.h"
#include "cdx/indexer/html_meta.h"
#include "cdx/indexer/index_options.h"
#include "cdx/indexer/payload_reader.h"
#include "cdx/profile/profile.h"

namespace wax::cdx {

// r is an absolute URL: that of the field Location, else that of the meta
// refresh. Where the profile decides that r is filled, only Location counts.
// M has the letters A noarchive, F nofollow, I noindex (of meta elements and of
// X-Robots-Tag), and P for a page that was captured with a login.
class PageColumns {
 public:
  explicit PageColumns(const IndexOptions& options);

  // Fills r from the HTTP head.
  void add_location(const RecordView& view, Capture& capture) const;

  // How many bytes of the body add_page() needs.
  [[nodiscard]] size_t needed(const RecordView& view,
                              const Capture& capture) const;

  // Fills M, and r where it is empty, from the body that `payload` has read.
  void add_page(const RecordView& view, PayloadReader& payload,
                Capture& capture);

 private:
  void add_letters(const RecordView& view, Capture& capture);

  bool redirects_;
  bool refreshes_;
  bool meta_;
  HtmlMeta html_;
};

}  // namespace wax::cdx
