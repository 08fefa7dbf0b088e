#include "crawl/fetch/past_captures.h"

#include "cdx/files/archive_paths.h"
#include "cdx/files/open_cdx.h"
#include "cdx/url/url_key.h"
#include "lines/line_stream.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"
#include "warc/record/fine_date.h"

namespace wax::crawl {

PastCaptures::PastCaptures(const std::vector<std::string>& files, bool any_url)
    : any_url_(any_url) {
  for (const std::string& path : files) {
    auto& [file, fields] = files_.emplace_back(
        cdx::open_searchable(path),
        cdx::LineFields({"timestamp", "url", "status", "digest", "mime",
                         "filename"}));
    fields.allow_missing(5);
    const std::string head = file->head();
    cdx::CdxLines top(path, lines::lines_of(head));
    fields.begin(top);
  }
}

std::optional<PastCapture> PastCaptures::with_payload(std::string_view url,
                                                      std::string_view digest) {
  const std::string key = cdx::url_key(cdx::UrlKeyKind::kSurt, url);
  std::optional<PastCapture> last;
  for (auto& [file, fields] : files_) {
    auto lines = file->lines({key + ' ', key + '!'});
    for (std::string_view line; lines->next(line);) {
      if (fields.read(line) != cdx::LineFields::Line::kCapture) continue;
      if (fields.format().is_revisit(fields[4], fields.as_written(5)) ||
          fields[2] != "200" || warc::normal_digest(fields[3]) != digest) {
        continue;
      }
      const std::string_view date = warc::without_milliseconds(fields[0]);
      if (!warc::is_date14(date)) continue;
      if (last && last->original.date >= date) continue;
      const std::string_view name = fields.as_written(5);
      last = PastCapture{{std::string(fields[1]), std::string(date)},
                         std::string(name.substr(name.rfind('/') + 1))};
    }
  }
  if (last) return last;
  const auto found =
      added_.find(any_url_ ? std::string(digest)
                           : std::string(digest) + ' ' + key);
  if (found == added_.end()) return std::nullopt;
  return PastCapture{{found->second.url, found->second.date},
                     found->second.file};
}

void PastCaptures::add(std::string_view url, std::string_view digest,
                       std::string_view date, std::string_view file) {
  std::string name(digest);
  if (!any_url_) name += ' ' + cdx::url_key(cdx::UrlKeyKind::kSurt, url);
  added_.try_emplace(std::move(name), Added{std::string(url), std::string(date),
                                            std::string(file)});
}

}  // namespace wax::crawl
