// Targets of requests: paths, parameters and what servers read of them.
#include <string>

#include "answers/requests/escape.h"
#include "answers/requests/message.h"
#include "answers/shown/search_answer.h"
#include "fuzz/support/entry.h"
#include "io/error.h"
#include "serve/api/cdx_query.h"

namespace wax::fuzz {
namespace {

// Refusing is an answer as well.
template <typename Read>
void expect_answer(Read read) {
  try {
    read();
  } catch (const UsageError&) {
  }
}

}  // namespace

void run(std::string_view bytes) {
  if (bytes.find('\0') != bytes.npos) return;  // HTTP has none
  answers::Request request;
  if (!answers::read_target(bytes, request)) return;
  require(request.path.find('\0') == std::string::npos);
  require(request.path.starts_with('/') || request.path == "*");
  // Escaped again, they are the same.
  std::string query;
  for (const auto& [name, value] : request.parameters.pairs()) {
    require(value.find('\0') == std::string::npos);
    if (!query.empty()) query += '&';
    query += answers::url_part(name) + '=' + answers::url_part(value);
  }
  require(answers::Parameters(query).pairs() == request.parameters.pairs());

  expect_answer([&] {
    answers::SearchRequest search = answers::search_request(request);
    require(search.count <= 1000 && search.filters.size() <= 50);
  });
  for (auto dialect : {serve::CdxDialect::kPywb, serve::CdxDialect::kWayback,
                       serve::CdxDialect::kOutbackCdx}) {
    expect_answer([&] {
      serve::CdxQuery cdx = serve::read_cdx_query(request.parameters, dialect);
      require(!cdx.url.empty() && cdx.page_blocks > 0);
      (void)serve::default_fields(cdx);
    });
  }
}

}  // namespace wax::fuzz
