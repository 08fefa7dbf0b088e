// Posts with the targets of their links.
#pragma once

#include <memory>
#include <string>

#include "io/problem.h"
#include "lines/line_stream.h"
#include "posts/resolve/link_resolver.h"

namespace wax::posts {

// Lines of posts (posts/list/post_line.h) with each link replaced by the last
// URL that resolved_links() finds for it at the date of the post, or the
// canonical one of that page; links that
// end in no URL (loop, too many, bad) and those of posts without a date stay.
// Keeps the order. Other lines are reported ("list-bad-line"). Memory, errors
// and lifetimes as there.
[[nodiscard]] std::unique_ptr<lines::LineStream> resolved_posts(
    lines::LineStream& posts, const std::string& name_of_posts,
    const ResolveOptions& options, ResolveCounts& counts,
    ProblemSink& problems);

}  // namespace wax::posts
