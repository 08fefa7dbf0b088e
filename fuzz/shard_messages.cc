// Messages between servers of shards: the first byte says of which kind the
// others are. What is read is written as what is read again, and answers are
// joined.
#include "answers/shards/shard_messages.h"

#include <string>
#include <utility>
#include <vector>

#include "answers/records/shard_records.h"
#include "answers/shards/remote_cdx.h"
#include "answers/shards/shard_facts.h"
#include "fuzz/support/entry.h"
#include "index/search/joined_results.h"
#include "io/error.h"

namespace wax::fuzz {
namespace {

template <typename Read>
void check(std::string_view bytes, Read read) {
  using answers::encoded;
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
      return check(bytes, answers::decoded_facts);
    case 'b':
      return check(bytes, answers::decoded_question);
    case 'c':
      return check(bytes, answers::decoded_urls);
    case 'd':
      return check(bytes, answers::decoded_counts);
    case 'e':
      join(answers::decoded_part(bytes));
      return check(bytes, answers::decoded_part);
    case 'f':
      return check(bytes, answers::decoded_texts);
    case 'g':
      return check(bytes, answers::decoded_documents);
    case 'h':
      return check(bytes, answers::decoded_lines);
    case 'i':
      return check(bytes, answers::decoded_parts);
    default:
      return check(bytes, answers::decoded_capture);
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
