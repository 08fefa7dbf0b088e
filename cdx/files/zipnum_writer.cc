#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/files/zipnum.h"
#include "cdx/format/cdx_lines.h"
#include "cdx/format/identity_line.h"
#include "cdx/format/legend.h"
#include "io/compress/gzip_format.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/ordered_pool.h"
#include "io/output.h"
#include "lines/run_file.h"
#include "text/ascii.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

// A line longer than the rest of its block together is a block of its own.
constexpr size_t kMostText = 64 << 20;
constexpr size_t kMostShown = 80;  // of a line, in a message

struct Block {
  std::string key;   // in the index
  std::string text;  // until it is compressed
  std::string compressed;
  std::string digest;  // WACZ
  uint64_t length = 0;
};

void compress_block(Block& block, const ZipNumOptions& options) {
  block.compressed = io::gzip_member(block.text, options.level);
  block.text = {};
  block.length = block.compressed.size();
  if (options.form == ZipNumForm::kWacz) {
    warc::Digester sha256(warc::DigestAlgorithm::kSha256);
    sha256.update(block.compressed);
    block.digest = warc::spelling(sha256.finish());
  }
}

// Cuts lines into blocks' texts.
class Cutter {
 public:
  Cutter(lines::LineStream& lines, const std::string& top,
         const ZipNumOptions& options, ZipNumCounts& counts)
      : lines_(&lines),
        top_(top),
        options_(&options),
        counts_(&counts),
        line_number_(
            static_cast<uint64_t>(std::count(top.begin(), top.end(), '\n'))) {
    std::string_view first = std::string_view(top).substr(0, top.find('\n'));
    auto legend = parse_header(first);
    if (legend) delimiter_ = legend->delimiter;
    if (!first.empty()) check_form(first);
  }

  // Key and text of the next block. False when there are no more lines.
  bool next(Block& block) {
    block = {};
    std::string& key = block.key;
    std::string& text = block.text;
    text = std::exchange(top_, {});
    std::string_view line;
    uint64_t captures = 0;
    while (captures < options_->block_lines && text.size() < kMostText &&
           lines_->next(line)) {
      ++counts_->lines;
      ++line_number_;
      if (line < before_) {
        throw_bad(
            "smaller than the line before it; the input is not sorted in byte "
            "order (wax-cdx-sort sorts it)",
            line);
      }
      before_ = line;
      if (is_metadata(line)) {
        if (key.empty()) key = line.substr(0, line.find_first_of(" \t"));
      } else {
        check_form(line);
        if (captures++ == 0) key = key_of(line);
      }
      text.append(line) += '\n';
    }
    counts_->bytes_in += text.size();
    return !key.empty();
  }

 private:
  std::string key_of(std::string_view line) const {
    size_t first = line.find(delimiter_);
    size_t second =
        first == line.npos ? first : line.find(delimiter_, first + 1);
    std::string key(line.substr(0, second));
    if (first != line.npos) key[first] = ' ';
    if (first == line.npos || key.find('\t') != key.npos) {
      throw_bad("the line has no key and date, so it cannot begin a block",
                line);
    }
    return key;
  }

  void check_form(std::string_view line) const {
    if (options_->form != ZipNumForm::kWacz ||
        field(line, 2).starts_with('{')) {
      return;
    }
    throw_bad(
        "the line is not CDXJ, which WACZ files need; convert the input first "
        "with wax-cdx-convert --format cdxj --dialect wacz --sort",
        line);
  }

  [[noreturn]] void throw_bad(std::string_view text,
                              std::string_view line) const {
    throw lines::LineError(options_->input, line_number_,
                           std::string(text) + ": '" +
                               std::string(line.substr(0, kMostShown)) + "'");
  }

  lines::LineStream* lines_;
  std::string top_;
  const ZipNumOptions* options_;
  ZipNumCounts* counts_;
  char delimiter_ = ' ';
  uint64_t line_number_;
  std::string before_;
};

std::string part_name(uint64_t number) {
  char name[40];
  std::snprintf(name, sizeof name, "cdx-%05llu.gz",
                static_cast<unsigned long long>(number));
  return name;
}

class Writer {
 public:
  Writer(const std::string& folder, const std::string& identity,
         const ZipNumOptions& options, ZipNumCounts& counts)
      : folder_(folder), options_(&options), counts_(&counts) {
    std::string base = wacz() ? "index" : "cluster";
    index_ = io::open_output(folder_ + '/' + base + ".idx", false);
    if (wacz()) {
      index_->write(
          "!meta 0 {\"format\": \"cdxj-gzip-1.0\", \"filename\": "
          "\"index.cdx.gz\"" +
          (identity.empty() ? "" : ", \"identity\": \"" + identity + '"') +
          "}\n");
    } else {
      locations_ = io::open_output(folder_ + "/cluster.loc", false);
    }
    open_part();
  }

  void add(const Block& block) {
    if (options_->shard_bytes > 0 && offset_ > 0 &&
        offset_ + block.length > options_->shard_bytes) {
      next_part();
    }
    part_->write(block.compressed);
    if (wacz()) {
      index_->write(block.key + " {\"offset\": " + std::to_string(offset_) +
                    ", \"length\": " + std::to_string(block.length) +
                    ", \"digest\": \"" + block.digest +
                    "\", \"filename\": \"index.cdx.gz\"}\n");
    } else {
      index_->write(block.key + '\t' + name_ + '\t' + std::to_string(offset_) +
                    '\t' + std::to_string(block.length) + '\t' +
                    std::to_string(++counts_->blocks) + '\n');
    }
    if (wacz()) ++counts_->blocks;
    offset_ += block.length;
    counts_->bytes_out += block.length;
  }

  void next_part() {
    part_->finish();
    open_part();
  }

