#include "graph/store/counted_nodes.h"

#include <cstring>

#include "cdx/url/host.h"
#include "io/byte_source.h"
#include "io/error.h"

namespace wax::graph {

std::vector<OtherName> other_names(const GraphFolder& folder) {
  auto source = io::open_file(folder.names());
  std::vector<OtherName> names;
  OtherName name{};
  for (;;) {
    char bytes[sizeof(name)];
    size_t size = source->read_into(bytes, sizeof(bytes));
    if (size == 0) return names;
    std::memcpy(&name, bytes, sizeof(name));
    if (size < sizeof(name) ||
        (!names.empty() && names.back().name >= name.name)) {
      throw FormatError(folder.names(), names.size() * sizeof(name),
                        "is no name of a page");
    }
    names.push_back(name);
  }
}

std::vector<bool> counted_nodes(const GraphFolder& folder) {
  CountedNodes counted(folder, read_state(folder).policy);
  NodeFile pages(folder.pages());
  std::vector<bool> bits;
  bits.reserve(static_cast<size_t>(pages.nodes()));
  PageScan scan(pages);
  for (Page page; scan.next(page);) bits.push_back(counted.has(page));
  return bits;
}

std::vector<NodeId> home_pages(const GraphFolder& folder,
                               const std::vector<bool>& counted) {
  NodeFile pages(folder.pages());
  std::vector<NodeId> homes;
  std::string host;
  size_t shortest = 0;
  PageScan scan(pages);
  for (Page page; scan.next(page);) {
    if (!counted[page.id]) continue;
    const std::string_view of_page = cdx::host_of_key(page.key);
    if (homes.empty() || host != of_page) {
      host = of_page;
      homes.push_back(page.id);
    } else if (page.key.size() < shortest) {
      homes.back() = page.id;
    } else {
      continue;
    }
    shortest = page.key.size();
  }
  return homes;
}

}  // namespace wax::graph
