#include "answers/records/part_capture.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>

#include "answers/records/stored_record.h"
#include "cdx/url/url_key.h"
#include "text/ascii.h"
#include "warc/record/date.h"

namespace wax::answers {
namespace {

constexpr size_t kMostNeighbours = 200;  // captures of a URL

// Whether a path is that of a file, of which a query tells at most the version.
bool is_file(std::string_view path) {
  constexpr std::string_view kExtensions[] = {
      "css", "gif", "jpg",  "jpeg",  "jpe", "png", "ico", "svg", "webp", "bmp",
      "ttf", "otf", "woff", "woff2", "eot", "mp3", "mp4", "ogg", "webm"};
  const size_t dot = path.rfind('.');
  if (dot == path.npos) return false;
  std::string extension(path.substr(dot + 1));
  text::lower_case(extension);
  return std::find(std::begin(kExtensions), std::end(kExtensions), extension) !=
         std::end(kExtensions);
}

// Seconds between dates of 14 digits.
int64_t distance(std::string_view a, std::string_view b) {
  return std::abs(warc::last_second(a) - warc::last_second(b));
}

// Finds the capture of a path with any query that is nearest to the date.
std::optional<UrlCapture> with_other_query(const CdxFiles& cdx,
                                           const std::string& path,
                                           std::string_view date,
                                           ProblemSink& problems) {
  cdx::LookupOptions options;
  options.url_key = cdx.url_key;
  options.match = cdx::MatchType::kPrefix;
  FoundCaptures captures(cdx.files, path + '?', options, problems);
  std::optional<UrlCapture> nearest;
  UrlCapture capture;
  for (size_t i = 0; i < kMostNeighbours && captures.next(capture); ++i) {
    if (capture.status != "200" && !capture.is_revisit) continue;
    if (!nearest ||
        distance(capture.date, date) < distance(nearest->date, date)) {
      nearest = capture;
    }
  }
  return nearest;
}

bool is_one_of(const std::vector<UrlCapture>& captures,
               const UrlCapture& capture) {
  return std::any_of(captures.begin(), captures.end(), [&](const auto& one) {
    return is_same_record(one, capture);
  });
}

}  // namespace

std::optional<UrlCapture> find_part(const Holdings& holdings,
                                    const CdxFiles& cdx, const std::string& url,
                                    std::string_view date,
                                    ProblemSink& problems) {
  const RecordSource from(holdings, cdx);
  auto find = [&](const std::string& one) {
    return find_capture(from, cdx.files, cdx.url_key, one, date, Wanted::kBody,
                        problems);
  };
  auto capture = find(url);
  const std::string path = url.substr(0, url.find_first_of("?#"));
  if (capture || !is_file(path)) return capture;
  capture = find(path);
  // URLs without a key have no order in which others begin with them.
  std::string key;
  if (capture || !cdx::append_url_key(cdx.url_key, path, key)) return capture;
  return with_other_query(cdx, path, date, problems);
}

std::optional<UrlCapture> led_capture(const Holdings& holdings,
                                      const CdxFiles& cdx,
                                      const std::string& target,
                                      std::string_view date,
                                      const std::vector<UrlCapture>& passed,
                                      ProblemSink& problems) {
  auto found = find_part(holdings, cdx, target, date, problems);
  if (!found || !is_one_of(passed, *found)) return found;
  cdx::LookupOptions options;
  options.url_key = cdx.url_key;
  options.closest = date;
  FoundCaptures captures(cdx.files, target, options, problems);
  UrlCapture capture;
  for (size_t i = 0; i < kMostNeighbours && captures.next(capture); ++i) {
    if (!capture.status.starts_with('3') && !is_one_of(passed, capture)) {
      return capture;
    }
  }
  return std::nullopt;
}

}  // namespace wax::answers
