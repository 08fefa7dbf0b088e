#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include "answers/records/line_body.h"
#include "answers/records/stored_record.h"
#include "answers/requests/escape.h"
#include "answers/shown/open_cdx.h"
#include "cdx/format/asked_errors.h"
#include "cdx/lookup/lookup.h"
#include "cdx/lookup/lookup_blocks.h"
#include "io/error.h"
#include "serve/api/cdx_query.h"
#include "serve/api/incomplete_fields.h"
#include "serve/api/memento.h"
#include "text/number.h"

namespace wax::serve {
namespace {

// Tells the administrator the first bad line that a request meets.
class FirstProblem final : public ProblemSink {
 public:
  explicit FirstProblem(const answers::Holdings& holdings)
      : holdings_(holdings) {}
  void report(Problem problem) override {
    if (std::exchange(reported_, true) || !holdings_.report) return;
    holdings_.report(problem.file + ": " + problem.id + ": " + problem.text);
  }

 private:
  const answers::Holdings& holdings_;
  bool reported_ = false;
};

// Finds originals of other URLs, by what the records of revisits refer to and
// by digests.
class OriginalsElsewhere {
 public:
  // Captures that searches do not find are told by their own URL alone.
  OriginalsElsewhere(const answers::Holdings& holdings,
                     const answers::CdxFiles& cdx)
      : from_(holdings, cdx),
        url_key_(cdx.url_key),
        digests_{cdx.generations},
        problems_(holdings) {
    for (const auto& generation : cdx.generations) {
      answers::Searchables files = open_listed_cdx(*generation);
      std::move(files.begin(), files.end(), std::back_inserter(files_));
    }
  }

  bool find(const cdx::LoneRevisit& lone, cdx::RevisitOriginal& original) {
    auto known = [](std::string_view value) {
      return std::string(value == "-" ? std::string_view() : value);
    };
    answers::UrlCapture revisit;
    revisit.urlkey = known(lone.urlkey);
    revisit.date = known(lone.date);
    revisit.url = known(lone.url);
    revisit.digest = known(lone.digest);
    revisit.offset = text::whole_number(lone.offset);
    revisit.filename = known(lone.filename);
    revisit.is_revisit = true;
    auto found = original_elsewhere(from_, files_, url_key_, revisit, digests_,
                                    problems_);
    if (!found) return false;
    auto shown = [](const std::string& value) {
      return value.empty() ? "-" : value;
    };
    original = {shown(found->mime), shown(found->status),
                shown(answers::digits_of(found->length)),
                shown(answers::digits_of(found->offset)),
                shown(found->filename)};
    return true;
  }

 private:
  answers::RecordSource from_;
  answers::Searchables files_;
  cdx::UrlKeyKind url_key_;
  answers::DigestSearch digests_;
  answers::RecordReport problems_;
};

// What an answer is read from.
struct CdxAnswer {
  explicit CdxAnswer(const answers::Holdings& holdings) : problems(holdings) {}
  std::shared_ptr<answers::CdxFiles> cdx;
  FirstProblem problems;
};

// The first `count` lines; then where to go on, if there are more.
class PortionLines final : public lines::LineStream {
 public:
  PortionLines(std::unique_ptr<cdx::AnswerLines> lines, uint64_t count,
               std::shared_ptr<std::string> resume_key)
      : lines_(std::move(lines)),
        left_(count),
        resume_key_(std::move(resume_key)) {}

  bool next(std::string_view& line) override {
    if (left_ > 0) {
      --left_;
      return lines_->next(line);
    }
    std::string key = lines_->resume_key();
    if (lines_->next(line)) *resume_key_ = answers::url_part(key);
    return false;
  }

