// Answers about a capture that the server of a shard gives for the one in
// front.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// The answer of a shard that says of `path` ("/raw/...") that the law or a rule
// takes it away (451); nothing when no shard of these states does. All shards
// are asked at the same time. Any number of threads may call it.
[[nodiscard]] std::optional<Response> withheld_by_shard(
    const std::vector<std::shared_ptr<const Generation>>& generations,
    const std::string& path);

}  // namespace wax::answers
