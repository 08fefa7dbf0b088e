#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "answers/requests/byte_range.h"
#include "answers/requests/escape.h"
#include "answers/requests/message.h"
#include "io/error.h"
#include "io/folder.h"
#include "rank/rank_files.h"
#include "serve/api/api_routes.h"
#include "serve/api/entity_tags.h"
#include "serve/api/memento.h"
#include "serve/http/answer.h"
#include "text/ascii.h"
#include "text/markup_writer.h"

namespace wax::serve {
namespace {

const std::string kFilesPath = "/files/";

class FileBody final : public answers::BodyStream {
 public:
  FileBody(std::shared_ptr<const PublishedFile> file, uint64_t first,
           uint64_t end)
      : file_(std::move(file)), at_(first), end_(end) {}
  bool next(std::string& piece) override {
    if (at_ == end_) return false;
    file_->read(at_, std::min<uint64_t>(end_ - at_, kPiece), piece);
    at_ += piece.size();
    return true;
  }

 private:
  std::shared_ptr<const PublishedFile> file_;
  uint64_t at_;
  uint64_t end_;
};

std::string_view without_weakness(std::string_view tag) {
  return tag.substr(tag.starts_with("W/") ? 2 : 0);
}

// Whether a list of tags ("a", W/"b", or *) has one. As RFC 9110, 8.8.3.2: by a
// strong comparison, no weak tag is in it.
bool list_has_tag(std::string_view list, std::string_view tag, bool weak) {
  if (text::trim(list) == "*") return true;
  if (weak) tag = without_weakness(tag);
  if (tag.starts_with("W/")) return false;
  while (!list.empty()) {
    size_t end = std::min(list.find(','), list.size());
    std::string_view one = text::trim(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
    if (weak) one = without_weakness(one);
    if (one == tag) return true;
  }
  return false;
}

bool is_published_name(std::string_view name) {
  return !name.empty() && !name.starts_with('.') &&
         name.find('/') == name.npos && name.find('\0') == name.npos &&
         name.find(".part-") == name.npos;
}

answers::Response file_options() {
  answers::Response response;
  response.status = 204;
  response.type.clear();
  response.headers = {
      {"Allow", "GET, HEAD, OPTIONS"},
      {"Access-Control-Allow-Origin", "*"},
      {"Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"},
      {"Access-Control-Allow-Headers",
       "ETag, If-Match, If-None-Match, If-Modified-Since, If-Range, Range"},
      {"Access-Control-Expose-Headers", "ETag"},
      {"Access-Control-Max-Age", "86400"}};
  return response;
}

// The path of a file of the folder, without symbolic links; nothing when links
// lead out of the folder, or to no file.
std::optional<std::string> path_inside(const std::string& folder,
                                       const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code code;
  fs::path root = fs::canonical(folder, code);
  fs::path path = code ? fs::path() : fs::canonical(root / name, code);
  if (code || !fs::is_regular_file(path, code)) return std::nullopt;
  auto [last, rest] =
      std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  if (last != root.end()) return std::nullopt;
  return path.string();
}

// With links for browsers, else a name on each line.
answers::Response list_files(const std::string& folder,
                             const answers::Request& request) {
  std::vector<std::string> names;
  for (const std::string& path : io::entries_of(folder)) {
    std::string name = std::filesystem::path(path).filename().string();
    if (!is_published_name(name) || !path_inside(folder, name)) continue;
    names.push_back(std::move(name));
  }
  answers::Response response;
  response.headers = {{"Vary", "Accept"}};
  if (request.header("Accept").find("text/html") == std::string_view::npos) {
    for (const std::string& name : names) response.body += name + '\n';
    return response;
  }
  response.type = "text/html; charset=utf-8";
  response.body = "<!DOCTYPE html>\n";
  text::MarkupWriter html(response.body);
  html.open("html").set("lang", "en").text("\n");
  html.element("title", "Files").text("\n");
  html.element("h1", "Files").text("\n").open("ul").text("\n");
  for (const std::string& name : names) {
    html.open("li").open("a").set("href", kFilesPath + answers::url_part(name));
    html.text(name).close().close().text("\n");
  }
  html.close().text("\n").close().text("\n");
  return response;
}

// 304 or 412 when the conditions of the request say so, else 0.
int status_by_conditions(const answers::Request& request,
                         const std::string& tag, int64_t modified) {
  std::string_view match = request.header("If-Match");
  if (!match.empty() && !list_has_tag(match, tag, false)) return 412;
  std::string_view none_match = request.header("If-None-Match");
  if (!none_match.empty()) {
    return list_has_tag(none_match, tag, true) ? 304 : 0;
  }
  auto since = seconds_of_http_date(request.header("If-Modified-Since"));
  return since && modified <= *since ? 304 : 0;
}

bool range_may_be_used(const answers::Request& request, const std::string& tag,
                       int64_t modified) {
  std::string_view condition = request.header("If-Range");
  return condition.empty() || (condition == tag && !tag.starts_with("W/")) ||
         seconds_of_http_date(condition) == modified;
}

answers::Response send_file(const std::string& folder, const std::string& name,
                            EntityTags& tags, const answers::Request& request) {
  auto path =
      is_published_name(name) ? path_inside(folder, name) : std::nullopt;
  if (!path) throw answers::NotFound("There is no such file.");
  auto file = std::make_shared<const PublishedFile>(*path);
  if (!file->is_file()) throw answers::NotFound("There is no such file.");
  const auto stated = rank::stated_sha256(*path);
  std::string tag = tags.of(*file, stated ? '"' + *stated + '"' : "");
  answers::Response response;
  response.type = type_of_file(name);
  response.compress = false;
  response.headers = {{"ETag", tag},
                      {"Last-Modified", http_date(file->modified())},
                      {"Accept-Ranges", "bytes"},
                      {"Access-Control-Allow-Origin", "*"},
                      {"Access-Control-Expose-Headers", "ETag"}};
  response.status = status_by_conditions(request, tag, file->modified());
  if (response.status == 304) {
    response.type.clear();
    return response;
  }
  if (response.status == 412) {
    response.type = "text/plain; charset=utf-8";
    response.body = "The file has another state than the request asks for.\n";
    return response;
  }
  response.status = 200;
  answers::ByteRange bytes{0, file->size(), true};
  auto range = answers::byte_range(request.header("Range"), file->size());
  if (range && range_may_be_used(request, tag, file->modified())) {
    response.headers.push_back({"Content-Range", range->text(file->size())});
    if (!range->satisfiable) {
      response.status = 416;
      response.type = "text/plain; charset=utf-8";
      response.body =
          "The file has " + std::to_string(file->size()) + " bytes.\n";
      return response;
    }
    bytes = *range;
    response.status = 206;
  }
  response.stream_size = bytes.size();
  response.stream = std::make_unique<FileBody>(file, bytes.first, bytes.end);
  return response;
}

}  // namespace

std::string_view type_of_file(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
      {".gz", "application/gzip"},
      {".json", "application/json"},
      {".txt", "text/plain; charset=utf-8"},
      {".csv", "text/csv; charset=utf-8"},
      {".cdx", "text/plain; charset=utf-8"},
      {".cdxj", "text/plain; charset=utf-8"},
      {".zst", "application/zstd"},
      {".tiff", "image/tiff"},
      {".svg", "image/svg+xml"},
  };
  for (const auto& [end, type] : kTypes) {
    if (name.ends_with(end)) return type;
  }
  return "application/octet-stream";
}

void add_file_routes(std::string folder, Router& router) {
  auto tags = std::make_shared<EntityTags>();
  router.add(
      "GET OPTIONS", kFilesPath,
      [folder = std::move(folder), tags](const answers::Request& request) {
        if (request.method == "OPTIONS") return file_options();
        if (request.path == kFilesPath) return list_files(folder, request);
        return send_file(folder, request.path.substr(kFilesPath.size()), *tags,
                         request);
      });
}

void add_way_to_files(Router& router) {
  router.add("GET", "/", [](const answers::Request& request) {
    return answers::redirect(origin_of(request) + kFilesPath);
  });
}

}  // namespace wax::serve
