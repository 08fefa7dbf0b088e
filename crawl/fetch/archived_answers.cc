#include "crawl/fetch/archived_answers.h"

#include <cstdint>
#include <filesystem>
#include <system_error>

#include "cdx/lookup/record_match.h"
#include "crawl/fetch/fetch_url.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "text/number.h"
#include "warc/http/http.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"
#include "warc/record/fine_date.h"
#include "warc/writer/revisit_record.h"

namespace wax::crawl {
namespace {

struct LastCapture {
  std::string key;
  std::string date;
  std::string url;
  std::string digest;
  std::string filename;
  uint64_t offset = 0;
};

bool is_of_nothing(std::string_view digest) {
  const auto parsed = warc::parse_digest(digest);
  return parsed && warc::Digester(parsed->algorithm).finish() == *parsed;
}

}  // namespace

ArchivedAnswers::ArchivedAnswers(const std::vector<std::string>& files,
                                       const cdx::ArchivePaths& archives,
                                       ProblemSink& problems)
    : files_(open_captures(files, {"urlkey", "timestamp", "url", "status",
                                   "digest", "mime", "filename", "offset"})),
      archives_(archives),
      records_(problems) {}

std::optional<Validators> ArchivedAnswers::validators_of(
    std::string_view url) {
  auto found = find(url);
  if (!found) return std::nullopt;
  return Validators{std::move(found->capture), std::move(found->fields)};
}

std::unique_ptr<io::WireAnswer> ArchivedAnswers::answer_of(std::string_view url,
                                                           size_t most) {
  auto found = find(url);
  if (!found) return nullptr;
  auto answer = std::make_unique<io::WireAnswer>();
  answer->status = 200;
  answer->head = std::move(found->head);
  io::ByteSource& body = *found->record.body;
  size_t size = 0;
  try {
    for (std::string_view bytes; !(bytes = body.peek(1)).empty();
         body.consume(bytes.size())) {
      size += bytes.size();
      if (size > most) return nullptr;
      answer->body.write(bytes);
    }
  } catch (const IoError&) {
    return nullptr;
  }
  return answer;
}

std::optional<ArchivedAnswers::Found> ArchivedAnswers::find(
    std::string_view url) {
  std::optional<LastCapture> last;
  each_capture(files_, url, [&](const cdx::LineFields& fields) {
    const auto offset = text::whole_number(fields[7]);
    const std::string_view date = warc::without_milliseconds(fields[1]);
    if (!offset || fields[3] != "200" || !warc::is_date14(date) ||
        fields.format().is_revisit(fields[5], fields.as_written(6)) ||
        (last && last->date >= date) || is_of_nothing(fields[4]) ||
        // Other URLs may have the same key.
        fetch_url(fields[2]) != url) {
      return;
    }
    last = LastCapture{std::string(fields[0]), std::string(date),
                       std::string(fields[2]), std::string(fields[4]),
                       std::string(fields[6]), *offset};
  });
  if (!last) return std::nullopt;
  std::vector<std::string_view> paths = archives_.find(last->filename);
  const std::string named = cdx::named_path(last->filename);
  if (paths.empty()) paths = {named};
  const cdx::LineIdentity identity{last->key, last->date, last->url,
                                   last->digest};
  try {
    const std::string path(cdx::path_of_record(paths, identity, last->offset));
    std::error_code none;
    if (!std::filesystem::exists(path, none)) return std::nullopt;
    Found found;
    warc::Record& record = found.record;
    if (records_.at(path, last->offset, record) == nullptr ||
        !cdx::is_record_of(identity, record) ||
        record.headers.find("WARC-Truncated")) {
      return std::nullopt;
    }
    auto head = warc::take_head(record);
    if (!head) return std::nullopt;
    found.head = std::move(*head);
    io::MemorySource source(found.head);
    std::string buffer;
    warc::HttpHead read;
    if (!warc::read_http_head(source, buffer, read)) return std::nullopt;
    auto add = [&](std::string_view name, std::string_view field) {
      const auto value = read.headers.find(name);
      if (!value || value->empty() ||
          value->find_first_of(std::string_view("\r\n\0", 3)) != value->npos) {
        return;
      }
      found.fields.push_back(std::string(field) + ": " +
                                  std::string(*value));
    };
    add("ETag", "If-None-Match");
    add("Last-Modified", "If-Modified-Since");
    if (found.fields.empty()) return std::nullopt;
    const size_t slash = last->filename.rfind('/');
    found.capture = {{last->url, last->date},
                     last->filename.substr(slash + 1)};
    return found;
  } catch (const IoError&) {
    return std::nullopt;
  }
}

}  // namespace wax::crawl
