// Posts as lines.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace wax::posts {

// "id date author language kind parent links offset file", with tabs between
// them, and perhaps the text. A column without value is "-". Links have one
// space between them. `offset` and `file` say where the record lies.
enum class PostColumn : size_t {
  kId,
  kDate,
  kAuthor,
  kLanguage,
  kKind,  // "post", "reply", "quote", "repost", "delete"
  kParent,
  kLinks,
  kOffset,
  kFile,
  kText,
};
inline constexpr size_t kPostColumns = 9;  // that each line has

// Views of the line; a "-" is empty.
class PostLine {
 public:
  // Nothing for a line with less columns, without an id, or with something else
  // than a date (4 to 14 digits). A deletion of all posts of an author has no
  // id.
  [[nodiscard]] static std::optional<PostLine> parse(std::string_view line);

  [[nodiscard]] bool is_deletion() const;

  [[nodiscard]] std::string_view operator[](PostColumn column) const {
    return columns_[static_cast<size_t>(column)];
  }

 private:
  std::array<std::string_view, kPostColumns + 1> columns_;
};

// Takes a part of the text up to the next `mark`, and the mark.
[[nodiscard]] std::string_view take_part(std::string_view& text, char mark);

// Appends a column; "-" for nothing. The first one has no tab before it.
void append_column(std::string_view value, std::string& line);

inline constexpr std::string_view kDeleted = "delete";

}  // namespace wax::posts
