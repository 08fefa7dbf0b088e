#include "answers/shards/shard_messages.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "answers/requests/parameter_table.h"
#include "answers/shards/cbor.h"
#include "io/error.h"

namespace wax::answers {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SearchRequest, text, filters, from, to,
                                   other_records, stem_lang, per_group,
                                   mixes_groups, start, count, facets,
                                   facet_values, period, with_content)

namespace {

using nlohmann::json;

json message_of(const index::FieldNames& names) {
  json columns = json::array();
  for (const index::ColumnName& column : names.columns) {
    columns.push_back({column.name, index::kind_name(column.kind)});
  }
  return {{"columns", std::move(columns)}, {"all", names.all}};
}

index::FieldNames field_names_in(const json& message) {
  index::FieldNames names;
  for (const json& column : message.at("columns")) {
    auto kind = index::kind_of_name(column.at(1).get<std::string>());
    if (!kind) throw FormatError("message", 0, "this is no kind of column");
    names.columns.push_back({column.at(0).get<std::string>(), *kind});
  }
  names.all = message.at("all").get<std::vector<std::string>>();
  return names;
}

json message_of(const index::TermCounts& counts) {
  return {{"documents", counts.documents}, {"terms", counts.terms}};
}

index::TermCounts counts_in(const json& message) {
  return {message.at("documents").get<uint64_t>(),
          message.at("terms").get<std::vector<uint64_t>>()};
}

json message_of(const index::Missing& missing) {
  return {missing.out_of_time, missing.shards, missing.documents,
          missing.others};
}

index::Missing missing_in(const json& message) {
  return {message.at(0).get<bool>(), message.at(1).get<uint64_t>(),
          message.at(2).get<uint64_t>(),
          message.at(3).get<std::vector<std::string>>()};
}

// Four values for each, one after the other.
void append(const index::Place& place, json& flat) {
  flat.push_back(place.key);
  flat.push_back(place.document);
  flat.push_back(place.score);
  flat.push_back(place.has);
}

index::Place place_in(const json& flat, size_t n) {
  return {flat.at(4 * n).get<uint64_t>(), flat.at(4 * n + 1).get<uint64_t>(),
          flat.at(4 * n + 2).get<float>(), flat.at(4 * n + 3).get<bool>()};
}

json message_of(const std::vector<index::Place>& places) {
  json flat = json::array();
  for (const index::Place& place : places) append(place, flat);
  return flat;
}

std::vector<index::Place> places_in(const json& flat) {
  std::vector<index::Place> places;
  for (size_t n = 0; n < flat.size() / 4; ++n) {
    places.push_back(place_in(flat, n));
  }
  return places;
}

// Many of them have the same empty text, and no place: so each has few bytes.
json message_of(const std::vector<index::ResultsPart::Collapsed>& collapsed) {
  json numbers = json::array();
  json texts = json::array();
  json totals = json::array();
  json counts = json::array();
  json places = json::array();
  const bool by_text =
      std::any_of(collapsed.begin(), collapsed.end(),
                  [](const auto& one) { return !one.key.text.empty(); });
  for (const index::ResultsPart::Collapsed& one : collapsed) {
    numbers.push_back(one.key.number);
    if (by_text) texts.push_back(one.key.text);
    totals.push_back(one.total);
    if (one.places.empty()) continue;
    // Entries with places come before all others, so the others need no count.
    counts.push_back(one.places.size());
    for (const index::Place& place : one.places) append(place, places);
  }
  return {{"numbers", std::move(numbers)},
          {"texts", std::move(texts)},
          {"totals", std::move(totals)},
          {"counts", std::move(counts)},
          {"places", std::move(places)}};
}

std::vector<index::ResultsPart::Collapsed> collapsed_in(const json& message) {
  const json& numbers = message.at("numbers");
  const json& texts = message.at("texts");
  const json& totals = message.at("totals");
  const json& counts = message.at("counts");
  const json& places = message.at("places");
  std::vector<index::ResultsPart::Collapsed> collapsed(numbers.size());
  size_t place = 0;
  for (size_t i = 0; i < collapsed.size(); ++i) {
    index::ResultsPart::Collapsed& one = collapsed[i];
    one.key.number = numbers.at(i).get<uint64_t>();
    if (!texts.empty()) one.key.text = texts.at(i).get<std::string>();
    one.total = totals.at(i).get<uint64_t>();
    if (i >= counts.size()) continue;
    for (size_t n = counts.at(i).get<size_t>(); n > 0; --n) {
      one.places.push_back(place_in(places, place++));
    }
  }
  return collapsed;
}

json message_of(const std::vector<index::CollapseKey>& keys) {
  json message = json::array();
  for (const index::CollapseKey& key : keys)
    message.push_back({key.number, key.text});
  return message;
}

std::vector<index::CollapseKey> keys_in(const json& message) {
  std::vector<index::CollapseKey> keys;
  for (const json& one : message) {
    keys.push_back({one.at(0).get<uint64_t>(), one.at(1).get<std::string>()});
  }
  return keys;
}

// Documents have room for those of other parts (kPartDocuments).
void check_places(const std::vector<index::Place>& places) {
  for (const index::Place& place : places) {
    if (place.document >= uint64_t{1} << 32) {
      throw FormatError("message", 0, "this is no number of a document");
    }
  }
}

json message_of(const SearchRequest& request) {
  json message = request;
  message["sort"] = request.sort_text();
  message["boosts"] = request.boost_texts();
  message["collapse"] = request.collapse_text();
  return message;
}

SearchRequest request_in(const json& message) {
  auto request = message.get<SearchRequest>();
  request.set_sort(message.at("sort").get<std::string>());
  request.set_boosts(message.at("boosts").get<std::vector<std::string>>());
  request.set_collapse(message.at("collapse").get<std::string>());
  return request;
}

void check_request(const SearchRequest& request) {
  constexpr uint64_t kMostValues = 10'000;
  if (request.start > kLastHit || request.count > kLastHit + kMostHits ||
      request.per_group > kMostHits || request.filters.size() > kMostHits ||
      request.facets.size() > kMostHits || request.facet_values > kMostValues) {
    throw UsageError("This asks for more than a search gives.");
  }
}

}  // namespace

