#include "collection/access/page_captures.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

#include "cdx/files/searchable.h"
#include "cdx/lookup/lookup.h"
#include "cdx/url/url_key.h"
#include "collection/layout.h"
#include "index/search/searcher.h"
#include "io/inputs/input_files.h"
#include "text/utf8.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

// Empty when the page is a key, and not known to be of this kind.
std::string key_of(std::optional<cdx::UrlKeyKind> kind, std::string_view page) {
  if (!kind) return {};
  if (page.find("://") != page.npos) return cdx::url_key(*kind, page);
  return *kind == cdx::UrlKeyKind::kSurt ? std::string(page) : std::string();
}

// Whether the CDX file may have captures of the page, whose keys are of `kind`.
bool may_have(cdx::Searchable& file, std::optional<cdx::UrlKeyKind> kind,
              std::string_view page) {
  std::string_view line;
  const std::string key = key_of(kind, page);
  if (key.empty()) return file.keys()->next(line);
  return file.lines({key + ' ', key + '!'})->next(line);
}

}  // namespace

std::vector<std::string> capture_files(const std::string& folder) {
  const Layout layout{folder};
  std::error_code none;
  if (std::string one = layout.captures(); fs::exists(one, none)) {
    return {one};
  }
  std::vector<std::string> paths;
  if (std::string list = layout.captures_list(); fs::exists(list, none)) {
    for (const std::string& path : io::read_path_list(list)) {
      paths.push_back(folder + '/' + path);
    }
  }
  return paths;
}

std::vector<std::string> without_captures(const index::IndexReader& reader,
                                          const std::string& folder,
                                          std::vector<std::string> pages) {
  std::error_code none;
  if (fs::exists(Layout{folder}.submitted_captures(), none)) return {};
  const auto kind = cdx::url_key_kind(reader.about("urlkey"));
  std::erase_if(pages, [&](const std::string& page) {
    index::Query query;
    query.kind = index::Query::Kind::kExact;
    query.field = "urlkey";
    query.other_records = true;
    query.values = {text::sane(key_of(kind, page))};
    if (query.values[0].empty()) return true;
    const index::Hits hits = index::Searcher(reader).search(query, 0, 0);
    return hits.total > 0 || hits.missing.any();
  });
  for (const std::string& path : capture_files(folder)) {
    if (pages.empty()) break;
    std::vector<std::unique_ptr<cdx::Searchable>> file;
    file.push_back(cdx::open_searchable(path));
    const auto kind_in_file = cdx::key_kind(file);
    std::erase_if(pages, [&](const std::string& page) {
      return may_have(*file[0], kind_in_file, page);
    });
  }
  return pages;
}

}  // namespace wax::collection
