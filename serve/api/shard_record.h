// Records of captures for the server in front that joins this collection with
// those of other servers.
#pragma once

#include "answers/requests/message.h"
#include "answers/shown/holdings.h"

namespace wax::serve {

// The answer to a capture (shard_records.h): its record with those that belong
// to it, whole; 404 when rules of access do not let the capture be seen, when
// it is not one of the collection, and when there is no record; 502 for one
// that is damaged. Memory: io::Spool. Throws UsageError for other messages.
// Any number of threads may call it.
[[nodiscard]] answers::Response shard_record(const answers::Scope& scope,
                                             const answers::Request& request);

}  // namespace wax::serve
