// Indexes of few documents, for tests.
#pragma once

#include <string>
#include <vector>

#include "index/writer/index_writer.h"

namespace wax::index {

using Values = std::vector<FieldValue>;

inline void write_index(const std::string& path,
                        const std::vector<Values>& documents,
                        const std::string& keys = "") {
  IndexWriter writer(path, {});
  for (const Values& values : documents) writer.add(values);
  if (!keys.empty()) writer.about("keys", keys);
  writer.finish();
}

}  // namespace wax::index
