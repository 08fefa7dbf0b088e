// The words beside the links of posts.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "io/problem.h"
#include "posts/shares/counted_posts.h"

namespace wax::posts {

enum class ShareWord {
  // Letters, more than two; no mention, hashtag, part of a URL or stop word
  // (document/text/words.h).
  kWord,
  kHashtag,  // with its "#"
};

// Calls `use` with each of them in the text of a post, in lower case, each
// once. Any thread.
void each_share_word(std::string_view text, ShareWord kind,
                     const std::function<void(const std::string& word)>& use);

// Posts that share a page and have a word.
struct PageWord {
  std::string urlkey;
  std::string url;  // the first in byte order
  std::string word;
  uint64_t posts = 0;
};

struct WordOptions : PostChoice {
  ShareWord kind = ShareWord::kWord;
  uint64_t least = 4;  // posts with the word that share the page
};

// Words (not hashtags) in more than this part of at least kEnoughPosts posts
// say nothing of a page, in whatever language, and are left out.
inline constexpr uint64_t kCommonPart = 20;  // one in 20
inline constexpr uint64_t kEnoughPosts = 100;

// Calls `use` with each word of each page, in the order of the URL keys, those
// in most posts first. Posts have a text in counted_posts(). Memory: that of
// options.sort. Throws what counted_posts() and `use` throw.
void count_share_words(const std::vector<std::string>& files,
                       const WordOptions& options, CountedPosts& counts,
                       ProblemSink& problems,
                       const std::function<void(const PageWord& word)>& use);

}  // namespace wax::posts
