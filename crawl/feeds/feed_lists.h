// Lists of the items of feeds.
#pragma once

#include <memory>
#include <string>

#include "crawl/feeds/feed_reader.h"
#include "lines/line_stream.h"

namespace wax::crawl {

// Appends a line, with "\n", for each item: "url captured published feed
// title", tabs between; "captured" is the date of the feed's capture,
// "published" is "-" where the item has no date.
void append_item_lines(const FeedCapture& feed, std::string& lines);

// Keeps the first capture of each feed item. The lines are sorted in byte
// order, and stay so. Memory: the feeds that have one URL.
[[nodiscard]] std::unique_ptr<lines::LineStream> first_items(
    std::unique_ptr<lines::LineStream> sorted);

}  // namespace wax::crawl
