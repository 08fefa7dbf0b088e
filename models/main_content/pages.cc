// The pages of a benchmark, for the training and the evaluation of main
// content.
//   main-content-pages dump FOLDER OUT
//     writes what train.py reads
//   main-content-pages extract FOLDER OUT [MODEL [IDS]]
//     writes OUT/ID.txt, with the model in the file MODEL ("-": the one that is
//     compiled in), of the pages whose ids are the lines of the file IDS
//   main-content-pages time FOLDER
//     measures the steps
// FOLDER has truth.jsonl.gz, an object a page with id, url and text, and
// html/ID.html.gz.
#include <zlib.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "document/charset/charset.h"
#include "document/content/main_content.h"
#include "document/content/main_tokens.h"
#include "document/content/page_reader.h"
#include "document/html/html_tree.h"
#include "text/json.h"

namespace {

using namespace wax;
using namespace wax::document;
namespace fs = std::filesystem;

std::string read_gzip(const fs::path& path) {
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) throw std::runtime_error("cannot open " + path.string());
  std::string bytes;
  char buffer[1 << 16];
  for (int n = 0; (n = gzread(file, buffer, sizeof buffer)) > 0;) {
    bytes.append(buffer, static_cast<size_t>(n));
  }
  gzclose(file);
  return bytes;
}

struct TruePage {
  std::string id, url, text;
};

std::vector<TruePage> read_pages(const fs::path& folder) {
  const std::string all = read_gzip(folder / "truth.jsonl.gz");
  std::vector<TruePage> pages;
  for (size_t at = 0; at < all.size();) {
    size_t end = std::min(all.find('\n', at), all.size());
    TruePage page;
    wax::text::JsonMembers members(std::string_view(all).substr(at, end - at));
    for (wax::text::JsonMemberText member; members.next(member);) {
      std::string* to = member.name == "id"     ? &page.id
                        : member.name == "url"  ? &page.url
                        : member.name == "text" ? &page.text
                                                : nullptr;
      if (to != nullptr && member.is_string)
        wax::text::append_unescaped(member.value, *to);
    }
    pages.push_back(std::move(page));
    at = end + 1;
  }
  return pages;
}

std::string page_bytes(const fs::path& folder, const std::string& id) {
  const std::string bytes = read_gzip(folder / "html" / (id + ".html.gz"));
  std::string buffer;
  return std::string(document::to_utf8(
      bytes, document::sniff_charset(bytes, {}, true), buffer));
}

std::vector<uint32_t> word_hashes(std::string_view text) {
  std::vector<uint32_t> words;
  document::WordReader reader(text);
  for (document::Word word; reader.next(word);) words.push_back(word.hash);
  return words;
}

// Which words of `page` are in a longest common subsequence with `truth`
// (Hyyrö's bit vectors; a 0 marks where the length grows).
std::vector<bool> common_words(const std::vector<uint32_t>& page,
                               const std::vector<uint32_t>& truth) {
  const size_t blocks = (page.size() + 63) / 64;
  std::unordered_map<uint32_t, std::vector<uint32_t>> positions;
  for (uint32_t word : truth) positions[word];
  for (size_t i = 0; i < page.size(); ++i) {
    auto found = positions.find(page[i]);
    if (found != positions.end()) {
      found->second.push_back(static_cast<uint32_t>(i));
    }
  }
  std::vector<uint64_t> all(truth.size() * blocks);
  std::vector<uint64_t> row(blocks, ~uint64_t{0}), match(blocks);
  for (size_t i = 0; i < truth.size(); ++i) {
    const auto& at = positions[truth[i]];
    for (uint32_t j : at) match[j / 64] |= uint64_t{1} << j % 64;
    unsigned char carry = 0;
    for (size_t k = 0; k < blocks; ++k) {
      const uint64_t both = row[k] & match[k];
      const __uint128_t sum = static_cast<__uint128_t>(row[k]) + both + carry;
      carry = static_cast<unsigned char>(sum >> 64);
      row[k] = static_cast<uint64_t>(sum) | (row[k] & ~match[k]);
      all[i * blocks + k] = row[k];
    }
    for (uint32_t j : at) match[j / 64] = 0;
  }
  std::vector<bool> common(page.size());
  auto grows = [&](size_t i, size_t j) {
    return (all[i * blocks + j / 64] >> j % 64 & 1) == 0;
  };
  for (size_t i = truth.size(), j = page.size(); i > 0 && j > 0;) {
    if (!grows(i - 1, j - 1)) {
      --j;
    } else if (i > 1 && grows(i - 2, j - 1)) {
      --i;
    } else {
      common[j - 1] = true;
      --i;
      --j;
    }
  }
  return common;
}

