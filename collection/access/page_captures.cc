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

bool may_have_captures(const index::IndexReader& reader,
                       const std::string& folder, std::string_view page) {
  std::error_code none;
  if (fs::exists(Layout{folder}.submitted_captures(), none)) return true;
  index::Query query;
  query.kind = index::Query::Kind::kExact;
  query.field = "urlkey";
  query.other_records = true;
  query.values = {
      text::sane(key_of(cdx::url_key_kind(reader.about("urlkey")), page))};
  if (query.values[0].empty() ||
      index::Searcher(reader).search(query, 0, 0).total > 0) {
    return true;
  }
  std::vector<std::unique_ptr<cdx::Searchable>> files;
  for (const std::string& path : capture_files(folder)) {
    files.push_back(cdx::open_searchable(path));
  }
  if (files.empty()) return false;
  const std::string key = key_of(cdx::key_kind(files), page);
  if (key.empty()) return true;
  for (const auto& file : files) {
    auto lines = file->lines({key + ' ', key + '!'});
    if (std::string_view line; lines->next(line)) return true;
  }
  return false;
}

}  // namespace wax::collection
