#include "answers/records/shard_records.h"

#include <optional>
#include <utility>

#include "answers/shards/cbor.h"
#include "io/error.h"
#include "text/number.h"

namespace nlohmann {

// Numbers that may be missing are sent as text.
template <>
struct adl_serializer<std::optional<uint64_t>> {
  static void to_json(json& message, const std::optional<uint64_t>& number) {
    message = wax::answers::digits_of(number);
  }
  static void from_json(const json& message, std::optional<uint64_t>& number) {
    number = wax::text::whole_number(message.get_ref<const std::string&>());
  }
};

}  // namespace nlohmann

namespace wax::answers {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(UrlCapture, urlkey, date, url, mime, status,
                                   digest, redirect, length, offset, filename,
                                   is_revisit)

namespace {

// Sentences as they are sent, as they were thrown.
std::string without_end_of_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

// False: another shard may have it.
bool ask_one(ShardSession& session, size_t n, const std::string& question,
             SentRecord& record) {
  auto bytes = std::make_unique<io::Spool>();
  io::SpoolOutput output(*bytes);
  const ShardServers& servers = session.servers();
  ShardQuestion asked{
      "/api/shard/record", question, {{"Content-Type", std::string(kCbor)}}};
  asked.to = &output;
  const ShardAnswer answer =
      servers.ask(n, asked, ShardServers::Clock::time_point::max());
  const bool is_its = !header_value(answer.headers, kHasCapture).empty();
  if (answer.status == 200) {
    const auto offset =
        text::whole_number(header_value(answer.headers, kRecordOffset));
    if (!offset) {
      throw ShardGone("the shard " + servers.name(n) +
                      " gave no answer that can be read");
    }
    record.offset = *offset;
    record.is_of_arc = header_value(answer.headers, kRecordFormat) == "arc";
    record.bytes = std::move(bytes);
    return true;
  }
  if (is_its) {
    record.is_damaged = answer.status != 404;
    record.why = without_end_of_line(answer.body);
  } else if (answer.status != 404) {
    throw ShardGone("the shard " + servers.name(n) +
                    " answered with the HTTP status " +
                    std::to_string(answer.status));
  }
  return false;
}

}  // namespace

std::string encoded(const UrlCapture& capture) { return cbor_of(capture); }

UrlCapture decoded_capture(std::string_view bytes) {
  return read_cbor(bytes, [](const nlohmann::json& message) {
    return message.get<UrlCapture>();
  });
}

SentRecord ask_for_record(ShardSession& session, const UrlCapture& capture) {
  SentRecord record;
  const std::string question = encoded(capture);
  const size_t first = session.likely();
  bool is_one_gone = false;
  for (size_t i = 0; i < session.size(); ++i) {
    const size_t n = (first + i) % session.size();
    try {
      if (!session.is_gone(n) && ask_one(session, n, question, record)) {
        session.set_likely(n);
        return record;
      }
    } catch (const ShardGone& gone) {
      session.set_gone(n, gone.what());
    }
    is_one_gone |= session.is_gone(n);
  }
  if (record.why.empty()) {
    record.is_damaged = is_one_gone;
    record.why = is_one_gone ? "The shard that has this capture is gone."
                             : "No shard has a record of this capture.";
  }
  return record;
}

}  // namespace wax::answers
