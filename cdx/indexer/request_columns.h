// What a response takes over from its request: the key of a URL that was not
// asked for with GET, and fields.
#pragma once

#include <cstddef>

#include "cdx/indexer/extra_fields.h"
#include "cdx/indexer/index_options.h"
#include "cdx/indexer/payload_reader.h"
#include "cdx/indexer/request_pairs.h"
#include "cdx/profile/profile.h"

namespace wax::cdx {

class RequestColumns {
 public:
  // `options` outlives it.
  explicit RequestColumns(const IndexOptions& options)
      : options_(options), fields_(options.fields) {}

  // How many bytes of the body read() needs.
  [[nodiscard]] static size_t needed(const RecordView& view);

  // Keeps in `slot`, which has the capture of the record, what finds its
  // request or response, and of a request what add() gives on. `payload` has
  // read the body.
  void read(const RecordView& view, PayloadReader& payload,
            PairedRecord& slot) const;

  // Adds to the capture of an answer what its request says. The request gets
  // the same key.
  void add(PairedRecord& request, PairedRecord& answer) const;

 private:
  const IndexOptions& options_;
  ExtraFields fields_;
};

}  // namespace wax::cdx
