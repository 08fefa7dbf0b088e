// Answers about a capture that the server of a shard gives for the one in
// front.
#pragma once

#include <string_view>

#include "answers/requests/message.h"
#include "answers/shown/open_cdx.h"
#include "answers/shown/url_capture.h"

namespace wax::answers {

// The answer to the same request of the shard that has the capture, which was
// found in `cdx`, the files of a collection with shards
// (CdxFiles::has_shards()). Its links are to this server. `path` is how the
// path begins there: "/raw/" or "/view/". Memory: that of the answer, up to
// ShardOptions::most_answer. Throws NoShards when that shard is gone, or its
// answer is longer. Any number of threads may call it.
[[nodiscard]] Response forwarded(const CdxFiles& cdx, const UrlCapture& capture,
                                 std::string_view path, const Request& request);

}  // namespace wax::answers