std::vector<bool> labels(const document::PageBlocks& page,
                         std::string_view text) {
  const auto& blocks = page.blocks();
  const std::vector<uint32_t> truth = word_hashes(text);
  const std::vector<bool> common = common_words(page.words(), truth);
  std::vector<bool> labels(blocks.size());
  std::unordered_map<uint32_t, int64_t> left;
  for (uint32_t word : truth) ++left[word];
  auto words = [&](const document::PageBlock& block) {
    return std::span(page.words()).subspan(block.first_word, block.words);
  };
  for (size_t i = 0; i < blocks.size(); ++i) {
    uint32_t hits = 0;
    for (uint32_t j = 0; j < blocks[i].words; ++j) {
      hits += common[blocks[i].first_word + j];
    }
    labels[i] = hits * 2 >= blocks[i].words;
    if (!labels[i]) continue;
    for (uint32_t word : words(blocks[i])) {
      if (auto found = left.find(word); found != left.end()) --found->second;
    }
  }
  std::unordered_map<size_t, document::HashSet> sequences;
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (labels[i] || blocks[i].words < 3) continue;
    const size_t length = std::min<size_t>(4, blocks[i].words);
    auto [set, is_new] = sequences.try_emplace(length);
    if (is_new) {
      for (uint32_t hash : document::word_sequences(truth, length)) {
        set->second.insert(hash);
      }
    }
    const auto own = document::word_sequences(words(blocks[i]), length);
    size_t known = 0;
    for (uint32_t hash : own) known += set->second.contains(hash);
    if (known * 10 < own.size() * 7) continue;
    std::unordered_map<uint32_t, int64_t> used;
    size_t free = 0;
    for (uint32_t word : words(blocks[i])) {
      auto found = left.find(word);
      free += found != left.end() && used[word]++ < found->second;
    }
    if (free * 10 < words(blocks[i]).size() * 7) continue;
    labels[i] = true;
    for (uint32_t word : words(blocks[i])) {
      if (auto found = left.find(word); found != left.end()) --found->second;
    }
  }
  return labels;
}

template <typename T>
class Column {
 public:
  explicit Column(const fs::path& path) : file_(path, std::ios::binary) {}
  void write(const T* values, size_t count) {
    file_.write(reinterpret_cast<const char*>(values),
                static_cast<std::streamsize>(count * sizeof(T)));
  }
  void write(T value) { write(&value, 1); }

 private:
  std::ofstream file_;
};

// Rows of slots: the slots, and the number of each row.
class SlotRows {
 public:
  SlotRows(const fs::path& folder, const std::string& name)
      : slots_(folder / (name + ".slots")),
        counts_(folder / (name + ".counts")) {}
  void write(const std::vector<uint32_t>& slots) {
    slots_.write(slots.data(), slots.size());
    counts_.write(static_cast<uint32_t>(slots.size()));
  }

 private:
  Column<uint32_t> slots_;
  Column<uint32_t> counts_;
};

void dump(const fs::path& folder, const fs::path& out) {
  fs::create_directories(out);
  Column<float> numbers(out / "rows");
  Column<uint32_t> facts(out / "blocks");
  SlotRows of_class(out, "class"), of_text(out, "text");
  SlotRows of_heading(out, "heading"), of_page(out, "page");
  std::ofstream ids(out / "pages");
  std::ofstream(out / "sizes")
      << document::kMainNumbers << ' ' << document::kRowNumbers << ' '
      << document::kClassSlots << ' ' << document::kTextSlots << ' '
      << document::kHeadingSlots << ' ' << document::kPageSlots << '\n';
  uint32_t number = 0;
  std::vector<float> rows;
  std::vector<uint32_t> slots;
  document::HtmlTree tree;
  for (const TruePage& true_page : read_pages(folder)) {
    const std::string html = page_bytes(folder, true_page.id);
    tree.parse(html, {.lenient = true});
    document::Document document;
    const document::PageWalk walk(tree, {true_page.url, {}}, document);
    const document::PageBlocks& page = walk.blocks;
    const std::vector<bool> content = labels(page, true_page.text);
    const document::MainFeatures features(page, true_page.url);
    rows.clear();
    append_main_rows(page, true_page.url, nullptr, rows);
    document::ClassTokens tokens(page);
    for (size_t i = 0; i < page.blocks().size(); ++i) {
      const document::PageBlock& block = page.blocks()[i];
      numbers.write(rows.data() + i * document::kRowNumbers,
                    document::kMainNumbers);
      for (uint32_t fact :
           {number, block.words, uint32_t{content[i]},
            static_cast<uint32_t>(block.source), block.text_hash}) {
        facts.write(fact);
      }
      auto words = std::span(page.words());
      slots.clear();
      tokens.append_slots(block, slots);
      of_class.write(slots);
      slots.clear();
      document::append_text_slots(words.subspan(block.first_word, block.words),
                                  slots);
      of_text.write(slots);
      slots.clear();
      if (uint32_t at = features.heading_before(i); at != document::kNoNumber) {
        const document::PageBlock& heading = page.blocks()[at];
        document::append_heading_slots(
            words.subspan(heading.first_word, heading.words), slots);
      }
      of_heading.write(slots);
    }
    slots.clear();
    tokens.append_page_slots(true_page.url, slots);
    of_page.write(slots);
    ids << true_page.id << '\t' << word_hashes(true_page.text).size() << '\n';
    ++number;
  }
}

