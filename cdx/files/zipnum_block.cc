#include "cdx/files/zipnum_block.h"

#include <algorithm>

#include "cdx/format/legend.h"
#include "io/compress/inflater.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/json.h"
#include "text/number.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

std::optional<ZipNumBlock> parse_json_block(std::string_view line,
                                            size_t json) {
  ZipNumBlock block;
  block.key = line.substr(0, json - 1);
  text::JsonMembers members(line.substr(json));
  text::JsonMemberText member;
  std::optional<uint64_t> offset;
  std::optional<uint64_t> length;
  while (members.next(member)) {
    if (member.name == "offset") {
      offset = text::whole_number(member.value);
    } else if (member.name == "length") {
      length = text::whole_number(member.value);
    } else if (member.name == "digest") {
      block.digest = member.value;
    } else if (member.name == "filename") {
      text::append_unescaped(member.value, block.part);
    }
  }
  if (!members.whole() || !offset || !length) return std::nullopt;
  block.offset = *offset;
  block.length = *length;
  return block;
}

// Whether the first line of a block, or its first capture, begins with
// the key. Fields
// may be separated by something else than the blanks of the key.
bool begins_with(std::string_view block, std::string_view key) {
  auto equal = [](char of_key, char of_line) {
    return of_key == of_line ||
           (of_key == ' ' && !text::is_alphanumeric(of_line));
  };
  size_t at = 0;
  for (std::string_view line; next_block_line(block, at, line);) {
    if (line.size() >= key.size() &&
        std::equal(key.begin(), key.end(), line.begin(), equal)) {
      return true;
    }
    if (!is_header(line) && !is_metadata(line)) return false;
  }
  return key.empty();
}

}  // namespace

std::optional<ZipNumBlock> parse_block(std::string_view line) {
  size_t tab = line.find('\t');
  if (tab == line.npos) {
    size_t json = line.find(" {");
    if (json == line.npos) return std::nullopt;
    return parse_json_block(line, json + 1);
  }
  ZipNumBlock block;
  block.key = line.substr(0, tab);
  block.part = field(line, 1, '\t');
  auto offset = text::whole_number(field(line, 2, '\t'));
  auto length = text::whole_number(field(line, 3, '\t'));
  // A line end that is damaged joins two lines.
  std::string_view number = field(line, 4, '\t');
  bool odd = !number.empty() && !text::whole_number(number);
  if (block.part.empty() || !offset || !length || odd) return std::nullopt;
  block.offset = *offset;
  block.length = *length;
  return block;
}

bool next_block_line(std::string_view text, size_t& at,
                     std::string_view& line) {
  while (at < text.size()) {
    size_t end = std::min(text.find('\n', at), text.size());
    line = text.substr(at, end - at);
    at = end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) return true;
  }
  return false;
}

[[noreturn]] void throw_bad_block(const std::string& path,
                                  const ZipNumBlock& block,
                                  std::string_view text) {
  throw FormatError(
      path, block.offset,
      std::string(text) + " (the block of '" + block.key.substr(0, 80) + "')");
}

std::string StoredBlock::decompress(const ZipNumBlock& block,
                                    bool check_digest) const {
  auto fail = [&](std::string_view text) {
    throw_bad_block(path, block, text);
  };
  std::string_view in = bytes;
  if (check_digest && !block.digest.empty()) {
    auto stated = warc::parse_digest(block.digest);
    if (!stated) fail("'" + block.digest + "' is not a digest");
    warc::Digester digester(stated->algorithm);
    digester.update(in);
    if (digester.finish() != *stated) {
      fail("the block does not have the digest that the index states");
    }
  }
  auto inflater = io::gzip_inflater();
  std::string text;
  size_t size = 0;
  while (!in.empty()) {
    if (!inflater->starts_member(in)) fail("no gzip member begins here");
    inflater->start();
    auto state = io::Inflater::State::kMore;
    while (state == io::Inflater::State::kMore) {
      if (text.size() - size < 64 * 1024) {
        text.resize(std::max<size_t>(2 * text.size(), 512 * 1024));
      }
      auto step = inflater->step(in, text.data() + size, text.size() - size);
      in.remove_prefix(step.consumed);
      size += step.produced;
      state = step.state;
      if (size > kMostBlockBytes) fail("the block is too long");
      if (step.consumed == 0 && step.produced == 0 &&
          state == io::Inflater::State::kMore) {
        fail("a gzip member continues after the end of its block");
      }
    }
    if (state != io::Inflater::State::kEnd) fail("the gzip member is damaged");
  }
  text.resize(size);
  if (!begins_with(text, block.key)) {
    fail("the block does not begin with the line that the index names");
  }
  return text;
}

std::string_view two_fields(std::string_view line) {
  size_t end = std::min(line.find('\t'), line.size());
  size_t space = line.find(' ');
  if (space < end) end = std::min(line.find(' ', space + 1), end);
  return line.substr(0, end);
}

}  // namespace wax::cdx
