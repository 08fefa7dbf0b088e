// Links of made pages, for bench/graph.py: ten a page on average, of which a
// fifth has none; targets follow a power law.
//
//   graph_links PAGES SEED DATE STEP         lines of wax-graph-update --edges
//   graph_links PAGES SEED DATE STEP pairs   numbers of pages, each 4 bytes
//
// Every STEPth page has links. URL keys have 40 to 120 bytes.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

constexpr const char* kWords[] = {
    "news",    "archive", "article", "library",
    "history", "castle",  "valley",  "report",
    "section", "about",   "society", "river",
    "index",   "gallery", "forum",   "article-of-the-week"};

std::string key(uint64_t page, uint64_t pages) {
  const auto mixed = static_cast<uint32_t>(page * 2654435761U);
  char text[160];
  int size = std::snprintf(
      text, sizeof(text), "com,site%07u)/%s/%s",
      static_cast<unsigned>(mixed % (pages < 50 ? 1 : pages / 50)),
      kWords[mixed & 15], kWords[(mixed >> 4) & 15]);
  for (uint32_t more = (mixed >> 8) % 4; more > 0; --more) {
    size += std::snprintf(text + size, sizeof(text) - size, "/%s",
                          kWords[(mixed >> (8 + 4 * more)) & 15]);
  }
  size += std::snprintf(text + size, sizeof(text) - size, "/%08x-%llu.html",
                        mixed, static_cast<unsigned long long>(page));
  return {text, static_cast<size_t>(size)};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) return 2;
  const uint64_t pages = std::strtoull(argv[1], nullptr, 10);
  uint64_t state = std::strtoull(argv[2], nullptr, 10);
  const uint64_t step = std::strtoull(argv[4], nullptr, 10);
  const bool are_pairs = argc > 5 && std::strcmp(argv[5], "pairs") == 0;
  static char buffer[1 << 20];
  std::setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
  for (uint64_t page = 0; page < pages; page += step) {
    const std::string from = are_pairs ? std::string() : key(page, pages);
    const auto links =
        page % 5 == 4 ? 0U
                      : 5U + (static_cast<uint32_t>(page * 40503U) >> 7) % 16;
    for (uint32_t i = 0; i < links; ++i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      const double part = static_cast<double>(state >> 11) * 0x1p-53;
      const auto target = static_cast<uint64_t>(static_cast<double>(pages) *
                                                part * part * part);
      if (are_pairs) {
        const uint32_t pair[] = {static_cast<uint32_t>(page),
                                 static_cast<uint32_t>(target)};
        std::fwrite(pair, sizeof(pair), 1, stdout);
      } else {
        std::printf("%s\t%s\tanchor %u\t%s\n", from.c_str(),
                    key(target, pages).c_str(),
                    static_cast<unsigned>(target % 1000), argv[3]);
      }
    }
  }
  return std::fflush(stdout) == 0 ? 0 : 1;
}