 private:
  std::unique_ptr<cdx::AnswerLines> lines_;
  uint64_t left_;
  std::shared_ptr<std::string> resume_key_;
};

answers::Response page_counts(const answers::CdxFiles& cdx,
                              const cdx::SearchRange& range,
                              const CdxQuery& query) {
  cdx::PageCounts counts =
      cdx::count_pages(cdx.files, range, query.page_blocks, query.lookup.tick);
  answers::Response response;
  if (query.dialect != CdxDialect::kPywb) {
    response.body = std::to_string(counts.pages) + '\n';
    return response;
  }
  response.type = "application/json";
  response.body = "{\"pages\": " + std::to_string(counts.pages) +
                  ", \"pageSize\": " + std::to_string(query.page_blocks) +
                  ", \"blocks\": " + std::to_string(counts.blocks) + "}\n";
  return response;
}

answers::Response answer_query(const answers::Holdings& holdings,
                               answers::Collection* collection, CdxQuery& query,
                               const answers::Request& request) {
  auto answer = std::make_shared<CdxAnswer>(holdings);
  answer->cdx = open_cdx_files(holdings, collection);
  const answers::CdxFiles& cdx = *answer->cdx;
  query.lookup.url_key = cdx.url_key;
  cdx::SearchRange range = range_of(query);
  if (query.urlkey.empty()) {
    query.lookup.also = cdx::other_spelling(query.url, query.lookup);
  }
  auto time = std::make_shared<answers::PieceTime>(request);
  query.lookup.tick = [time] { time->check(); };
  if (query.show_pages || query.show_blocks) {
    // No captures are read, but a wrong value is refused as if they were.
    cdx::LookupOptions options = query.lookup;
    options.page_blocks = 0;
    (void)cdx::lookup_lines(cdx.files, cdx::SearchRange(), options,
                            answer->problems);
  }
  if (query.show_pages) return page_counts(cdx, range, query);
  // Clients that read page after page end with the first refusal; pywb answers
  // all pages of nothing.
  if (query.dialect == CdxDialect::kWayback && query.lookup.page > 0 &&
      cdx::count_pages(cdx.files, range, query.page_blocks, query.lookup.tick)
              .pages == 0) {
    throw UsageError("There is no page " + std::to_string(query.lookup.page) +
                     "; there is one, with number 0.");
  }
  if (query.lookup.resolve_revisits && holdings.shows_captures()) {
    auto elsewhere = std::make_shared<OriginalsElsewhere>(holdings, cdx);
    query.lookup.find_original = [elsewhere, time](const auto& revisit,
                                                   auto& original) {
      time->check();
      return elsewhere->find(revisit, original);
    };
  }

  answers::Response response;
  response.type = type_of(query.output);
  response.compress = query.gzip;
  std::unique_ptr<lines::LineStream> lines;
  std::unique_ptr<answers::BodyLineWriter> writer;
  if (query.show_blocks) {
    for (const auto& generation : cdx.generations) {
      if (generation->access == nullptr) continue;
      throw UsageError(
          "showPagedIndex is not answered by a collection with rules of "
          "access.");
    }
    for (const auto& file : cdx.files) {
      if (file->has_blocks()) continue;
      throw UsageError("showPagedIndex needs a ZipNum; this CDX file is flat.");
    }
    response.type =
        type_of(query.json ? CdxOutput::kJsonLines : CdxOutput::kLines);
    writer = block_writer(query.json);
    lines = cdx::lookup_blocks(cdx.files, range, query.lookup);
  } else {
    auto resume_key = std::make_shared<std::string>();
    if (query.output == CdxOutput::kLink) {
      query.lookup.fields = {"timestamp", "url"};
      writer = memento_links(MementoPlace(holdings, collection, request));
    } else {
      writer = capture_writer(cdx, query, resume_key);
    }
    uint64_t limit = query.lookup.limit;
    if (query.show_resume) ++query.lookup.limit;
    auto found =
        cdx::lookup_lines(cdx.files, range, query.lookup, answer->problems);
    if (query.show_resume) {
      lines =
          std::make_unique<PortionLines>(std::move(found), limit, resume_key);
    } else {
      lines = std::move(found);
    }
  }
  auto body = std::make_unique<answers::LineBody>(
      answer, std::move(time), std::move(lines), std::move(writer));
  say_gone(answer->cdx, *body, response);
  response.stream = std::move(body);
  return response;
}

}  // namespace

answers::Response answer_cdx_query(const answers::Holdings& holdings,
                                   answers::Collection* collection,
                                   CdxQuery query,
                                   const answers::Request& request) {
  try {
    return answer_query(holdings, collection, query, request);
  } catch (const cdx::OptionError& error) {
    throw UsageError(error.name() + ": " + error.reason());
  } catch (const cdx::InputError& error) {
    throw UsageError("the collection " + error.reason());
  }
}

}  // namespace wax::serve
