#include "answers/shards/shard_facts.h"

#include "answers/shards/cbor.h"
#include "io/error.h"

namespace wax::index {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ColumnName, name, kind)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FieldNames, columns, all)

}  // namespace wax::index

namespace wax::answers {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ShardFacts, format, state, name, has_text,
                                   documents, has_other_records, fields,
                                   stored_fields, stems, cdx_heads, url_key,
                                   has_archives, lost)

std::string encoded(const ShardFacts& facts) { return cbor_of(facts); }

ShardFacts decoded_facts(std::string_view bytes) {
  return read_cbor(bytes, [](const nlohmann::json& message) {
    return message.get<ShardFacts>();
  });
}

}  // namespace wax::answers