// The best that a choice of blocks can reach.
void oracle(const fs::path& folder, const fs::path& out) {
  fs::create_directories(out);
  document::HtmlTree tree;
  for (const TruePage& true_page : read_pages(folder)) {
    const std::string html = page_bytes(folder, true_page.id);
    tree.parse(html, {.lenient = true});
    document::Document document;
    const document::PageWalk walk(tree, {true_page.url, {}}, document);
    const document::PageBlocks& page = walk.blocks;
    const std::vector<bool> content = labels(page, true_page.text);
    std::ofstream file(out / (true_page.id + ".txt"));
    for (size_t i = 0; i < content.size(); ++i) {
      if (content[i]) file << page.text(page.blocks()[i]) << '\n';
    }
  }
}

void extract(const fs::path& folder, const fs::path& out,
             const std::string& model_file, const std::string& ids_file) {
  fs::create_directories(out);
  std::optional<document::MainModel> loaded;
  if (model_file != "-") {
    std::ifstream file(model_file, std::ios::binary);
    loaded.emplace(std::string(std::istreambuf_iterator<char>(file), {}));
  }
  std::set<std::string> wanted;
  std::ifstream ids(ids_file);
  for (std::string id; std::getline(ids, id);) wanted.insert(id);
  const document::MainModel& model =
      loaded ? *loaded : document::MainModel::built_in();
  document::HtmlTree tree;
  for (const TruePage& page : read_pages(folder)) {
    if (!ids_file.empty() && !wanted.contains(page.id)) continue;
    const std::string html = page_bytes(folder, page.id);
    tree.parse(html, {.lenient = true});
    Document document;
    read_page(tree, {page.url, {}}, document, model);
    std::ofstream(out / (page.id + ".txt")) << main_text(document);
  }
}

void measure(const fs::path& folder) {
  std::vector<std::string> pages;
  std::vector<std::string> urls;
  size_t bytes = 0;
  for (const TruePage& page : read_pages(folder)) {
    pages.push_back(page_bytes(folder, page.id));
    urls.push_back(page.url);
    bytes += pages.back().size();
  }
  document::HtmlTree tree;
  std::vector<float> rows;
  const document::MainModel& model = document::MainModel::built_in();
  auto time = [&](const char* name, const std::function<void(size_t)>& work) {
    const auto begin = std::clock();
    for (size_t i = 0; i < pages.size(); ++i) work(i);
    const double seconds =
        static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("%-18s %6.2f s %7.1f MB/s\n", name, seconds,
                static_cast<double>(bytes) / 1e6 / seconds);
  };
  std::printf("%zu pages, %zu bytes; each line with the steps before it\n",
              pages.size(), bytes);
  time("tree", [&](size_t i) { tree.parse(pages[i], {.lenient = true}); });
  time("one walk", [&](size_t i) {
    tree.parse(pages[i], {.lenient = true});
    Document document;
    const PageWalk walk(tree, {urls[i], {}}, document);
  });
  time("structure", [&](size_t i) {
    tree.parse(pages[i], {.lenient = true});
    Document document;
    const PageWalk walk(tree, {urls[i], {}}, document);
    rows.clear();
    append_main_rows(walk.blocks, urls[i], nullptr, rows);
  });
  time("tables", [&](size_t i) {
    tree.parse(pages[i], {.lenient = true});
    Document document;
    const PageWalk walk(tree, {urls[i], {}}, document);
    rows.clear();
    append_main_rows(walk.blocks, urls[i], &model, rows);
  });
  time("page", [&](size_t i) {
    tree.parse(pages[i], {.lenient = true});
    Document document;
    read_page(tree, {urls[i], {}}, document);
  });
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  auto word = [&](size_t i) { return i < words.size() ? words[i] : ""; };
  try {
    if (word(0) == "dump" && words.size() == 3) {
      dump(words[1], words[2]);
    } else if (word(0) == "oracle" && words.size() == 3) {
      oracle(words[1], words[2]);
    } else if (word(0) == "extract" && words.size() >= 3) {
      extract(words[1], words[2], words.size() > 3 ? words[3] : "-", word(4));
    } else if (word(0) == "time" && words.size() == 2) {
      measure(words[1]);
    } else {
      std::fputs(
          "usage: main-content-pages dump|oracle|extract|time FOLDER "
          "[OUT [MODEL [IDS]]]\n",
          stderr);
      return 2;
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "main-content-pages: %s\n", error.what());
    return 2;
  }
  return 0;
}
