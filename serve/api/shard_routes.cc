#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <random>
#include <string>
#include <utility>

#include "answers/requests/search_query.h"
#include "answers/shards/cbor.h"
#include "answers/shards/remote_cdx.h"
#include "answers/shards/shard_facts.h"
#include "answers/shards/shard_messages.h"
#include "answers/shown/found_page.h"
#include "answers/shown/search_answer.h"
#include "index/search/joined_results.h"
#include "index/search/searcher.h"
#include "io/error.h"
#include "serve/api/api_routes.h"
#include "serve/api/shard_record.h"

namespace wax::serve {
namespace {

// Hits whose texts one answer has at most.
constexpr size_t kMostTexts = 10'000;

// Another one for each process: generations are counted from its start.
const std::string& name_of_process() {
  static const std::string name = [] {
    std::random_device random;
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "%08x%08x", random(), random());
    return std::string(text.data());
  }();
  return name;
}

std::string state_of(const answers::Scope& scope) {
  return name_of_process() + '-' + std::to_string(scope.generation->number);
}

answers::Response message(std::string bytes) {
  answers::Response response;
  response.type = answers::kCbor;
  response.body = std::move(bytes);
  return response;
}

answers::Scope shard_scope(const answers::Holdings& holdings,
                           const answers::Request& request) {
  answers::Scope scope = scope_of(holdings, request);
  if (scope.generation->shards != nullptr) {
    throw UsageError("This server joins shards; ask one of the shards.");
  }
  return scope;
}

answers::Response facts_message(const answers::Holdings& holdings,
                                const answers::Request& request) {
  const answers::Scope scope = shard_scope(holdings, request);
  const answers::Generation& generation = *scope.generation;
  answers::ShardFacts facts;
  facts.state = state_of(scope);
  facts.name = scope.name();
  facts.url_key = generation.url_key;
  facts.has_archives = holdings.has_archives();
  facts.lost = generation.lost->reasons();
  for (const auto& file : open_cdx(generation)) {
    facts.cdx_heads.push_back(file->head());
  }
  facts.pages = answers::visible_pages(scope);
  if (generation.reader != nullptr) {
    const index::IndexReader& reader = *generation.reader;
    facts.has_text = true;
    facts.documents = reader.documents() - reader.deleted();
    facts.has_other_records = index::leaves_out_records(reader, index::Query());
    facts.fields = index::field_names(reader);
    facts.stored_fields = reader.stored_fields();
    facts.stems = reader.stems();
  }
  return message(encoded(facts));
}

// A question about a search, and what it is about.
struct Asked {
  answers::Scope scope;
  answers::SearchQuestion question;

