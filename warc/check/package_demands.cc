#include "warc/check/package_demands.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "io/byte_source.h"
#include "io/compress/decompressed.h"
#include "io/error.h"
#include "io/inputs/folder_archives.h"
#include "io/inputs/input_files.h"
#include "text/json_tree.h"

namespace wax::warc {
namespace {

using Json = nlohmann::json;

constexpr size_t kLongestLine = size_t{16} << 20;
constexpr uint16_t kStored = 0;
constexpr std::string_view kIndexes = "indexes/";
constexpr std::string_view kPages = "pages/";

// Each line without its end, and its number from 1.
// Returns the number of the first that is too long, 0 for none.
template <typename Use>
uint64_t each_line(io::ByteSource& source, Use use) {
  std::string line;
  uint64_t number = 1;
  uint64_t first_long = 0;
  bool is_long = false;
  auto end = [&] {
    if (is_long) {
      if (first_long == 0) first_long = number;
    } else {
      use(std::string_view(line), number);
    }
    line.clear();
    is_long = false;
    ++number;
  };
  for (;;) {
    const std::string_view bytes = source.peek();
    if (bytes.empty()) break;
    const size_t size = std::min(bytes.find('\n'), bytes.size());
    if (line.size() + size > kLongestLine) {
      is_long = true;
      line.clear();
    } else if (!is_long) {
      line.append(bytes.substr(0, size));
    }
    const bool is_whole = size < bytes.size();
    source.consume(size + (is_whole ? 1 : 0));
    if (is_whole) end();
  }
  if (!line.empty() || is_long) end();
  return first_long;
}

bool is_text(const Json& object, const char* name) {
  auto found = object.find(name);
  return found != object.end() && found->is_string() &&
         !found->get_ref<const std::string&>().empty();
}

// RFC 3339, as far as its seconds.
bool is_time(const Json& object, const char* name) {
  if (!is_text(object, name)) return false;
  constexpr std::string_view kForm = "0000-00-00T00:00:00";
  const std::string& text = object.at(name).get_ref<const std::string&>();
  if (text.size() <= kForm.size()) return false;
  for (size_t i = 0; i < kForm.size(); ++i) {
    const bool is_digit = text[i] >= '0' && text[i] <= '9';
    const bool is_same =
        text[i] == kForm[i] || (kForm[i] == 'T' && text[i] == 't');
    if (kForm[i] == '0' ? !is_digit : !is_same) return false;
  }
  return true;
}

// Empty for a page.
std::string fault_of_page(const Json& page) {
  if (page.is_discarded()) return "is not JSON";
  if (!page.is_object()) return "is no JSON object";
  if (!is_text(page, "url")) return "has no url";
  if (!is_time(page, "ts")) return "has no ts that is a date";
  return {};
}

class DemandsCheck {
 public:
  DemandsCheck(const std::string& path,
               const std::vector<io::ZipEntry>& entries, ProblemSink& problems)
      : path_(path), entries_(entries), problems_(&problems) {}

  void check_folders() {
    if (std::ranges::none_of(entries_, [](const io::ZipEntry& entry) {
          return entry.name.starts_with("archive/") &&
                 io::is_archive_name(entry.name);
        })) {
      warn("there is no archive in archive/");
    }
    if (!has(kIndexes, {".cdx", ".cdxj", ".cdx.gz", ".cdxj.gz"})) {
      warn("there is no index in indexes/");
    }
    if (!has("pages/pages.jsonl", {""})) warn("there is no pages/pages.jsonl");
    for (const io::ZipEntry& entry : entries_) {
      if (entry.method != kStored && entry.name.ends_with(".gz")) {
        warn(entry.name + " is compressed, and once more by the zip file");
      }
    }
  }

  void check_indexes() {
    for (const io::ZipEntry& entry : entries_) {
      if (entry.name.starts_with(kIndexes) && entry.name.ends_with(".gz")) {
        check_index(entry.name);
      }
    }
  }

  void check_pages() {
    for (const io::ZipEntry& entry : entries_) {
      if (entry.name.starts_with(kPages) && entry.name.ends_with(".jsonl")) {
        check_pages_of(entry.name);
      }
    }
  }

