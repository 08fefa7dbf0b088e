// What a graph is made of: segments, and lists of links, as lines that are
// sorted later.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "graph/store/graph_folder.h"
#include "graph/store/links.h"
#include "graph/store/pages.h"
#include "io/problem.h"
#include "lines/kept_lines.h"
#include "lines/line_stream.h"

namespace wax::graph {

// A page as it was captured once. `source` is a number that links of the
// capture have, too; several captures may share it only if their keys are
// equal. A capture without links has kNoSource.
inline constexpr uint64_t kNoSource = (uint64_t{1} << 35) - 1;
struct SeenPage {
  std::string key;
  PageCapture capture;
  uint64_t source = 0;
};

// A link of one capture.
struct SeenLink {
  // A mark besides those of Link: the target is a page, archived or not.
  static constexpr uint64_t kToPage = 8;

  std::string to;
  uint64_t source = 0;
  uint64_t date = 0;
  uint64_t marks = 0;
  std::string anchor;
};

void append_line(const SeenPage& page, std::string& line);
void append_line(const SeenLink& link, std::string& line);
// Both read lines that append_line() made.
void read_line(std::string_view line, SeenPage& page);
void read_line(std::string_view line, SeenLink& link);

struct InputCounts {
  uint64_t captures = 0;
  uint64_t links = 0;
  uint64_t self_links = 0;  // left out
  // Pages and links left out, whose URL has no key or one of more than 64 KB.
  uint64_t no_keys = 0;
  // Captures left out: records that are no pages (cdx/url/url.h).
  uint64_t other_records = 0;
  uint64_t bad_lines = 0;
};

// Reads the inputs, one after another. For one thread.
class GraphInputs {
 public:
  struct Sources {
    std::vector<std::string> segments;
    // WAT files (wat_reader.h); "-" is standard input. Their keys are of the
    // graph's kind, else of `url_key`, else "surt".
    std::vector<std::string> wats;
    // Lines "FROM TAB TO [TAB ANCHOR [TAB DATE]]"; "-" is standard input.
    std::vector<std::string> edges;
    // FROM and TO are URLs, and become keys of this kind; empty: they are keys.
    std::string url_key;
    // Lines "FROM TAB TO": FROM is another name of TO.
    std::vector<std::string> redirects;
    // Lists of further captures (cdx/format/list_lines.h).
    std::vector<std::string> dates;
    // Documents of records that are no pages count, too.
    bool other_records = false;
  };

  // `pages` takes the lines of pages while the links are read. Inputs that
  // `state` names are passed over; the others are added to it, once they are
  // read, as is their kind of keys. All arguments outlive this.
  GraphInputs(const Sources& sources, GraphState& state,
              lines::KeptLines& pages, ProblemSink& problems);
  ~GraphInputs();

  // The next line of a link. Throws UsageError for inputs with another kind of
  // keys than the graph; IoError, FormatError.
  [[nodiscard]] bool next(std::string& line);
  [[nodiscard]] const InputCounts& counts() const { return counts_; }
  // How many numbers SeenPage::source has.
  [[nodiscard]] uint64_t sources() const { return next_source_; }
  [[nodiscard]] const std::vector<std::string>& passed_over() const {
    return passed_over_;
  }

 private:
  struct Reader;
  struct DocumentLinks;
  struct SegmentLinks;
  struct WatLinks;
  struct ListedLinks;

  [[nodiscard]] bool open_next();
  // False when the state has it.
  [[nodiscard]] bool is_new(const std::string& path, const std::string& digest);
  void check_kind(std::string_view kind, const std::string& path);
  void add_page(const SeenPage& page);
  void read_dates(const std::string& path);
  void report_bad_line(const std::string& path, uint64_t number,
                       const char* text);

  const Sources& sources_;
  GraphState& state_;
  lines::KeptLines& pages_;
  ProblemSink& problems_;
  InputCounts counts_;
  std::vector<std::string> passed_over_;
  uint64_t next_source_ = 0;
  size_t next_input_ = 0;
  std::unique_ptr<Reader> reader_;
  std::string line_;
};

}  // namespace wax::graph