  [[nodiscard]] const index::IndexReader& reader() const {
    return reader_of(scope);
  }
  [[nodiscard]] index::Query query() const {
    return query_of(query_facts(question), question.request);
  }
  // `problems` outlives them.
  [[nodiscard]] index::SearchOptions limits(
      answers::ReportedData& problems) const {
    index::SearchOptions options = limits_of(scope);
    options.problems = &problems;
    options.evaluations = &scope.holdings->evaluations;
    return options;
  }
};

Asked read_question(const answers::Holdings& holdings,
                    const answers::Request& request) {
  Asked asked{shard_scope(holdings, request), {}};
  try {
    asked.question = answers::decoded_question(request.body);
  } catch (const FormatError& error) {
    throw UsageError("This is no question of a server that joins shards: " +
                     error.text());
  }
  asked.scope.deadline =
      std::min(asked.scope.deadline, asked.question.request.deadline);
  asked.question.request.deadline = asked.scope.deadline;
  return asked;
}

// Which of the URLs that the text may stand for find something.
std::string found_urls(const Asked& asked) {
  std::vector<bool> found;
  answers::QueryFacts facts = query_facts(asked.question);
  facts.finds_some = [&, here = answers::query_facts(asked.reader())](
                         const index::Query& query) {
    found.push_back(here.finds_some(query));
    return found.back();
  };
  (void)query_of(facts, asked.question.request);
  return answers::encoded(found);
}

std::string term_counts(const Asked& asked) {
  answers::ReportedData problems(asked.scope);
  index::Missing missing;
  const index::TermCounts counts =
      index::Searcher(asked.reader())
          .term_counts(asked.query(), asked.limits(problems), missing);
  if (missing.out_of_time) throw answers::OutOfTime();
  return answers::encoded(counts);
}

std::string results(const Asked& asked) {
  answers::ReportedData problems(asked.scope);
  const answers::SearchQuestion& question = asked.question;
  index::ResultOptions options =
      result_options(question.fields, question.request);
  options.search = asked.limits(problems);
  options.search.counts = &question.counts;
  if (question.all_groups) options.count = asked.reader().documents();
  options.fields = &question.fields;
  const index::ResultsPart part =
      index::find_part(asked.reader(), asked.query(), options);
  if (part.missing.any()) asked.scope.count_incomplete();
  return answers::encoded(part);
}

void check_number(const std::vector<index::Hit>& hits) {
  if (hits.size() <= kMostTexts) return;
  throw UsageError("An answer has the texts of at most " +
                   std::to_string(kMostTexts) + " hits.");
}

// What may not be seen is as deleted.
bool is_shown(const index::IndexReader& reader, uint64_t document) {
  return document < reader.documents() && !reader.is_deleted(document);
}

std::string hit_texts(const Asked& asked) {
  const index::IndexReader& reader = asked.reader();
  const std::vector<index::Hit>& hits = asked.question.hits;
  check_number(hits);
  answers::ReportedData problems(asked.scope);
  const index::HitReader hit_reader(reader, asked.query(),
                                    asked.scope.holdings->kept.get());
  answers::HitTexts texts;
  for (const index::Hit& hit : hits) {
    if (std::chrono::steady_clock::now() > asked.scope.deadline) {
      throw answers::OutOfTime();
    }
    std::optional<answers::HitText>& text = texts.emplace_back();
    if (!is_shown(reader, hit.document)) continue;
    try {
      index::ShownHit shown = hit_reader.read(hit, 0);
      // Texts of images are short, and the server in front shows them.
      if (!asked.question.request.with_content &&
          !answers::found_page(shown.document).is_image) {
        std::erase_if(shown.document, [](const auto& value) {
          return value.first == "content";
        });
      }
      text =
          answers::HitText{std::move(shown.document), std::move(shown.snippet)};
    } catch (const Error& error) {
      problems.report({Severity::kLost, "unreadable-document",
                       asked.scope.name(), std::nullopt, error.what()});
    }
  }
  return encoded(texts);
}

// The documents that are wanted, or are found from one on, without their texts.
std::string documents_page(const Asked& asked) {
  constexpr size_t kMostDocuments = 1000;
  const index::IndexReader& reader = asked.reader();
  std::vector<std::string> fields = reader.stored_fields();
  std::erase(fields, "content");
  answers::ReportedData problems(asked.scope);
  answers::DocumentsPage page;
  auto read = [&](uint64_t document) {
    try {
      reader.document(document, fields, page.documents.emplace_back());
    } catch (const Error& error) {
      page.documents.pop_back();
      ++page.unreadable;
      problems.report({Severity::kLost, "unreadable-document",
                       asked.scope.name(), std::nullopt, error.what()});
    }
  };
  const std::vector<index::Hit>& hits = asked.question.hits;
  if (!hits.empty()) {
    check_number(hits);
    for (const index::Hit& hit : hits) {
      if (is_shown(reader, hit.document)) read(hit.document);
    }
    return encoded(page);
  }
  page.missing =
      index::each_hit(reader, asked.query(), asked.limits(problems),
                      [&](const index::Hit& hit) {
                        if (hit.document < asked.question.from_document)
                          return true;
                        if (page.documents.size() == kMostDocuments) {
                          page.next = hit.document;
                          return false;
                        }
                        read(hit.document);
                        return true;
                      });
  return encoded(page);
}

struct AskedLines {
  answers::Scope scope;
  answers::LinesQuestion question;
  answers::Searchables files;

