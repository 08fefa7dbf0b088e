#include "answers/records/stored_record.h"
#include "answers/requests/parameter_table.h"
#include "answers/requests/search_request.h"
#include "answers/shown/open_cdx.h"
#include "io/error.h"
#include "serve/api/memento.h"
#include "text/ascii.h"
#include "text/json_writer.h"
#include "warc/record/date.h"

namespace wax::serve {
namespace {

// 1 to 14 digits; fewer than a year has give none.
std::string asked_moment(const answers::Parameters& parameters) {
  const std::string asked = written_date(parameters, answers::kTimestamp);
  if (asked.empty()) return {};
  if (!text::all_digits(asked) || asked.size() > warc::kDateDigits) {
    throw UsageError("timestamp: " + warc::no_date(asked) + '.');
  }
  return warc::is_short_date(asked) ? asked : std::string();
}

answers::Response available(const answers::Holdings& holdings,
                            answers::Collection* collection,
                            const answers::Request& request) {
  const std::string url(request.parameters.get(answers::kUrl));
  if (url.empty()) throw UsageError("Give the parameter url=URL.");
  const std::string asked = asked_moment(request.parameters);
  auto cdx = open_cdx_files(holdings, collection);
  answers::RecordReport problems(holdings);
  const auto found = find_capture(
      answers::RecordSource(holdings, *cdx), cdx->files, cdx->url_key, url,
      asked.empty() ? std::string(warc::kLastDate) : asked,
      answers::Wanted::kWhole, problems);
  answers::Response response;
  response.type = "application/json";
  response.headers.push_back({"Access-Control-Allow-Origin", "*"});
  response.body = "{";
  text::JsonWriter json(response.body);
  json.add("url", url);
  if (!asked.empty()) json.add("timestamp", asked);
  json.open("archived_snapshots");
  if (found && warc::is_date14(found->date)) {
    json.open("closest");
    if (!found->status.empty()) json.add("status", found->status);
    json.put_name("available");
    response.body += "true";
    json.add("url", MementoPlace(holdings, collection, request)
                        .url(found->date, found->url));
    json.add("timestamp", found->date);
    json.close();
  }
  json.close();
  json.close();
  response.body += '\n';
  return response;
}

}  // namespace

void add_available_routes(const answers::Holdings& holdings, Router& router) {
  auto add = [&](answers::Collection* collection) {
    router.add("GET", path_before(collection) + "/wayback/available",
               [&holdings, collection](const answers::Request& request) {
                 return available(holdings, collection, request);
               });
  };
  add(nullptr);
  for (const auto& one : holdings.collections.all()) add(one.get());
}

}  // namespace wax::serve
