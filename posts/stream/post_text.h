// Links and repeated posts in the text of posts. Any thread.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace wax::posts {

// Whether the URL is one that a post may link to: http, https or ftp.
[[nodiscard]] bool is_link(std::string_view url);

// Calls `use` with each URL in a text: what begins with "http://", "https://",
// "ftp://" or, at the beginning of a word, "www." (which gets "http://"), up to
// white space, "<", ">", quotes or a parenthesis, but for one pair around a
// word; it does not end with punctuation other than "/".
void each_url(std::string_view text,
              const std::function<void(std::string&& url)>& use);

// The links of a post that is written as HTML, but for those to people and
// hashtags (classes "mention" and "hashtag", rel "tag"), and its text.
std::string read_html_post(std::string_view html,
                           const std::function<void(std::string&& url)>& use);

// The name of the author whose post is repeated in this text, as people did
// before networks had a button for it: "RT @name: text". Empty when
// the text repeats no post. The first "@" after the word "RT" counts.
[[nodiscard]] std::string_view repeated_author(std::string_view text);

// With "&amp;", "&lt;" and "&gt;" as the characters that they stand for, which
// classic statuses and Reddit escape.
[[nodiscard]] std::string unescaped_text(std::string text);

// Without control characters; white space is one blank.
[[nodiscard]] std::string plain_text(std::string_view text);

}  // namespace wax::posts
