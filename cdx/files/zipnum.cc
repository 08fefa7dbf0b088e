#include "cdx/files/zipnum.h"

#include <errno.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "cdx/files/zipnum_lines.h"
#include "cdx/format/identity_line.h"
#include "cdx/format/legend.h"
#include "io/error.h"
#include "io/remote/http_source.h"
#include "io/remote/remote_file.h"
#include "text/json.h"
#include "text/number.h"

namespace wax::cdx {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostKeptBlocks = 2;
constexpr size_t kMostKeptBytes = 2 * 1024 * 1024;

bool is_there(const std::string& path) {
  std::error_code none;
  if (!io::is_url(path)) return fs::is_regular_file(path, none);
  if (io::is_object(path)) return io::recent_state(path).has_value();
  try {
    return !io::open_http(path, io::usual_http())->peek().empty();
  } catch (const IoError&) {
    return false;
  }
}

// A block is a request.
std::unique_ptr<io::FileSource> open_blocks(const std::string& path) {
  if (!io::is_url(path)) return io::open_file(path);
  constexpr size_t kPiece = 4096;
  io::HttpOptions options = io::usual_http();
  options.piece = options.ahead = kPiece;
  return io::open_http(path, options);
}

}  // namespace

bool ZipNum::is_index(SortedFile& file) {
  for (const std::string& line : file.top()) {
    if (line.find("\"cdxj-gzip-") != line.npos) return true;
    if (is_header(line)) return false;
    if (line.find('\t') != line.npos && parse_block(line)) return true;
  }
  // The first lines may be damaged.
  uint64_t offset = file.begin();
  std::string_view line;
  for (int i = 0; i < 3 && file.read(offset, line); ++i) {
    if (line.find('\t') != line.npos && parse_block(line)) return true;
  }
  return false;
}

ZipNum::ZipNum(std::unique_ptr<SortedFile> index) : index_(std::move(index)) {
  // Behind the key stand numbers, which are not in order as texts.
  index_->check_order_by(two_fields);
  // A block may begin with a metadata line and have its key.
  index_->end_top_at(
      [](std::string_view line) { return parse_block(line).has_value(); });
  for (const std::string& line : index_->top()) {
    size_t json = line.find('{');
    if (!line.starts_with("!meta") || json == line.npos) continue;
    text::JsonMembers members(std::string_view(line).substr(json));
    text::JsonMemberText member;
    while (members.next(member)) {
      std::string value;
      text::append_unescaped(member.value, value);
      if (member.name == "identity") {
        identity_line_ = cdx::identity_line(value, IdentityForm::kCdxj);
      } else if (member.name == "filename") {
        usual_part_ = std::move(value);
      }
    }
  }
  read_locations();
}

void ZipNum::read_locations() {
  std::string path = index_->path();
  const size_t name = path.rfind('/') + 1;
  const size_t dot = path.rfind('.');
  if (dot != path.npos && dot > name) path.resize(dot);
  path += ".loc";
  if (!is_there(path)) return;
  auto lines = open_lines(path);
  std::string_view line;
  while (lines->next(line)) {
    size_t tab = std::min(line.find('\t'), line.size());
    std::vector<std::string>& paths = locations_[std::string(line, 0, tab)];
    for (int i = 1; tab < line.size(); ++i) {
      paths.emplace_back(field(line, i, '\t'));
      tab = std::min(line.find('\t', tab + 1), line.size());
    }
  }
}

void ZipNum::open_part(const std::string& part) {
  if (source_ != nullptr && open_part_ == part) return;
  source_.reset();
  std::vector<std::string> names;
  auto found = locations_.find(part);
  if (found != locations_.end()) {
    names = found->second;
  } else {
    names = {part, part + ".gz", part + ".cdx.gz"};
    // cdxj-indexer writes the path as it was told.
    fs::path base = fs::path(part).filename();
    if (base != part) names.insert(names.begin() + 1, base.string());
  }
  const std::string& index = index_->path();
  const std::string folder = index.substr(0, index.rfind('/') + 1);
  auto place = [&](const std::string& name) {
    const bool is_whole = name.starts_with('/') || io::is_url(name);
    return is_whole ? name : folder + name;
  };
  for (const std::string& name : names) {
    if (!is_there(place(name))) continue;
    source_ = open_blocks(place(name));
    open_part_ = part;
    return;
  }
  throw IoError(place(names.empty() ? part : names.front()), "open", ENOENT);
}

