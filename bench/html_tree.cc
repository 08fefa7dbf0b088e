// Reads HTML files into memory and builds the tree of each, again and again.
//   html_tree ROUNDS FILES
// Prints the bytes, the nodes, and the MB of HTML a CPU second. To build it:
//   g++ -std=c++20 -O2 -DNDEBUG -I. -o html_tree bench/html_tree.cc \
//     index/text/{html_n,html_tok,html_tree,tree_b,ent,end_,mark}*.cc
//     text/utf8.cc
#include "document/html/html_tree.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "text/utf8.h"

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const int rounds = std::atoi(argv[1]);
  std::vector<std::string> pages;
  size_t bytes = 0;
  for (int i = 2; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    pages.push_back(wax::text::as_utf8(text.str()));
    bytes += pages.back().size();
  }
  wax::document::HtmlTree tree;
  size_t nodes = 0;
  const std::clock_t start = std::clock();
  for (int round = 0; round < rounds; ++round) {
    for (const std::string& page : pages) {
      tree.parse(page);
      const wax::document::Node* root = tree.root();
      for (auto* node = root; node; node = next_in_order(node, root)) ++nodes;
    }
  }
  const double seconds =
      static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("%zu pages, %.1f MB, %zu nodes: %.1f MB/s\n", pages.size(),
              static_cast<double>(bytes) / 1e6,
              nodes / static_cast<size_t>(rounds),
              static_cast<double>(bytes) * rounds / 1e6 / seconds);
}
