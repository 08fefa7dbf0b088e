#include <algorithm>
#include <string_view>

#include "answers/requests/parameter_table.h"
#include "serve/api/api_routes.h"
#include "serve/assets/assets.h"
#include "text/json_tree.h"
#include "text/number.h"

namespace wax::serve {
namespace {

using Json = nlohmann::ordered_json;

// Dates that people may give (warc::is_given_date()), but for 29 February; an
// empty one is none.
constexpr const char* kGivenDates =
    "^([0-9]{4}((0[1-9]|1[0-2])|((0[13578]|1[02])(0[1-9]|[12][0-9]|3[01])|"
    "(0[469]|11)(0[1-9]|[12][0-9]|30)|02(0[1-9]|1[0-9]|2[0-8]))"
    "(([01][0-9]|2[0-3])([0-5][0-9]([0-5][0-9])?)?)?)?)?$";

// What CDX servers take.
constexpr const char* kCdxDates = "^([0-9]{4,14}|[0-9]{17})?$";

Json schema_of(const answers::Parameter& parameter) {
  Json schema;
  std::string_view initial = parameter.initial;
  switch (parameter.type) {
    case answers::ParameterType::kNumber:
      schema = {{"type", "integer"}, {"minimum", 0}};
      if (parameter.most > 0) schema["maximum"] = parameter.most;
      if (auto number = text::whole_number(initial))
        schema["default"] = *number;
      break;
    case answers::ParameterType::kFlag:
      schema = {{"type", "boolean"}, {"default", initial == "true"}};
      break;
    case answers::ParameterType::kDate:
      schema = {{"type", "string"},
                {"pattern",
                 parameter.paths == answers::kAtCdx ? kCdxDates : kGivenDates}};
      break;
    case answers::ParameterType::kUrl:
      schema = {{"type", "string"}, {"example", "http://example.org/"}};
      break;
    case answers::ParameterType::kText:
      schema = {{"type", "string"}};
      if (!initial.empty()) schema["default"] = initial;
  }
  std::string_view choices = parameter.choices;
  while (!choices.empty()) {
    size_t end = std::min(choices.find(' '), choices.size());
    schema["enum"].push_back(choices.substr(0, end));
    choices.remove_prefix(std::min(end + 1, choices.size()));
  }
  if (parameter.required && schema.at("type") == "string") {
    schema["minLength"] = 1;
  }
  if (!parameter.repeats) return schema;
  return {{"type", "array"}, {"items", schema}};
}

Json described(const answers::Parameter& parameter) {
  std::string meaning(parameter.meaning);
  if (!parameter.synonym.empty()) {
    meaning += "; " + std::string(parameter.synonym) + " is the same";
  }
  Json json = {{"name", parameter.name},
               {"in", "query"},
               {"description", meaning},
               {"schema", schema_of(parameter)}};
  if (parameter.required) json["required"] = true;
  if (parameter.repeats) {
    json["style"] = "form";
    json["explode"] = true;
  }
  return json;
}

std::string make_document() {
  Json document = text::parse_ordered_json(kOpenApi);
  for (const answers::ApiPath& path : answers::api_paths()) {
    if (path.bit == 0) continue;
    Json& parameters =
        document.at("paths").at(path.path).at("get")["parameters"];
    for (const answers::Parameter* parameter : answers::all_parameters()) {
      if ((parameter->paths & path.bit) != 0) {
        parameters.push_back(described(*parameter));
      }
    }
  }
  return text::json_text(document, 2) + '\n';
}

}  // namespace

const std::string& openapi_document() {
  static const std::string document = make_document();
  return document;
}

std::string openapi_document_at(const std::string& url) {
  Json document = text::parse_ordered_json(openapi_document());
  document["servers"] = {{{"url", url}}};
  return text::json_text(document, 2) + '\n';
}

}  // namespace wax::serve
