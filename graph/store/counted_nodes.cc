#include "graph/store/counted_nodes.h"

#include <cstring>

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

}  // namespace wax::graph
