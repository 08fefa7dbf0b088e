#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "collection/access/collection_access.h"
#include "collection/layout.h"
#include "index/store/shard_folder.h"
#include "io/byte_source.h"
#include "io/crc32.h"
#include "io/error.h"
#include "io/folder_lock.h"
#include "io/output.h"
#include "text/number.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

// The last line: the CRC-32 of all before it.
constexpr std::string_view kHiddenEnd = "# end ";
// The first line says that there is a last one.
constexpr std::string_view kHiddenHead =
    "# wax-hidden 1: what is hidden from searches (wax-hide(1))\n";

std::string hidden_end(std::string_view text) {
  std::string line(kHiddenEnd);
  text::append_hex_number(io::crc32(text), 8, line);
  return line + '\n';
}

// Files that people wrote need no last line.
void check_hidden_end(const std::string& file, std::string_view text) {
  size_t at = text.rfind(kHiddenEnd);
  bool has_end = at != text.npos && (at == 0 || text[at - 1] == '\n');
  if (!has_end && !text.starts_with(kHiddenHead)) return;
  if (has_end && text.substr(at) == hidden_end(text.substr(0, at))) return;
  throw FormatError(
      file, has_end ? at : text.size(),
      "this file of what is hidden is damaged; restore it from a copy, or look "
      "through it and remove the lines that begin with \"#\"");
}

}  // namespace

std::string hidden_file(const std::string& path) {
  std::error_code code;
  fs::path folder = fs::weakly_canonical(path, code);
  if (code) folder = path;
  // An index is in DIR/pindexes/SHARD/INDEX.
  constexpr int kLevels = 3;
  fs::path above = folder;
  for (int i = 0; i <= kLevels; ++i, above = above.parent_path()) {
    if (index::is_collection(above.string())) {
      return Layout{above.string()}.hidden();
    }
  }
  return Layout{path}.hidden();
}

std::vector<AccessRule> read_hidden(const std::string& file) {
  std::vector<AccessRule> rules;
  std::string text;
  try {
    text = io::read_all(*io::open_file(file), UINT64_MAX);
  } catch (const IoError& error) {
    if (error.code() == ENOENT || error.code() == ENOTDIR) return rules;
    throw;
  }
  check_hidden_end(file, text);
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = std::string_view(text).substr(at, end - at);
    try {
      if (!line.empty() && line[0] != '#') {
        rules.push_back(parse_hiding_line(line));
      }
    } catch (const UsageError& error) {
      throw FormatError(file, at, error.what());
    }
    at = end + 1;
  }
  if (rules.empty() && !text.starts_with(kHiddenHead)) {
    throw FormatError(file, 0,
                      "this file of what is hidden has no rule; restore it "
                      "from a copy, or remove it");
  }
  return rules;
}

void write_hidden(const std::string& file,
                  const std::vector<AccessRule>& rules) {
  std::string text(kHiddenHead);
  for (const AccessRule& rule : rules) text += print_hiding_rule(rule) + '\n';
  text += hidden_end(text);
  auto output = io::open_output(file, true);
  output->write(text);
  output->finish();
}

void copy_hidden(const std::vector<std::string>& inputs,
                 const std::string& output, const std::string& part) {
  std::string file = hidden_file(output);
  bool in_output = file == Layout{output}.hidden();
  std::vector<AccessRule> rules;
  if (!in_output) rules = read_hidden(file);
  size_t before = rules.size();
  for (const std::string& input : inputs) {
    for (AccessRule& rule : read_hidden(hidden_file(input))) {
      if (std::find(rules.begin(), rules.end(), rule) == rules.end()) {
        rules.push_back(std::move(rule));
      }
    }
  }
  if (rules.size() == before) return;
  io::FolderLock lock;
  if (!in_output) {
    lock = io::FolderLock(fs::path(file).parent_path().string(),
                          io::lock_path(file));
  }
  write_hidden(in_output ? Layout{part}.hidden() : file, rules);
}

}  // namespace wax::collection
