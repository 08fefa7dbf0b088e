// meta.json: what is known of a graph as a whole. It says what a scan of the
// files says, so it can always be made again.
#pragma once

#include <string>
#include <string_view>

#include "graph/store/graph_folder.h"

namespace wax::graph {

// Scans all files of a graph. Temporary files go to io::temp_folder(tmpdir).
// Throws IoError, FormatError.
[[nodiscard]] std::string scan_meta(const GraphFolder& folder,
                                    const std::string& tmpdir);

// The member "parts": sizes and checksums of the files, a line for each. Throws
// IoError.
[[nodiscard]] std::string list_parts(const GraphFolder& folder);

// The text of meta.json. When it is missing, it is made again, and written if
// the folder can be written to.
[[nodiscard]] std::string read_meta(const GraphFolder& folder,
                                    const std::string& tmpdir);

// Writes a new file. Throws IoError.
void write_text(const std::string& path, std::string_view text);

}  // namespace wax::graph
