// Stored fields of an index without a manifest.
#pragma once

#include "index/lucenepp/directory.h"

namespace wax::index {

// Reads over the stored fields of every document, as Lucene++ takes their
// numbers on trust: no document lies beyond its file, and no field is one that
// its segment has not. Throws FormatError, IoError.
void check_stored_fields(const DirectoryPtr& directory);

}  // namespace wax::index
