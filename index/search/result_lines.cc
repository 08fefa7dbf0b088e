#include "index/search/result_lines.h"

#include <algorithm>
#include <cstdio>

#include "index/document/main_ranges.h"
#include "index/store/date_places.h"
#include "index/store/document_json.h"
#include "text/json.h"

namespace wax::index {
namespace {

std::string score_text(float score) {
  char number[32];
  std::snprintf(number, sizeof number, "%.6g", static_cast<double>(score));
  return number;
}

// A field of a line of CDX: a word, or "-".
std::string cdx_word(std::string_view value) {
  if (value.empty()) return "-";
  std::string word;
  for (char c : value) {
    auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte != 0x7F) {
      word += c;
    } else {
      char escape[8];
      std::snprintf(escape, sizeof escape, "%%%02X", byte);
      word += escape;
    }
  }
  return word;
}

void append_markup(std::string_view text, std::string& out) {
  for (char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '&') {
      out += "&amp;";
    } else if (static_cast<unsigned char>(c) >= 0x20) {
      out += c;
    }
  }
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
  auto word = [&](const char* field) {
    return cdx_word(value_of(hit.document, field));
  };
  std::string digest = word("digest");
  if (digest.starts_with("sha1:")) digest.erase(0, 5);
  std::vector<DatePlace> places =
      date_places(value_of(hit.document, kPlacesField));
  bool first = true;
  for (const auto& [name, date] : hit.document) {
    if (name != "date") continue;
    auto place =
        std::find_if(places.begin(), places.end(),
                     [&](const DatePlace& one) { return one.date == date; });
    std::string where = "- -";
    if (place != places.end()) {
      where = cdx_word(place->offset) + ' ' + cdx_word(place->filename);
    } else if (first) {
      where = word("offset") + ' ' + word("filename");
    }
    bool revisit = place != places.end() && place->kind == "revisit";
    out += word("urlkey") + ' ' + date + ' ' + word("url") + ' ' +
           (revisit ? "warc/revisit" : word("type")) + ' ' + word("status") +
           ' ' + digest + " - - - " + where + '\n';
    first = false;
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

std::string trend_plot(const std::vector<FacetValue>& trend,
                       std::string_view title) {
  constexpr size_t kWidth = 960;
  constexpr size_t kHeight = 320;
  constexpr size_t kLeft = 64;
  constexpr size_t kTop = 48;
  constexpr size_t kBottom = 40;
  constexpr size_t kMostLabels = 16;
  size_t bars = std::max<size_t>(trend.size(), 1);
  uint64_t most = 1;
  for (const FacetValue& value : trend) most = std::max(most, value.count);
  double step =
      static_cast<double>(kWidth - 2 * kLeft) / static_cast<double>(bars);
  size_t plot = kHeight - kTop - kBottom;
  std::string out =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 320\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"960\" height=\"320\" fill=\"#fff\"/>\n"
      "<text x=\"64\" y=\"28\" font-size=\"16\">";
  append_markup(title, out);
  out += "</text>\n";
  char line[256];
  for (uint64_t part : {most, most / 2}) {
    if (part == 0) continue;
    double y = static_cast<double>(kTop) +
               static_cast<double>(plot) *
                   (1 - static_cast<double>(part) / static_cast<double>(most));
    std::snprintf(line, sizeof line,
                  "<line x1=\"%zu\" x2=\"%zu\" y1=\"%.1f\" y2=\"%.1f\" "
                  "stroke=\"#ddd\"/><text x=\"%zu\" y=\"%.1f\" "
                  "text-anchor=\"end\">%llu</text>\n",
                  kLeft, kWidth - kLeft, y, y, kLeft - 6, y + 4,
                  static_cast<unsigned long long>(part));
    out += line;
  }
  size_t every = (bars + kMostLabels - 1) / kMostLabels;
  for (size_t i = 0; i < trend.size(); ++i) {
    double height = static_cast<double>(plot) *
                    static_cast<double>(trend[i].count) /
                    static_cast<double>(most);
    double x = static_cast<double>(kLeft) + step * static_cast<double>(i);
    std::snprintf(line, sizeof line,
                  "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                  "fill=\"#2a6f97\"><title>%s: %llu</title></rect>\n",
                  x, static_cast<double>(kTop + plot) - height,
                  std::max(step * 0.8, 0.5), height, trend[i].value.c_str(),
                  static_cast<unsigned long long>(trend[i].count));
    out += line;
    if (i % every != 0) continue;
    std::snprintf(line, sizeof line,
                  "<text x=\"%.1f\" y=\"%zu\" text-anchor=\"middle\">%s"
                  "</text>\n",
                  x + step * 0.4, kHeight - kBottom + 18,
                  trend[i].value.c_str());
    out += line;
  }
  return out + "</svg>\n";
}

}  // namespace wax::index
