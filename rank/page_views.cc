#include "rank/page_views.h"

#include <array>
#include <utility>

#include "rank/line_blocks.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/percent.h"

namespace wax::rank {
namespace {

constexpr size_t kPageFields = 6;
constexpr size_t kTitleField = 1;
constexpr size_t kViewsField = 4;

constexpr std::string_view kHeadOfWeek = "Wiki,PageID,Count";

bool split(std::string_view line,
           std::array<std::string_view, kPageFields>& out) {
  for (size_t i = 0; i < kPageFields; ++i) {
    const size_t space = line.find(' ');
    if (space == std::string_view::npos) {
      out[i] = line;
      return i + 1 == kPageFields && !line.empty();
    }
    out[i] = line.substr(0, space);
    line.remove_prefix(space + 1);
  }
  return false;
}

// A line "Wiki,PageID,Count" of a week, whose pages have numbers; its key is
// "Wiki,PageID". False for another line.
bool split_of_week(std::string_view line,
                   std::array<std::string_view, 2>& fields) {
  const size_t comma = line.find(',');
  const size_t last = line.rfind(',');
  if (comma == last || comma == 0 || line.find(' ') != line.npos) return false;
  const std::string_view page = line.substr(comma + 1, last - comma - 1);
  fields = {line.substr(0, last), line.substr(last + 1)};
  return line == kHeadOfWeek || (!page.empty() && text::all_digits(page));
}

// The title without escapes, in `scratch`; as it is when one is none.
std::string_view unescaped(std::string_view title, std::string& scratch) {
  if (title.find('%') == std::string_view::npos) return title;
  scratch.clear();
  for (size_t at = 0; at < title.size(); ++at) {
    if (title[at] != '%') {
      scratch += title[at];
      continue;
    }
    const int byte = text::escaped_byte(title, at);
    if (byte < 0) return title;
    scratch += static_cast<char>(byte);
    at += 2;
  }
  return scratch;
}

struct ViewBlock {
  struct View {
    size_t begin = 0;  // in `keys`
    size_t size = 0;
    uint64_t count = 0;
  };
  std::vector<View> views;
  std::string keys;
  uint64_t lines = 0;
  std::vector<std::pair<uint64_t, const char*>> bad;
};

void parse_block(std::string_view lines, WikiKeys keys, ViewBlock& block) {
  for_each_line(lines, [&](std::string_view line) {
    const size_t begin = block.keys.size();
    const char* why = nullptr;
    auto count = read_page_views(line, block.keys, why, keys);
    if (!count) {
      block.bad.emplace_back(block.lines, why);
    } else if (*count > 0) {
      auto key = std::string_view(block.keys).substr(begin);
      // Lines of one page follow each other: one for each way of access.
      auto* last = block.views.empty() ? nullptr : &block.views.back();
      if (last != nullptr &&
          std::string_view(block.keys).substr(last->begin, last->size) == key) {
        last->count = added(last->count, *count);
        block.keys.resize(begin);
      } else {
        block.views.push_back({begin, key.size(), *count});
      }
    }
    ++block.lines;
  });
}

class PageViews final : public CountSource {
 public:
  PageViews(std::vector<InputFile> files, WikiKeys keys, uint64_t jobs,
            ProblemSink& problems)
      : files_(std::move(files)),
        problems_(problems),
        line_of_file_(files_.size()),
        blocks_(files_, jobs, [keys](std::string_view lines, ViewBlock& block) {
          parse_block(lines, keys, block);
        }) {}

  bool next(KeyCount& views) override {
    while (block_ == nullptr || at_ == block_->result.views.size()) {
      block_ = blocks_.next();
      at_ = 0;
      if (block_ == nullptr) return false;
      report();
    }
    const ViewBlock& block = block_->result;
    const auto& view = block.views[at_++];
    views = {std::string_view(block.keys).substr(view.begin, view.size),
             view.count};
    return true;
  }

 private:
  void report() {
    uint64_t& before = line_of_file_[block_->file];
    for (const auto& [line, why] : block_->result.bad) {
      problems_.report(
          {Severity::kWarning,
           "rank-bad-page-view",
           files_[block_->file].name,
           {},
           "line " + std::to_string(before + line + 1) + " has " + why});
    }
    before += block_->result.lines;
  }

  std::vector<InputFile> files_;
  ProblemSink& problems_;
  std::vector<uint64_t> line_of_file_;
  ParsedBlocks<ViewBlock> blocks_;
  ParsedBlocks<ViewBlock>::Block* block_ = nullptr;
  size_t at_ = 0;
};

}  // namespace

std::optional<uint64_t> read_page_views(std::string_view line, std::string& key,
                                        const char*& why, WikiKeys keys) {
  std::array<std::string_view, kPageFields> fields;
  if (std::array<std::string_view, 2> of_week; split_of_week(line, of_week)) {
    if (line == kHeadOfWeek) return 0;
    auto count = text::whole_number(of_week[1]);
    if (!count) why = "no number of views";
    const std::string_view site = of_week[0].substr(0, of_week[0].find(','));
    if (count && site_of_views(site, keys).empty()) return 0;
    if (count.value_or(0) > 0) key += of_week[0];
    return count;
  }
  if (!split(line, fields)) {
    why = "neither six fields nor Wiki,PageID,Count";
    return std::nullopt;
  }
  const std::string site = site_of_views(fields[0], keys);
  if (site.empty()) return 0;
  auto count = text::whole_number(fields[kViewsField]);
  if (!count) {
    why = "no number of views";
    return std::nullopt;
  }
  if (*count == 0) return 0;
  std::string scratch;
  if (!append_wiki_key(site, unescaped(fields[kTitleField], scratch), key,
                       keys)) {
    why = "a title that is no UTF-8";
    return std::nullopt;
  }
  return count;
}

std::unique_ptr<CountSource> page_views(std::vector<InputFile> files,
                                        WikiKeys keys, uint64_t jobs,
                                        ProblemSink& problems) {
  return std::make_unique<PageViews>(std::move(files), keys, jobs, problems);
}

}  // namespace wax::rank