QueryFacts query_facts(const SearchQuestion& question) {
  QueryFacts facts;
  facts.columns = question.fields.columns;
  facts.stems = question.stems;
  facts.has_stem = [&question](const std::string& term) {
    return question.all_stems ||
           std::ranges::find(question.known_stems, term) !=
               question.known_stems.end();
  };
  facts.finds_some = [&question, n = size_t{0}](const index::Query&) mutable {
    return n < question.found_urls.size() && question.found_urls[n++];
  };
  return facts;
}

std::string encoded(const SearchQuestion& question) {
  json hits = json::array();
  for (const index::Hit& hit : question.hits) {
    hits.push_back({hit.document, hit.score});
  }
  return cbor_of({{"state", question.state},
                  {"request", message_of(question.request)},
                  {"milliseconds", question.milliseconds},
                  {"fields", message_of(question.fields)},
                  {"stems", question.stems},
                  {"all_stems", question.all_stems},
                  {"known_stems", question.known_stems},
                  {"found_urls", question.found_urls},
                  {"counts", message_of(question.counts)},
                  {"all_groups", question.all_groups},
                  {"hits", std::move(hits)},
                  {"from_document", question.from_document}});
}

SearchQuestion decoded_question(std::string_view bytes) {
  return read_cbor(bytes, [](const json& message) {
    SearchQuestion question;
    message.at("state").get_to(question.state);
    question.request = request_in(message.at("request"));
    message.at("milliseconds").get_to(question.milliseconds);
    question.fields = field_names_in(message.at("fields"));
    message.at("stems").get_to(question.stems);
    message.at("all_stems").get_to(question.all_stems);
    message.at("known_stems").get_to(question.known_stems);
    message.at("found_urls").get_to(question.found_urls);
    question.counts = counts_in(message.at("counts"));
    message.at("all_groups").get_to(question.all_groups);
    for (const json& hit : message.at("hits")) {
      question.hits.push_back(
          {hit.at(0).get<uint64_t>(), hit.at(1).get<float>()});
    }
    message.at("from_document").get_to(question.from_document);
    check_request(question.request);
    constexpr uint64_t kDay = 24 * 60 * 60 * 1000;
    question.request.deadline =
        std::chrono::steady_clock::now() +
        std::chrono::milliseconds(std::min(question.milliseconds, kDay));
    return question;
  });
}

