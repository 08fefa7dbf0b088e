#include "answers/shards/shard_facts.h"

#include "answers/shards/cbor.h"
#include "io/error.h"

namespace wax::answers {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ShardFacts, format, state, name, has_text,
                                   documents, has_other_records, stored_fields,
                                   stems, cdx_heads, url_key, has_archives,
                                   lost)

std::string encoded(const ShardFacts& facts) {
  auto columns = nlohmann::json::array();
  for (const index::ColumnName& column : facts.fields.columns) {
    columns.push_back({{"name", column.name}, {"kind", column.kind}});
  }
  nlohmann::json message = facts;
  message["fields"] = {{"columns", columns}, {"all", facts.fields.all}};
  if (facts.pages) message["pages"] = *facts.pages;
  return cbor_of(message);
}

ShardFacts decoded_facts(std::string_view bytes) {
  return read_cbor(bytes, [](const nlohmann::json& message) {
    auto facts = message.get<ShardFacts>();
    const auto& fields = message.at("fields");
    for (const auto& column : fields.at("columns")) {
      facts.fields.columns.push_back(
          {column.at("name").get<std::string>(),
           column.at("kind").get<index::ColumnKind>()});
    }
    if (message.contains("pages")) {
      facts.pages = message.at("pages").get<uint64_t>();
    }
    fields.at("all").get_to(facts.fields.all);
    return facts;
  });
}

}  // namespace wax::answers
