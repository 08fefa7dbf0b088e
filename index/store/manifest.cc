#include "index/store/manifest.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <memory>

#include "io/byte_source.h"
#include "io/crc32.h"
#include "io/new_directory.h"
#include "io/output.h"
#include "text/number.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFirstLine = "wax-index 1";
constexpr std::string_view kKindBegin = "wax-index ";
// Far above the properties of any index.
constexpr uint64_t kPropertiesLimit = uint64_t{1} << 20;

void append_crc32(std::string_view bytes, std::string& out) {
  text::append_hex_number(io::crc32(bytes), 8, out);
}

// The part before the next `end`, which is taken off with it.
std::string_view take(std::string_view& text, char end) {
  size_t at = text.find(end);
  std::string_view part = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return part;
}

std::string whole_file(const std::string& path) {
  return io::read_all(*io::open_file(path), UINT64_MAX);
}

void append_blocks(const std::string& path, std::string& line) {
  std::unique_ptr<io::FileSource> file = io::open_file(path);
  std::string block(Manifest::File::kBlock, '\0');
  while (size_t n = io::read(*file, block.data(), block.size())) {
    line += ' ';
    append_crc32({block.data(), n}, line);
  }
}

bool parse_file(std::string_view line, Manifest& manifest) {
  std::string name(take(line, ' '));
  auto size = text::whole_number(take(line, ' '));
  if (!size || name.empty()) return false;
  Manifest::File file{*size, {}};
  while (!line.empty()) {
    auto crc = text::whole_number<uint32_t>(take(line, ' '), 16);
    if (!crc) return false;
    file.blocks.push_back(*crc);
  }
  if (file.blocks.size() !=
      (file.size + Manifest::File::kBlock - 1) / Manifest::File::kBlock) {
    return false;
  }
  return manifest.files.emplace(std::move(name), std::move(file)).second;
}

}  // namespace

void write_manifest(const std::string& directory,
                    const std::map<std::string, std::string>& about) {
  std::string text(kFirstLine);
  text += '\n';
  for (const auto& [name, value] : about) {
    text += "about " + name + ' ' + value + '\n';
  }
  std::map<std::string, uint64_t> names;
  std::error_code code;
  for (fs::directory_iterator it(directory, code), end; !code && it != end;
       it.increment(code)) {
    std::string name = it->path().filename().string();
    // A killed process may have left a part of a file.
    if (name == kManifestName || io::whole_name(name) != name) continue;
    names[std::move(name)] = it->file_size();
  }
  if (code) throw IoError(directory, "list", code.value());
  for (const auto& [name, size] : names) {
    text += "file " + name + ' ' + std::to_string(size);
    append_blocks(directory + '/' + name, text);
    text += '\n';
  }
  text += "end ";
  append_crc32(text, text);
  text += '\n';
  std::string path = directory + '/' + std::string(kManifestName);
  std::unique_ptr<io::Output> output = io::open_output(path, true);
  output->write(text);
  output->finish();
}

bool has_manifest(const std::string& directory) {
  struct stat status {};
  std::string path = directory + '/' + std::string(kManifestName);
  return ::stat(path.c_str(), &status) == 0;
}

std::optional<std::map<std::string, std::string>> stated_properties(
    const std::string& directory) {
  const std::string path = directory + '/' + std::string(kManifestName);
  std::error_code none;
  if (!fs::is_regular_file(path, none)) return std::nullopt;
  std::string head(kPropertiesLimit, '\0');
  head.resize(io::read(*io::open_file(path), head.data(), head.size()));
  if (!head.starts_with(kKindBegin)) return std::nullopt;
  std::map<std::string, std::string> about;
  std::string_view rest = head;
  (void)take(rest, '\n');
  while (!rest.empty()) {
    std::string_view line = take(rest, '\n');
    if (take(line, ' ') != "about") break;
    std::string name(take(line, ' '));
    about[name] = line;
  }
  return about;
}

Manifest read_manifest(const std::string& directory) {
  std::string path = directory + '/' + std::string(kManifestName);
  std::string text = whole_file(path);
  std::string_view rest = text;
  auto damaged = [&] {
    return IndexToMakeAgain(path, text.size() - rest.size(),
                            "this manifest is damaged; make the index again");
  };
  constexpr size_t kLastLine = sizeof "end 00000000\n" - 1;
  if (text.size() < kLastLine || text.back() != '\n') throw damaged();
  size_t body = text.size() - kLastLine;
  std::string last = "end ";
  append_crc32(rest.substr(0, body + 4), last);
  if (rest.substr(body) != last + '\n') throw damaged();

  Manifest manifest;
  rest = rest.substr(0, body);
  if (take(rest, '\n') != kFirstLine) {
    throw FormatError(path, 0,
                      "this index was made by another version of wax-index");
  }
  while (!rest.empty()) {
    std::string_view line = take(rest, '\n');
    std::string_view kind = take(line, ' ');
    if (kind == "about") {
      std::string name(take(line, ' '));
      manifest.about[name] = line;
    } else if (kind != "file" || !parse_file(line, manifest)) {
      throw damaged();
    }
  }
  for (const auto& [name, file] : manifest.files) {
    std::string file_path = directory + '/' + name;
    struct stat status {};
    if (::stat(file_path.c_str(), &status) != 0) {
      throw IoError(file_path, "open", errno);
    }
    auto size = static_cast<uint64_t>(status.st_size);
    if (size != file.size) {
      throw FormatError(file_path, size,
                        "this index file has " + std::to_string(size) +
                            " bytes and must have " +
                            std::to_string(file.size));
    }
  }
  return manifest;
}

}  // namespace wax::index