std::string encoded(const std::vector<bool>& found_urls) {
  return cbor_of(found_urls);
}

std::vector<bool> decoded_urls(std::string_view bytes) {
  return read_cbor(bytes, [](const json& message) {
    return message.get<std::vector<bool>>();
  });
}

std::string encoded(const index::TermCounts& counts) {
  return cbor_of(message_of(counts));
}

index::TermCounts decoded_counts(std::string_view bytes) {
  return read_cbor(bytes, counts_in);
}

std::string encoded(const index::ResultsPart& part) {
  return cbor_of({{"total", part.total},
                  {"searched", part.searched},
                  {"missing", message_of(part.missing)},
                  {"is_by_score", part.is_by_score},
                  {"first", message_of(part.first)},
                  {"keys", message_of(part.keys)},
                  {"boosted", message_of(part.boosted)},
                  {"collapsed", message_of(part.collapsed)},
                  {"texts", part.texts},
                  {"facets", part.facets},
                  {"periods", part.periods}});
}

index::ResultsPart decoded_part(std::string_view bytes) {
  return read_cbor(bytes, [](const json& message) {
    index::ResultsPart part;
    message.at("total").get_to(part.total);
    message.at("searched").get_to(part.searched);
    part.missing = missing_in(message.at("missing"));
    message.at("is_by_score").get_to(part.is_by_score);
    part.first = places_in(message.at("first"));
    part.keys = keys_in(message.at("keys"));
    part.boosted = places_in(message.at("boosted"));
    part.collapsed = collapsed_in(message.at("collapsed"));
    message.at("texts").get_to(part.texts);
    message.at("facets").get_to(part.facets);
    message.at("periods").get_to(part.periods);
    check_places(part.first);
    check_places(part.boosted);
    for (const auto& one : part.collapsed) check_places(one.places);
    return part;
  });
}

std::string encoded(const HitTexts& texts) {
  json message = json::array();
  for (const std::optional<HitText>& text : texts) {
    message.push_back(
        text ? json{text->document, text->snippet.text, text->snippet.marks}
             : json());
  }
  return cbor_of(message);
}

HitTexts decoded_texts(std::string_view bytes) {
  return read_cbor(bytes, [](const json& message) {
    HitTexts texts;
    for (const json& one : message) {
      std::optional<HitText>& text = texts.emplace_back();
      if (one.is_null()) continue;
      text.emplace();
      one.at(0).get_to(text->document);
      one.at(1).get_to(text->snippet.text);
      one.at(2).get_to(text->snippet.marks);
      size_t at = 0;
      for (const auto& [from, to] : text->snippet.marks) {
        if (from < at || to < from || to > text->snippet.text.size()) {
          throw FormatError("message", 0, "marks lie outside of their text");
        }
        at = to;
      }
    }
    return texts;
  });
}

std::string encoded(const DocumentsPage& page) {
  return cbor_of({{"documents", page.documents},
                  {"ended", !page.next},
                  {"next", page.next.value_or(0)},
                  {"unreadable", page.unreadable},
                  {"missing", message_of(page.missing)}});
}

DocumentsPage decoded_documents(std::string_view bytes) {
  return read_cbor(bytes, [](const json& message) {
    DocumentsPage page;
    message.at("documents").get_to(page.documents);
    if (!message.at("ended").get<bool>()) {
      page.next = message.at("next").get<uint64_t>();
    }
    message.at("unreadable").get_to(page.unreadable);
    page.missing = missing_in(message.at("missing"));
    return page;
  });
}

}  // namespace wax::answers