  void finish() {
    part_->finish();
    if (locations_ != nullptr) {
      locations_->finish();
      auto metadata = io::open_output(folder_ + "/metadata.yaml", false);
      metadata->write("surt_ordered: true\n");
      metadata->finish();
    }
    index_->finish();
  }

 private:
  bool wacz() const { return options_->form == ZipNumForm::kWacz; }

  void open_part() {
    name_ = wacz() ? "index.cdx.gz" : part_name(counts_->shards);
    part_ = io::open_output(folder_ + '/' + name_, false);
    if (locations_ != nullptr) locations_->write(name_ + '\t' + name_ + '\n');
    ++counts_->shards;
    offset_ = 0;
  }

  std::string folder_;
  const ZipNumOptions* options_;
  ZipNumCounts* counts_;
  std::unique_ptr<io::Output> index_;
  std::unique_ptr<io::Output> locations_;
  std::unique_ptr<io::Output> part_;
  std::string name_;
  uint64_t offset_ = 0;
};

// Compresses on several threads and hands blocks on in their order.
template <typename Take>
void compress_all(Cutter& cutter, const ZipNumOptions& options, Take take) {
  unsigned jobs = io::thread_count(options.jobs);
  size_t most = jobs == 1 ? 0 : jobs;  // on their way
  io::OrderedPool<Block> blocks(
      most, [&](Block& block, size_t) { compress_block(block, options); });
  Block block;
  while (cutter.next(block)) {
    blocks.put(std::move(block));
    while (blocks.size() > most) take(blocks.take());
  }
  while (blocks.size() > 0) take(blocks.take());
}

// The number of blocks must be known before the first part can end.
void write_even_shards(Cutter& cutter, const ZipNumOptions& options,
                       Writer& writer, const std::string& folder) {
  lines::RunFile file(folder, /*fast_disk=*/0);  // they are compressed already
  std::vector<Block> blocks;
  std::vector<lines::Run::Part> parts;
  compress_all(cutter, options, [&](Block block) {
    parts.push_back(file.append(block.compressed));
    block.compressed = {};
    blocks.push_back(std::move(block));
  });
  uint64_t shard = 0;
  std::vector<char> bytes;
  for (uint64_t i = 0; i < blocks.size(); ++i) {
    Block& block = blocks[i];
    while ((shard + 1) * blocks.size() <= i * options.shards) {
      writer.next_part();
      ++shard;
    }
    file.read(parts[i], bytes);
    block.compressed.assign(bytes.data(), parts[i].size);
    writer.add(block);
    block.compressed = {};
  }
  for (; shard + 1 < options.shards; ++shard) writer.next_part();
}

// Takes the line that states the identity out of what goes on top.
std::string take_identity(std::string& top) {
  for (size_t begin = 0; begin < top.size();) {
    size_t end = std::min(top.find('\n', begin), top.size());
    auto stated =
        stated_identity(std::string_view(top).substr(begin, end - begin));
    if (stated) {
      std::string identity(*stated);
      top.erase(begin, end + 1 - begin);
      return identity;
    }
    begin = end + 1;
  }
  return {};
}

bool is_name_of_part(std::string_view name) {
  constexpr std::string_view kStart = "cdx-";
  constexpr std::string_view kEnd = ".gz";
  if (!name.starts_with(kStart) || !name.ends_with(kEnd)) return false;
  name.remove_prefix(kStart.size());
  name.remove_suffix(std::min(kEnd.size(), name.size()));
  return name.size() >= 5 && text::all_digits(name);
}

bool is_name_of_index(std::string_view name) {
  return name == "cluster.idx" || name == "index.idx";
}

}  // namespace

io::DirectoryKind zipnum_folders() {
  namespace fs = std::filesystem;
  auto has_index = [](const std::string& folder) {
    const std::vector<std::string> paths = io::entries_of(folder);
    return std::any_of(paths.begin(), paths.end(), [](const auto& path) {
      return is_name_of_index(fs::path(path).filename().string());
    });
  };
  auto foreign = [](const std::string& path) -> std::string {
    const std::string name = io::whole_name(fs::path(path).filename().string());
    std::error_code none;
    const bool is_part = fs::is_regular_file(path, none) &&
                         (is_name_of_index(name) || is_name_of_part(name) ||
                          name == "cluster.loc" || name == "metadata.yaml" ||
                          name == "index.cdx.gz");
    return is_part ? "" : path;
  };
  return {"a ZipNum", has_index, foreign};
}

void ZipNumOptions::check() const {
  if (block_lines == 0) throw UsageError("--lines must be at least 1");
  if (shards == 0 || shards > 99999) {
    throw UsageError("--shards must be from 1 to 99999");
  }
  if (level < 1 || level > 9) {
    throw UsageError("--level must be from 1 to 9");
  }
  if (shards > 1 && shard_bytes > 0) {
    throw UsageError("--shards and --shard-size exclude each other");
  }
  if (form == ZipNumForm::kWacz && (shards > 1 || shard_bytes > 0)) {
    throw UsageError("--layout wacz has only one part");
  }
}

ZipNumCounts write_zipnum(lines::LineStream& lines, const std::string& top,
                          const std::string& folder,
                          const ZipNumOptions& options) {
  options.check();
  ZipNumCounts counts;
  std::string of_blocks = top;
  std::string identity;
  if (options.form == ZipNumForm::kWacz) {
    identity = take_identity(of_blocks);
  }
  Cutter cutter(lines, of_blocks, options, counts);
  Writer writer(folder, identity, options, counts);
  if (options.shards > 1) {
    write_even_shards(cutter, options, writer, folder);
  } else {
    compress_all(cutter, options,
                 [&](const Block& block) { writer.add(block); });
  }
  writer.finish();
  return counts;
}

}  // namespace wax::cdx
