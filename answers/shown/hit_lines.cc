#include "answers/shown/hit_lines.h"

#include <algorithm>
#include <cstdio>

#include "cdx/format/capture.h"
#include "index/store/date_places.h"
#include "text/ascii.h"
#include "text/json.h"
#include "text/number.h"

namespace wax::answers {
namespace {

bool is_number(std::string_view field, std::string_view value) {
  return (field == "length" || field == "offset" || field == "status") &&
         !value.empty() && value.size() <= 15 &&
         (value[0] != '0' || value.size() == 1) && text::all_digits(value);
}

std::string score_text(float score) {
  char number[32];
  std::snprintf(number, sizeof number, "%.6g", static_cast<double>(score));
  return number;
}

}  // namespace

void append_json_fields(const index::StoredDocument& document,
                        const std::vector<std::string>& fields,
                        std::string& out) {
  bool first = true;
  std::vector<std::string_view> values;
  for (const std::string& field : fields) {
    values.clear();
    for (const auto& [name, value] : document) {
      if (name == field) values.push_back(value);
    }
    if (values.empty()) continue;
    if (!first) out += ',';
    first = false;
    text::append_json_string(field, out);
    out += ':';
    if (field == index::kPlacesField) {
      index::append_places_json(values.front(), out);
      continue;
    }
    bool list = values.size() > 1 || field == "date";
    if (list) out += '[';
    for (size_t i = 0; i < values.size(); ++i) {
      if (i > 0) out += ',';
      if (is_number(field, values[i])) {
        out += values[i];
      } else {
        text::append_json_string(values[i], out);
      }
    }
    if (list) out += ']';
  }
}

void append_hit_json(const index::ShownHit& hit,
                     const std::vector<std::string>& fields, std::string& out) {
  out += "\"rank\":" + std::to_string(hit.rank) +
         ",\"score\":" + score_text(hit.hit.score) + ',';
  if (hit.group_total > 1) {
    out += "\"group\":" + std::to_string(hit.group_total) + ',';
  }
  std::string values;
  append_json_fields(hit.document, fields, values);
  if (!values.empty()) out += values + ',';
  out += "\"snippet\":";
  text::append_json_string(hit.snippet.text, out);
  out += ",\"marks\":[";
  for (size_t i = 0; i < hit.snippet.marks.size(); ++i) {
    if (i > 0) out += ',';
    out += '[' + std::to_string(hit.snippet.marks[i].first) + ',' +
           std::to_string(hit.snippet.marks[i].second) + ']';
  }
  out += ']';
}

void append_hit_tsv(const index::ShownHit& hit,
                    const std::vector<std::string>& fields, std::string& out) {
  size_t begin = out.size();
  for (const std::string& field : fields) {
    if (&field != fields.data()) out += '\x01';
    if (field == "rank") {
      out += std::to_string(hit.rank);
    } else if (field == "score") {
      out += score_text(hit.hit.score);
    } else if (field == "group") {
      out += std::to_string(hit.group_total);
    } else if (field == "snippet") {
      out += hit.snippet.text;
    } else {
      bool first = true;
      for (const auto& [name, value] : hit.document) {
        if (name != field) continue;
        if (!first) out += ',';
        size_t at = out.size();
        out += value;
        std::replace(out.begin() + static_cast<ptrdiff_t>(at), out.end(),
                     '\x01', ' ');
        first = false;
      }
    }
  }
  for (size_t i = begin; i < out.size(); ++i) {
    if (out[i] == '\x01') {
      out[i] = '\t';
    } else if (static_cast<unsigned char>(out[i]) < 0x20) {
      out[i] = ' ';
    }
  }
  out += '\n';
}

void append_hit_cdx(const index::ShownHit& hit, std::string& out) {
  cdx::Capture capture;
  capture.urlkey = index::value_of(hit.document, "urlkey");
  capture.url = index::value_of(hit.document, "url");
  capture.status = index::value_of(hit.document, "status");
  capture.digest = index::value_of(hit.document, "digest");
  capture.has_length = false;
  auto set_place = [&](std::string_view offset, std::string_view filename) {
    auto number = text::whole_number(offset);
    capture.has_location = number.has_value();
    capture.offset = number.value_or(0);
    capture.filename = filename;
  };
  std::vector<index::DatePlace> places =
      index::date_places(index::value_of(hit.document, index::kPlacesField));
  set_place(index::value_of(hit.document, "offset"),
            index::value_of(hit.document, "filename"));
  for (const auto& [name, date] : hit.document) {
    if (name != "date") continue;
    auto place = std::find_if(places.begin(), places.end(),
                              [&, &wanted = date](const index::DatePlace& one) {
                                return one.date == wanted;
                              });
    if (place != places.end()) set_place(place->offset, place->filename);
    bool revisit = place != places.end() && place->kind == "revisit";
    capture.date = date;
    capture.mime =
        revisit ? "warc/revisit" : index::value_of(hit.document, "type");
    cdx::append_line(capture, cdx::Legend{std::string(cdx::kCdx11)}, out);
    set_place("", "");
  }
}

void append_facet_json(const index::Facet& facet, std::string& out) {
  out += "{\"facet\":";
  text::append_json_string(facet.field, out);
  out += ",\"different\":" + std::to_string(facet.different) + ",\"values\":[";
  for (size_t i = 0; i < facet.values.size(); ++i) {
    if (i > 0) out += ',';
    out += "{\"value\":";
    text::append_json_string(facet.values[i].value, out);
    out += ",\"count\":" + std::to_string(facet.values[i].count) + '}';
  }
  out += "]}";
}

}  // namespace wax::answers