StoredBlock ZipNum::stored(const ZipNumBlock& block) {
  open_part(block.part.empty() ? usual_part_ : block.part);
  const std::string& path = source_->path();
  if (block.length > kMostBlockBytes) {
    throw_bad_block(path, block, "the block is too long");
  }
  auto length = static_cast<size_t>(block.length);
  std::string_view in;
  if (source_->seek(block.offset)) in = source_->peek(length);
  if (in.size() < length) {
    throw_bad_block(path, block, "the file ends inside a block");
  }
  return {path, std::string(in.substr(0, length))};
}

std::string ZipNum::decompress(const ZipNumBlock& block, bool check_digest) {
  return stored(block).decompress(block, check_digest);
}

std::shared_ptr<const std::string> ZipNum::kept_block(
    const ZipNumBlock& block) {
  auto place = std::find_if(kept_.begin(), kept_.end(), [&](const auto& kept) {
    return kept.block.offset == block.offset &&
           kept.block.length == block.length && kept.block.part == block.part &&
           kept.block.key == block.key;
  });
  if (place != kept_.end()) {
    std::rotate(place, place + 1, kept_.end());
    return kept_.back().text;
  }
  auto text = std::make_shared<const std::string>(decompress(block));
  if (text->capacity() > kMostKeptBytes) return text;
  if (kept_.size() == kMostKeptBlocks) kept_.erase(kept_.begin());
  kept_.push_back({block, text});
  return text;
}

std::optional<ZipNumBlock> ZipNum::next_block(uint64_t& offset) {
  uint64_t start = offset;
  std::string_view line;
  if (!index_->read(offset, line)) return std::nullopt;
  auto block = parse_block(line);
  if (!block) {
    throw FormatError(name(), start, "not a line of a ZipNum index");
  }
  return block;
}

std::string ZipNum::head() {
  if (!head_.empty()) return head_;
  uint64_t offset = index_->begin();
  auto block = next_block(offset);
  if (!block) return {};
  std::string text = decompress(*block);
  size_t at = 0;
  std::string_view line;
  while (next_block_line(text, at, line)) {
    if (!is_header(line) && !is_metadata(line)) break;
  }
  text.resize(std::min(at, text.size()));
  head_ = identity_line_ + text;
  return head_;
}

std::unique_ptr<lines::LineStream> ZipNum::blocks(const SearchRange& range) {
  return zipnum_blocks(*index_, range);
}

std::unique_ptr<lines::LineStream> ZipNum::lines(const SearchRange& range) {
  return zipnum_lines(*this, *index_, range);
}

std::unique_ptr<lines::LineStream> ZipNum::lines_backwards(
    const SearchRange& range) {
  return zipnum_lines_backwards(*this, *index_, range);
}

std::unique_ptr<lines::LineStream> ZipNum::lines_of_blocks(
    const SearchRange& range, uint64_t first, uint64_t count) {
  return zipnum_lines_of_blocks(*this, *index_, range, first, count);
}

uint64_t ZipNum::parts(const SearchRange& range, const Tick&) {
  uint64_t count = 0;
  std::string_view line;
  for (auto found = blocks(range); found->next(line);) ++count;
  // One block may be looked at without a line in it.
  if (count == 1 && !lines(range)->next(line)) count = 0;
  return count;
}

std::string ZipNum::part_start(const SearchRange& range, uint64_t n) {
  if (n == 0) return range.first;
  std::string_view line;
  auto found = blocks(range);
  for (uint64_t i = 0; i <= n; ++i) {
    if (!found->next(line)) return range.end;
  }
  auto block = parse_block(line);
  return block ? std::clamp(block->key, range.first, range.end) : range.end;
}

std::unique_ptr<lines::LineStream> ZipNum::all() {
  return all_zipnum_lines(*this);
}

}  // namespace wax::cdx
