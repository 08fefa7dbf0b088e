#include "posts/list/post_line.h"

#include <algorithm>

#include "warc/record/date.h"

namespace wax::posts {

std::string_view take_part(std::string_view& text, char mark) {
  const std::string_view part = text.substr(0, text.find(mark));
  text.remove_prefix(std::min(part.size() + 1, text.size()));
  return part;
}

std::optional<PostLine> PostLine::parse(std::string_view line) {
  if (std::count(line.begin(), line.end(), '\t') <
      static_cast<std::ptrdiff_t>(kPostColumns - 1)) {
    return {};
  }
  PostLine post;
  for (std::string_view& column : post.columns_) {
    column = take_part(line, '\t');
    if (column == "-") column = {};
  }
  const std::string_view date = post[PostColumn::kDate];
  if (!date.empty() && !warc::is_short_date(date)) return {};
  const bool has_id = !post[PostColumn::kId].empty();
  if (has_id || (post.is_deletion() && !post[PostColumn::kAuthor].empty())) {
    return post;
  }
  return {};
}

bool PostLine::is_deletion() const {
  return (*this)[PostColumn::kKind] == kDeleted;
}

void append_column(std::string_view value, std::string& line) {
  if (!line.empty()) line += '\t';
  line += value.empty() ? "-" : value;
}

}  // namespace wax::posts
