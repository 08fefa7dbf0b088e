// Messages between servers of shards: the first byte says of which kind the
// others are. What is read is written as what is read again, and answers are
// joined.
#include "serve/shards/shard_messages.h"

#include <string>
#include <utility>
#include <vector>

#include "fuzz/support/entry.h"
#include "index/search/joined_results.h"
#include "io/error.h"
#include "serve/answers/shard_records.h"
#include "serve/shards/remote_cdx.h"
#include "serve/shards/shard_facts.h"

namespace wax::fuzz {
namespace {

template <typename Read>
void check(std::string_view bytes, Read read) {
  using serve::encoded;
  const std::string written = encoded(read(bytes));
  require(encoded(read(written)) == written);
}

void join(const index::ResultsPart& part) {
  const index::FieldNames names;
  for (const char* collapse : {"", "similar", "urlkey"}) {
    index::ResultOptions options;
    options.fields = &names;
    if (*collapse != '\0') options.collapse = index::parse_collapse(collapse);
    const index::Results results = index::join_results({part, part}, options);
    require(results.collapsed.size() <= options.count);
  }
}

void read_message(char kind, std::string_view bytes) {
  switch (kind) {
    case 'a':
      return check(bytes, serve::decoded_facts);
    case 'b':
      return check(bytes, serve::decoded_question);
    case 'c':
      return check(bytes, serve::decoded_urls);
    case 'd':
      return check(bytes, serve::decoded_counts);
    case 'e':
      join(serve::decoded_part(bytes));
      return check(bytes, serve::decoded_part);
    case 'f':
      return check(bytes, serve::decoded_texts);
    case 'g':
      return check(bytes, serve::decoded_documents);
    case 'h':
      return check(bytes, serve::decoded_lines);
    case 'i':
      return check(bytes, serve::decoded_parts);
    default:
      return check(bytes, serve::decoded_capture);
  }
}

}  // namespace

void run(std::string_view bytes) {
  if (bytes.empty()) return;
  try {
    read_message(bytes.front(), bytes.substr(1));
  } catch (const Error&) {
  }
}

}  // namespace wax::fuzz
