#include "index/search/result_lines.h"

#include <algorithm>
#include <cstdio>

#include "cdx/format/capture_line.h"
#include "index/schema/main_ranges.h"
#include "index/store/date_places.h"
#include "index/store/document_json.h"
#include "text/json.h"
#include "text/number.h"

namespace wax::index {
namespace {

std::string score_text(float score) {
  char number[32];
  std::snprintf(number, sizeof number, "%.6g", static_cast<double>(score));
  return number;
}

}  // namespace

HitReader::HitReader(const IndexReader& reader, const Query& query)
    : reader_(&reader),
      words_(words_to_mark(query)),
      stored_(reader.stored_fields()),
      shown_(stored_) {
  std::erase(shown_, "content");
  std::erase(shown_, "main_ranges");
}

ShownHit HitReader::read(const Hit& hit, uint64_t rank,
                         uint64_t group_total) const {
  ShownHit shown{hit, rank, group_total, {}, {}};
  reader_->document(hit.document, stored_, shown.document);
  const std::string& content = value_of(shown.document, "content");
  const std::string& ranges = value_of(shown.document, "main_ranges");
  if (!ranges.empty()) {
    shown.snippet = make_snippet(text_in_ranges(content, ranges), words_);
    if (!shown.snippet.marks.empty()) return shown;
  }
  Snippet of_all = make_snippet(content, words_);
  if (ranges.empty() || shown.snippet.text.empty() || !of_all.marks.empty()) {
    shown.snippet = std::move(of_all);
  }
  return shown;
}

void append_hit_json(const ShownHit& hit,
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

void append_hit_tsv(const ShownHit& hit, const std::vector<std::string>& fields,
                    std::string& out) {
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

void append_hit_cdx(const ShownHit& hit, std::string& out) {
  cdx::Capture capture;
  capture.urlkey = value_of(hit.document, "urlkey");
  capture.url = value_of(hit.document, "url");
  capture.status = value_of(hit.document, "status");
  capture.digest = value_of(hit.document, "digest");
  capture.has_length = false;
  auto set_place = [&](std::string_view offset, std::string_view filename) {
    auto number = text::whole_number(offset);
    capture.has_location = number.has_value();
    capture.offset = number.value_or(0);
    capture.filename = filename;
  };
  std::vector<DatePlace> places =
      date_places(value_of(hit.document, kPlacesField));
  set_place(value_of(hit.document, "offset"),
            value_of(hit.document, "filename"));
  for (const auto& [name, date] : hit.document) {
    if (name != "date") continue;
    auto place = std::find_if(places.begin(), places.end(),
                              [&, &wanted = date](const DatePlace& one) {
                                return one.date == wanted;
                              });
    if (place != places.end()) set_place(place->offset, place->filename);
    bool revisit = place != places.end() && place->kind == "revisit";
    capture.date = date;
    capture.mime = revisit ? "warc/revisit" : value_of(hit.document, "type");
    cdx::append_line(capture, cdx::Legend{std::string(cdx::kCdx11)}, out);
    set_place("", "");
  }
}

void append_facet_json(const Facet& facet, std::string& out) {
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

}  // namespace wax::index