  [[nodiscard]] cdx::Searchable& file() const {
    if (question.file >= files.size()) {
      throw UsageError("The collection has no such CDX file.");
    }
    return *files[question.file];
  }
};

AskedLines read_lines_question(const answers::Holdings& holdings,
                               const answers::Request& request) {
  AskedLines asked{shard_scope(holdings, request), {}, {}};
  try {
    asked.question = answers::decoded_lines(request.body);
  } catch (const FormatError& error) {
    throw UsageError("This is no question of a server that joins shards: " +
                     error.text());
  }
  return asked;
}

// Whole lines, about as many as are wanted, and whether there are more.
answers::Response lines_of(const AskedLines& asked) {
  const answers::LinesQuestion& question = asked.question;
  auto lines = question.backwards ? asked.file().lines_backwards(question.range)
                                  : asked.file().lines(question.range);
  answers::Response response;
  std::string& body = response.body;
  std::string last;
  uint64_t read = 0;
  std::string_view line;
  while (lines->next(line)) {
    if (++read % 1024 == 0 &&
        std::chrono::steady_clock::now() > asked.scope.deadline) {
      throw answers::OutOfTime();
    }
    // Equal lines are not torn apart: who asks goes on after the last one.
    if (body.size() >= question.most && line != last) {
      response.headers.push_back({"Wax-More", "1"});
      break;
    }
    last = line;
    body.append(line).append("\n");
  }
  return response;
}

answers::Response parts_of(const AskedLines& asked) {
  const auto deadline = asked.scope.deadline;
  const cdx::SearchRange& range = asked.question.range;
  answers::PartsAnswer answer;
  answer.parts = asked.file().parts(range, [deadline] {
    if (std::chrono::steady_clock::now() > deadline) throw answers::OutOfTime();
  });
  answer.start = asked.file().part_start(range, asked.question.part);
  return message(encoded(answer));
}

}  // namespace

void add_shard_routes(const answers::Holdings& holdings, Router& router) {
  router.add("GET", "/api/shard/facts",
             [&holdings](const answers::Request& request) {
               return facts_message(holdings, request);
             });
  auto add = [&](const char* path, std::string (*answer)(const Asked& asked)) {
    router.add("POST", path,
               [&holdings, answer](const answers::Request& request) {
                 const Asked asked = read_question(holdings, request);
                 if (asked.question.state != state_of(asked.scope)) {
                   return answers::sentence(409, "The collection has changed.");
                 }
                 return message(answer(asked));
               });
  };
  auto add_lines = [&](const char* path,
                       answers::Response (*answer)(const AskedLines& asked)) {
    router.add(
        "POST", path, [&holdings, answer](const answers::Request& request) {
          AskedLines asked = read_lines_question(holdings, request);
          if (asked.question.state != state_of(asked.scope)) {
            return answers::sentence(409, "The collection has changed.");
          }
          const answers::Generation& generation = *asked.scope.generation;
          const bool listed = asked.question.listed;
          asked.files =
              listed ? open_listed_cdx(generation) : open_cdx(generation);
          answers::Response response = answer(asked);
          if (!listed) generation.idle.give(std::move(asked.files));
          return response;
        });
  };
  router.add("POST", "/api/shard/record",
             [&holdings](const answers::Request& request) {
               return shard_record(shard_scope(holdings, request), request);
             });
  add_lines("/api/shard/lines", lines_of);
  add_lines("/api/shard/parts", parts_of);
  add("/api/shard/found-urls", found_urls);
  add("/api/shard/all", documents_page);
  add("/api/shard/terms", term_counts);
  add("/api/shard/search", results);
  add("/api/shard/documents", hit_texts);
}

}  // namespace wax::serve
