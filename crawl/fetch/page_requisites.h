// What browsers load to show a page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/remote/wire_fetcher.h"

namespace wax::crawl {

// Larger pages and style sheets are not read.
inline constexpr size_t kMostRead = size_t{4} << 20;
inline constexpr size_t kMostRequisites = 500;

enum class ReadAs { kNothing, kPage, kStyleSheet };

// What the answer is, by its status and media type.
[[nodiscard]] ReadAs read_as(const io::WireAnswer& answer);

// The URLs of images, sound, fonts, style sheets and frames that an answer
// names, each once, in its order, as fetch_url() has them; no more than
// kMostRequisites. Memory: some six times the page. Any thread.
[[nodiscard]] std::vector<std::string> requisites_of(std::string_view url,
                                                     io::WireAnswer& answer);

}  // namespace wax::crawl
