// Prints "site/title id" for each link of a dump in the form of Wikidata's, by
// simdjson's on-demand parser: a peer of wax-rank --sitelinks for
// bench/ranks.sh.
#include <simdjson.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream dump(argv[1]);
  simdjson::ondemand::parser parser;
  std::string out;
  for (std::string line; std::getline(dump, line);) {
    std::string_view text = line;
    if (text.ends_with(',')) text.remove_suffix(1);
    if (!text.starts_with('{')) continue;
    const size_t size = text.size();
    line.reserve(size + simdjson::SIMDJSON_PADDING);
    auto entity = parser.iterate(line.data(), size, line.capacity());
    std::string_view id;
    simdjson::ondemand::object links;
    if (entity["id"].get(id) || entity["sitelinks"].get(links)) continue;
    for (auto link : links) {
      std::string_view site;
      std::string_view title;
      simdjson::ondemand::object members;
      if (link.value().get(members) || members["site"].get(site) ||
          members["title"].get(title)) {
        continue;
      }
      out.append(site).append(1, '/').append(title).append(1, ' ');
      out.append(id).append(1, '\n');
    }
    if (out.size() > (1 << 16)) {
      std::fwrite(out.data(), 1, out.size(), stdout);
      out.clear();
    }
  }
  std::fwrite(out.data(), 1, out.size(), stdout);
}