  void check_fields(const Json& package) {
    if (!is_text(package, "profile")) note("datapackage.json has no profile");
    if (!package.contains("wacz_version")) {
      note("datapackage.json has no wacz_version");
    }
    uint64_t without = 0;
    for (const Json& file : package.at("resources")) {
      const bool is_whole = is_text(file, "name") && is_text(file, "hash") &&
                            file.contains("bytes") &&
                            file.at("bytes").is_number_unsigned();
      if (!is_whole) ++without;
    }
    if (without > 0) {
      note("datapackage.json has " + std::to_string(without) +
           " resources without name, hash or bytes");
    }
    check_relation(package);
  }

 private:
  [[nodiscard]] bool has(std::string_view folder,
                         std::initializer_list<std::string_view> ends) const {
    return std::ranges::any_of(entries_, [&](const io::ZipEntry& entry) {
      return entry.name.starts_with(folder) &&
             std::ranges::any_of(ends, [&](std::string_view end) {
               return entry.name.ends_with(end);
             });
    });
  }

  // What is no name of a file is looked for nowhere.
  void check_relation(const Json& package) {
    const auto relation = package.find("relation");
    if (relation == package.end()) return;
    if (!relation->is_object()) {
      warn("datapackage.json has a relation that is no object");
      return;
    }
    const auto required = relation->find("requires");
    if (required == relation->end()) return;
    const bool are_files =
        required->is_array() &&
        std::ranges::all_of(*required, [](const Json& file) {
          return file.is_object() && is_text(file, "filename");
        });
    if (are_files) return;
    warn("relation.requires of datapackage.json is no list of files with a "
         "filename each");
  }

  // Readers look captures up there.
  void check_index(const std::string& name) {
    const auto source =
        io::decompressed(io::open_input(path_ + "!/" + name), 1);
    try {
      for (;;) {
        const std::string_view bytes = source->peek();
        if (bytes.empty()) return;
        source->consume(bytes.size());
      }
    } catch (const FormatError& error) {
      warn(name + " is damaged: " + error.text());
    }
  }

  void check_pages_of(const std::string& name) {
    auto source = io::open_input(path_ + "!/" + name);
    std::string first;
    uint64_t count = 0;
    bool is_first = true;
    const uint64_t long_line =
        each_line(*source, [&](std::string_view line, uint64_t number) {
          if (line.find_first_not_of(" \t\r") == line.npos) return;
          const Json page = text::try_parse_json(line);
          if (std::exchange(is_first, false)) {
            if (page.is_object() && page.contains("format")) return;
            note(name +
                 " begins with no header; some readers pass over its first "
                 "line");
          }
          std::string fault = fault_of_page(page);
          if (fault.empty() || ++count > 1) return;
          first = name + ": line " + std::to_string(number) + ' ' + fault;
        });
    if (long_line > 0) {
      warn(name + ": line " + std::to_string(long_line) +
           " is longer than 16 MiB: such lines are not looked at, and readers "
           "may not read them");
    }
    if (count == 0) return;
    if (count > 1) {
      first += ", and " + std::to_string(count - 1) + " more are no pages";
    }
    warn(std::move(first));
  }

  void warn(std::string text) {
    problems_->report({Severity::kWarning, "wacz-not-conforming", path_,
                       std::nullopt, std::move(text)});
  }
  void note(std::string text) {
    problems_->report({Severity::kNote, "wacz-not-conforming", path_,
                       std::nullopt, std::move(text)});
  }

  const std::string& path_;
  const std::vector<io::ZipEntry>& entries_;
  ProblemSink* problems_;
};

}  // namespace

void check_package_version(const std::string& path,
                           std::string_view data_package,
                           ProblemSink& problems) {
  constexpr std::string_view kKnown[] = {"0.1.0", "1.0.0", "1.1.0", "1.1.1",
                                         "1.2.0"};
  const Json package = text::parse_json(data_package);
  const auto stated = package.find("wacz_version");
  if (stated == package.end()) return;
  if (stated->is_string() &&
      std::ranges::find(kKnown, stated->get_ref<const std::string&>()) !=
          std::end(kKnown)) {
    return;
  }
  problems.report({Severity::kWarning, "wacz-not-conforming", path,
                   std::nullopt,
                   "datapackage.json has the wacz_version " +
                       text::json_text(*stated) +
                       ", which is unknown here: the file may mean something "
                       "else than is read"});
}

void check_package_demands(const std::string& path,
                           const std::vector<io::ZipEntry>& entries,
                           std::string_view data_package,
                           ProblemSink& problems) {
  DemandsCheck check(path, entries, problems);
  check.check_folders();
  check.check_indexes();
  check.check_pages();
  check.check_fields(text::parse_json(data_package));
  check_package_version(path, data_package, problems);
}

}  // namespace wax::warc
