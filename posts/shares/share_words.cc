#include "posts/shares/share_words.h"

#include <unicode/uchar.h>

#include <memory>
#include <set>
#include <utility>

#include "document/text/words.h"
#include "lines/line_stream.h"
#include "posts/list/post_line.h"
#include "posts/shares/page_key.h"
#include "text/number.h"
#include "text/utf8.h"

namespace wax::posts {
namespace {

constexpr int kCountDigits = 16;
constexpr int kLeastLetters = 3;

bool is_of_url(std::string_view chunk) {
  return chunk.find("://") != chunk.npos || chunk.starts_with("www.") ||
         chunk.starts_with("WWW.");
}

// The words of a text without white space.
class Words {
 public:
  Words(ShareWord kind, std::set<std::string>& words)
      : kind_(kind), words_(words) {}

  void add(std::string_view chunk) {
    mark_ = ' ';
    while (!chunk.empty()) {
      char32_t point = 0;
      size_t size = text::decode_utf8(chunk, point);
      if (size == 0) {
        size = text::ill_formed_length(chunk);
        point = ' ';
      }
      chunk.remove_prefix(size);
      const auto code = static_cast<UChar32>(point);
      const bool is_inner = point == '\'' || point == 0x2019 || point == '_' ||
                            u_charType(code) == U_NON_SPACING_MARK;
      if (u_isalnum(code) || (is_inner && !word_.empty())) {
        letters_ += u_isalpha(code) ? 1 : 0;
        text::append_utf8(static_cast<char32_t>(u_tolower(code)), word_);
      } else {
        end();
        mark_ = point == '#' || point == '@' ? static_cast<char>(point) : ' ';
      }
    }
    end();
  }

 private:
  void end() {
    while (word_.ends_with('\'') || word_.ends_with('_')) word_.pop_back();
    if (kind_ == ShareWord::kHashtag) {
      if (mark_ == '#' && letters_ > 0) words_.insert('#' + word_);
    } else if (mark_ == ' ' && letters_ >= kLeastLetters && !is_stop_word()) {
      words_.insert(word_);
    }
    mark_ = ' ';
    word_.clear();
    letters_ = 0;
  }

  [[nodiscard]] bool is_stop_word() const {
    document::WordReader reader(word_);
    document::Word first;
    return reader.next(first) && first.end == word_.size() &&
           document::is_stop_word(first);
  }

  ShareWord kind_;
  std::set<std::string>& words_;
  char mark_ = ' ';  // before the word
  std::string word_;
  int letters_ = 0;
};

// Appends the lines of a post: "word TAB" and "word TAB urlkey" for each word,
// and "TAB urlkey TAB url" for each page. So the posts with a word come before
// its pages.
void append_words(const PostLine& post, ShareWord kind, std::string& lines) {
  std::set<std::string> words;
  each_share_word(post[PostColumn::kText], kind,
                  [&](const std::string& word) { words.insert(word); });
  std::set<std::string> keys;
  std::string_view links = post[PostColumn::kLinks];
  while (!links.empty()) {
    const std::string_view url = take_part(links, ' ');
    std::string key = page_key(url);
    if (words.empty()) continue;
    lines.append("\t").append(key).append("\t").append(url) += '\n';
    keys.insert(std::move(key));
  }
  for (const std::string& word : words) {
    lines.append(word) += "\t\n";
    for (const std::string& key : keys) {
      lines.append(word).append("\t").append(key) += '\n';
    }
  }
}

// Lines "urlkey TAB reversed count TAB word TAB count" of the words that
// count, and "urlkey TAB TAB url".
class WordLines {
 public:
  WordLines(std::unique_ptr<lines::LineStream> sorted,
            const WordOptions& options, const CountedPosts& counts)
      : sorted_(std::move(sorted)), options_(options), counts_(counts) {}

  bool next(std::string& line) {
    for (;;) {
      if (!at_line_ && !(at_line_ = sorted_->next(read_))) return false;
      const std::string whole(read_);
      uint64_t times = 0;
      do {
        ++times;
        at_line_ = sorted_->next(read_);
      } while (at_line_ && read_ == whole);
      if (give(whole, times, line)) return true;
    }
  }

 private:
  bool give(std::string_view read, uint64_t times, std::string& line) {
    const std::string_view word = take_part(read, '\t');
    if (word.empty()) {
      // A URL, of which one is enough.
      const std::string_view key = take_part(read, '\t');
      if (key == key_) return false;
      key_ = key;
      line.append(key).append("\t\t").append(read);
      return true;
    }
    if (read.empty()) {
      is_common_ = options_.kind == ShareWord::kWord &&
                   counts_.posts >= kEnoughPosts &&
                   times > counts_.posts / kCommonPart;
      return false;
    }
    if (is_common_ || times < options_.least) return false;
    line.append(read) += '\t';
    text::append_hex_number(~times, kCountDigits, line);
    line.append("\t").append(word) += '\t' + std::to_string(times);
    return true;
  }

  std::unique_ptr<lines::LineStream> sorted_;
  const WordOptions& options_;
  const CountedPosts& counts_;
  std::string_view read_;
  bool at_line_ = false;
  std::string key_;
  bool is_common_ = false;
};

}  // namespace

void each_share_word(std::string_view text, ShareWord kind,
                     const std::function<void(const std::string& word)>& use) {
  std::set<std::string> words;
  Words of_chunks(kind, words);
  while (!text.empty()) {
    const std::string_view chunk = take_part(text, ' ');
    if (!is_of_url(chunk)) of_chunks.add(chunk);
  }
  for (const std::string& word : words) use(word);
}

void count_share_words(const std::vector<std::string>& files,
                       const WordOptions& options, CountedPosts& counts,
                       ProblemSink& problems,
                       const std::function<void(const PageWord& word)>& use) {
  lines::SortOptions part = options.sort;
  part.memory /= 3;
  auto posts = counted_posts(files, options, counts, problems);
  std::string lines;
  size_t at = 0;
  auto of_posts = lines::made_lines([&](std::string& line) {
    while (at == lines.size()) {
      lines.clear();
      at = 0;
      std::string_view post;
      if (!posts->next(post)) return false;
      append_words(*PostLine::parse(post), options.kind, lines);
    }
    const size_t end = lines.find('\n', at);
    line.assign(lines, at, end - at);
    at = end + 1;
    return true;
  });
  WordLines words(lines::sort_lines(std::move(of_posts), part), options,
                  counts);
  auto sorted = lines::sort_lines(
      lines::made_lines([&](std::string& line) { return words.next(line); }),
      part);
  PageWord page;
  for (std::string_view line; sorted->next(line);) {
    page.urlkey = take_part(line, '\t');
    if (take_part(line, '\t').empty()) {
      page.url = line;
      continue;
    }
    page.word = take_part(line, '\t');
    page.posts = text::whole_number<uint64_t>(line).value_or(0);
    use(page);
  }
}

}  // namespace wax::posts
