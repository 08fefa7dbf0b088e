#include "crawl/fetch/past_captures.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <filesystem>

#include "cdx/format/cdx_lines.h"
#include "cdx/lookup/lookup.h"
#include "collection/access/collection_access.h"
#include "collection/access/filtered_cdx.h"
#include "collection/access/page_captures.h"
#include "io/error.h"
#include "lines/line_stream.h"
#include "text/number.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"
#include "warc/record/fine_date.h"

namespace wax::crawl {

CaptureFiles open_captures(const std::vector<std::string>& files,
                           const std::vector<std::string>& names) {
  CaptureFiles opened;
  auto open = [&](const std::string& path,
                  const std::shared_ptr<const collection::AccessRules>& rules) {
    std::vector<std::unique_ptr<cdx::Searchable>> one;
    one.push_back(cdx::open_searchable(path));
    const cdx::UrlKeyKind kind =
        cdx::key_kind(one).value_or(cdx::UrlKeyKind::kSurt);
    auto file = std::move(one.front());
    cdx::LineFields fields(names);
    fields.allow_missing();
    const std::string head = file->head();
    cdx::CdxLines top(path, lines::lines_of(head));
    fields.begin(top);
    if (rules && !rules->empty()) {
      file = collection::filtered_cdx(
          std::move(file), collection::without_unseen(
                               rules, kind, collection::Visibility::kBlocked));
    }
    opened.push_back({std::move(file), std::move(fields), kind});
  };
  for (const std::string& path : files) {
    if (!std::filesystem::is_directory(path)) {
      open(path, nullptr);
      continue;
    }
    const auto rules = collection::read_access(path);
    const std::vector<std::string> found = collection::capture_files(path);
    if (found.empty()) {
      throw UsageError(path + ": has no CDX files: it is no collection that " +
                       "wax-build has made");
    }
    for (const std::string& file : found) open(file, rules);
  }
  return opened;
}

PastCaptures::PastCaptures(const std::vector<std::string>& files, bool any_url)
    : files_(open_captures(
          files, {"timestamp", "url", "status", "digest", "mime", "filename"})),
      any_url_(any_url) {}

std::optional<PastCapture> PastCaptures::with_payload(std::string_view url,
                                                      std::string_view digest) {
  std::optional<PastCapture> last;
  each_capture(files_, url, [&](const cdx::LineFields& fields) {
    if (fields.format().is_revisit(fields[4], fields.as_written(5)) ||
        fields[2] != "200" || warc::normal_digest(fields[3]) != digest) {
      return;
    }
    const std::string_view date = warc::without_milliseconds(fields[0]);
    if (!warc::is_date14(date)) return;
    if (last && last->original.date >= date) return;
    const std::string_view name = fields.as_written(5);
    last = PastCapture{{std::string(fields[1]), std::string(date)},
                       std::string(name.substr(name.rfind('/') + 1))};
  });
  if (last) return last;
  const auto found = added_.find(name_of(url, digest));
  if (found == added_.end()) return std::nullopt;
  const Added& added = found->second;
  return PastCapture{{added.url, std::to_string(added.date)},
                     added_files_[added.file]};
}

PastCaptures::Name PastCaptures::name_of(std::string_view url,
                                         std::string_view digest) const {
  std::string name(digest);
  if (!any_url_) name += ' ' + cdx::url_key(cdx::UrlKeyKind::kSurt, url);
  const XXH128_hash_t hash = XXH3_128bits(name.data(), name.size());
  return {hash.low64, hash.high64};
}

void PastCaptures::add(std::string_view url, std::string_view digest,
                       std::string_view date, std::string_view file) {
  const auto number = text::whole_number(date);
  if (!number) return;
  const auto last = std::find(added_files_.rbegin(), added_files_.rend(), file);
  size_t place = static_cast<size_t>(added_files_.rend() - last);
  if (place == 0) {
    added_files_.emplace_back(file);
    place = added_files_.size();
  }
  added_.try_emplace(
      name_of(url, digest),
      Added{std::string(url), *number, static_cast<uint32_t>(place - 1)});
}

}  // namespace wax::crawl
