#include <algorithm>
#include <cstdint>
#include <string_view>

#include "answers/requests/parameter_table.h"
#include "index/schema/fields.h"
#include "index/search/document_values.h"
#include "serve/api/api_routes.h"
#include "serve/assets/assets.h"
#include "text/json_tree.h"
#include "text/number.h"

namespace wax::serve {
namespace {

using Json = nlohmann::ordered_json;

// Dates that people may give (warc::is_given_date()), but for 29 February, with
// milliseconds or not; an empty one is none.
constexpr const char* kGivenDates =
    "^([0-9]{4}((0[1-9]|1[0-2])|((0[13578]|1[02])(0[1-9]|[12][0-9]|3[01])|"
    "(0[469]|11)(0[1-9]|[12][0-9]|30)|02(0[1-9]|1[0-9]|2[0-8]))"
    "(([01][0-9]|2[0-3])([0-5][0-9]([0-5][0-9]([0-9]{3})?)?)?)?)?)?$";

// What CDX servers take.
constexpr const char* kCdxDates = "^([0-9]{4,14}|[0-9]{17})?$";
// A greater one is no number here.
constexpr uint64_t kMostNumber = UINT64_MAX;
constexpr const char* kCdxFields =
    "(urlkey|timestamp|url|mime|status|digest|redirect|length|offset|filename)";

// "(site|domain|...)": those that every collection has. Columns of one are
// taken too.
const std::string& fields_with_values() {
  static const std::string names = [] {
    index::FieldNames fields;
    for (const index::Field& field : index::fields()) {
      fields.all.emplace_back(field.name);
    }
    std::string text;
    for (const std::string& name : index::fields_of_values(fields)) {
      text += (text.empty() ? "(" : "|") + name;
    }
    return text + ')';
  }();
  return names;
}

// The form of a text that has one; else empty.
std::string pattern_of(const answers::Parameter& parameter) {
  const std::string& fields = fields_with_values();
  auto is = [&](const answers::Parameter& one) {
    return parameter.name == one.name && parameter.paths == one.paths;
  };
  if (is(answers::kFacet)) return '^' + fields + "(," + fields + ")*$";
  if (is(answers::kDedupField)) return '^' + fields + '$';
  if (is(answers::kCollapse)) return "^(none|url|similar|" + fields + ")$";
  if (is(answers::kSort)) {
    return "^(relevance|newest|oldest|" + fields + ":(asc|desc))?$";
  }
  if (is(answers::kNutchWaxSort)) return "^(date|" + fields + ")?$";
  if (is(answers::kXmlQuery)) {
    return "^(type:(urlquery|prefixquery) url:[A-Za-z0-9./]+)?$";
  }
  if (is(answers::kLimit)) return "^-?[1-9][0-9]{0,8}$";
  if (is(answers::kFields)) {
    return std::string("^") + kCdxFields + "(," + kCdxFields + ")*$";
  }
  if (is(answers::kFilter)) {
    return std::string("^!?[=~]?") + kCdxFields + ":[A-Za-z0-9/]+$";
  }
  if (is(answers::kCdxCollapse) || is(answers::kCollapseToFirst) ||
      is(answers::kCollapseToLast)) {
    return std::string("^") + kCdxFields + "(:[1-9][0-9]?)?$";
  }
  return {};
}

Json schema_of(const answers::Parameter& parameter) {
  Json schema;
  std::string_view initial = parameter.initial;
  switch (parameter.type) {
    case answers::ParameterType::kNumber:
      schema = {{"type", "integer"}, {"minimum", 0}};
      schema["maximum"] = parameter.most > 0 ? parameter.most : kMostNumber;
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
      if (auto pattern = pattern_of(parameter); !pattern.empty()) {
        schema["pattern"] = std::move(pattern);
      }
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
  // One value is written as a parameter that does not repeat.
  return {{"anyOf", {schema, {{"type", "array"}, {"items", schema}}}}};
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
  // XML queries name theirs in q, which an OpenAPI document cannot say.
  const bool is_cdx_url = parameter.paths == answers::kAtCdx &&
                          parameter.name == answers::kCdxUrl.name;
  if (parameter.required || is_cdx_url) {
    json["required"] = true;
  } else if (!parameter.repeats || !pattern_of(parameter).empty()) {
    json["allowEmptyValue"] = true;  // a list of any texts may have empty ones
  }
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
  for (auto& [path, methods] : document.at("paths").items()) {
    for (Json& parameter : methods.at("get")["parameters"]) {
      if (parameter.at("in") == "path" && parameter.at("name") == "date") {
        parameter["schema"]["pattern"] = kGivenDates;
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
