#include "index/query/query_value.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "cdx/url/host.h"
#include "index/query/query_error.h"
#include "index/query/query_ranges.h"
#include "index/query/query_words.h"
#include "text/ascii.h"
#include "text/sanitize.h"

namespace wax::index {
namespace {

// "image" stands for all types that begin with "image/"; "html", "pdf" and
// "office" for the types of these families.
std::optional<Query> query_of_types(Query exact, const QueryValue& value) {
  std::vector<std::string> values = std::move(exact.values);
  exact.values.clear();
  Query beginnings = exact;
  beginnings.prefix = true;
  Query families = exact;
  families.field = "family";
  for (std::string& type : values) {
    text::lower_case(type);
    type = text::sane(type);
    if (type == "html" || type == "pdf" || type == "office") {
      // Indexes of other programs have no field family.
      if (type == "html") {
        exact.values.insert(exact.values.end(),
                            {"text/html", "application/xhtml+xml"});
      } else if (type == "pdf") {
        exact.values.emplace_back("application/pdf");
      }
      families.values.push_back(std::move(type));
    } else if (type.find('/') == type.npos) {
      beginnings.values.push_back(type + "/");
    } else {
      exact.values.push_back(std::move(type));
    }
  }
  std::vector<Query> parts;
  for (Query* part : {&families, &exact, &beginnings}) {
    if (!part->values.empty()) parts.push_back(std::move(*part));
  }
  if (parts.empty()) value.fail_empty("type");
  return joined(Query::Kind::kOr, std::move(parts));
}

std::optional<Query> query_of_urls(std::string_view text,
                                   const QueryValue& value) {
  if (text.empty()) value.fail_empty("url");
  Query query;
  query.kind = Query::Kind::kExact;
  query.field = "exacturl";
  query.prefix = true;
  if (text.find("://") != text.npos) {
    query.values.push_back(text::sane(text));
  } else {
    for (const char* scheme : {"http://", "https://"}) {
      query.values.push_back(scheme + text::sane(text));
      query.values.push_back(std::string(scheme) + "www." + text::sane(text));
    }
  }
  return query;
}

std::optional<Query> query_of_sites(std::string_view name,
                                    const QueryValue& value) {
  Query query;
  query.kind = Query::Kind::kExact;
  query.field = "site";
  bool below_too = name == "site";
  for (std::string_view one : split_values(value.text, ',')) {
    std::string host = text::sane(one);
    text::lower_case(host);
    if (host.starts_with("*.")) {
      host.erase(0, 2);
      below_too = true;
    }
    query.values.emplace_back(cdx::site_of(host));
  }
  if (query.values.empty()) {
    value.fail_empty(name);
  }
  if (!below_too) return query;
  // Indexes of former versions have no field sites.
  Query below = query;
  below.field = "sites";
  std::vector<Query> parts;
  parts.push_back(std::move(query));
  parts.push_back(std::move(below));
  return joined(Query::Kind::kOr, std::move(parts));
}

}  // namespace

std::optional<Query> joined(Query::Kind kind, std::vector<Query> parts) {
  if (parts.empty()) return {};
  if (parts.size() == 1) return std::move(parts.front());
  Query query;
  query.kind = kind;
  for (Query& part : parts) {
    if (part.kind == kind) {
      std::move(part.parts.begin(), part.parts.end(),
                std::back_inserter(query.parts));
    } else {
      query.parts.push_back(std::move(part));
    }
  }
  return query;
}

std::vector<std::string_view> split_values(std::string_view text,
                                           char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    size_t at = text.find(separator);
    if (std::string_view part = text.substr(0, at); !part.empty()) {
      parts.push_back(part);
    }
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

void QueryValue::fail(const std::string& reason, size_t n) const {
  throw QueryError(query, std::min(at + n, query.size()), reason);
}

void QueryValue::fail_empty(std::string_view field) const {
  fail('"' + std::string(field) + ":\" has no value");
}

std::optional<Query> query_of(const NamedField* named,
                              const QueryValue& value) {
  std::string_view text = value.text;
  bool star = !value.in_quotes && text.ends_with('*');
  if (named == nullptr) {
    // The second is Solr's.
    if (star && (text == "*" || text == "*:*")) return Query{};
    return words_of({}, value);
  }
  const std::string& name = named->name;
  if (is_of_dates(name)) return query_of_dates(*named, value);
  if (named->field != nullptr ? named->field->indexed == Indexed::kNumber
                              : is_number(named->kind)) {
    return query_of_numbers(*named, value);
  }
  if (name == "status" && named->field != nullptr) {
    if (auto range = range_text(text, true)) {
      return query_of_range(*named, *range, value);
    }
  }
  if (name == "site" || name == "host") return query_of_sites(name, value);
  if (name == "url" && star) {
    return query_of_urls(text.substr(0, text.size() - 1), value);
  }
  if (named->has_words()) return words_of(name, value);
  static constexpr Field kKeywords = {
      "", Stored::kYes, Indexed::kExact, 0, false, true, ""};
  const Field& field = named->field != nullptr ? *named->field : kKeywords;
  bool pattern =
      !value.in_quotes && !field.group && text.find('*') < text.size() - 1;
  if (pattern) star = false;
  Query query;
  query.kind = Query::Kind::kExact;
  query.field = name;
  query.prefix = star;
  query.pattern = pattern;
  if (star) text.remove_suffix(1);
  if (value.in_quotes && named->field == nullptr) {
    query.values.emplace_back(text);  // a comma is part of it
  } else if (field.group) {
    for (std::string_view one : split_values(text, ',')) {
      query.values.emplace_back(one);
    }
  } else if (!text.empty()) {
    query.values.emplace_back(text);
  }
  if (name == "type" && !star) return query_of_types(std::move(query), value);
  if (query.values.empty() && star) query.values.emplace_back();
  if (query.values.empty()) {
    value.fail_empty(name);
  }
  for (std::string& one : query.values) {
    if (field.lower) text::lower_case(one);
    one = text::sane(one);
  }
  return query;
}

}  // namespace wax::index
