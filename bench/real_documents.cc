#include <algorithm>
#include <cstdio>
#include <fstream>
#include <random>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

#include "bench/search_documents.h"
#include "cdx/url/host.h"
#include "cdx/url/url_key.h"
#include "collection/segment/segment.h"
#include "text/json.h"

namespace {

namespace cdx = wax::cdx;
using wax::collection::SegmentReader;
using wax::collection::SegmentWriter;
using wax::document::Document;
using Random = std::mt19937_64;

// The blocks of a text in another order, those of the main content first.
void shuffle_blocks(Document& document, Random& random) {
  std::vector<std::string> main;
  std::vector<std::string> other;
  size_t range = 0;
  size_t at = 0;
  const std::string& text = document.content;
  while (at < text.size()) {
    const size_t end = std::min(text.find('\n', at), text.size());
    while (range < document.main.size() && document.main[range].end <= at) {
      ++range;
    }
    const bool is_main =
        range < document.main.size() && document.main[range].begin <= at;
    (is_main ? main : other).push_back(text.substr(at, end - at));
    at = end + 1;
  }
  std::shuffle(main.begin(), main.end(), random);
  std::shuffle(other.begin(), other.end(), random);
  std::string shuffled;
  for (const std::string& block : main) shuffled += block + '\n';
  const size_t end_of_main = shuffled.empty() ? 0 : shuffled.size() - 1;
  for (const std::string& block : other) shuffled += block + '\n';
  if (!shuffled.empty()) shuffled.pop_back();
  if (!document.main.empty()) {
    document.main.clear();
    if (end_of_main > 0) document.main.push_back({0, end_of_main});
  }
  document.content = std::move(shuffled);
}

std::set<std::string> dates_of(const std::string& url) {
  Random random(std::hash<std::string>()(url));
  std::set<std::string> dates;
  for (uint64_t left = 1 + random() % 20; left > 0; --left) {
    char date[32];
    std::snprintf(date, sizeof date, "%04d%02d%02d000000",
                  static_cast<int>(2000 + random() % 12),
                  static_cast<int>(1 + random() % 12),
                  static_cast<int>(1 + random() % 28));
    dates.insert(date);
  }
  return dates;
}

void append_line(const Document& document, const std::set<std::string>& dates,
                 std::string& line) {
  std::string text = document.content;
  std::replace(text.begin(), text.end(), '\n', ' ');
  line += "{\"url\":";
  wax::text::append_json_string(document.url, line);
  line += ",\"host\":";
  wax::text::append_json_string(cdx::host_of(document.url), line);
  line += ",\"dates\":[";
  for (const std::string& date : dates) {
    line += (date == *dates.begin() ? "\"" : ",\"") + date + '"';
  }
  line += "],\"title\":";
  wax::text::append_json_string(document.title, line);
  line += ",\"text\":";
  wax::text::append_json_string(text, line);
  line += "}\n";
}

}  // namespace

void make_of_segment(const std::string& segment, uint64_t times,
                     const std::string& folder) {
  Random random(7);
  SegmentWriter writer(folder + "/segment", SegmentReader(segment).kind(), true,
                       SegmentReader(segment).identity());
  std::ofstream lines(folder + "/documents.jsonl");
  Document document;
  std::string line;
  for (uint64_t round = 0; round < times; ++round) {
    SegmentReader reader(segment);
    std::unordered_set<std::string> seen;
    while (reader.next(document)) {
      if (document.content.empty() || document.date_only) continue;
      if (!seen.insert(document.url).second) continue;
      if (round > 0) {
        document.url +=
            (document.url.find('?') == std::string::npos ? "?" : "&") +
            std::string("copy=") + std::to_string(round);
        document.urlkey = cdx::url_key(reader.kind(), document.url);
        document.digest.back() = static_cast<char>('A' + round);
        shuffle_blocks(document, random);
      }
      const std::set<std::string> dates = dates_of(document.url);
      document.date = *dates.begin();
      document.links.clear();
      document.images.clear();
      writer.add(document);
      Document revisit;
      revisit.url = document.url;
      revisit.urlkey = document.urlkey;
      revisit.digest = document.digest;
      revisit.revisit = revisit.date_only = true;
      for (const std::string& date : dates) {
        if (date == document.date) continue;
        revisit.date = date;
        writer.add(revisit);
        writer.add_date(document.urlkey, document.digest, date);
      }
      line.clear();
      append_line(document, dates, line);
      lines << line;
    }
  }
  writer.finish("{}\n");
}

void make_of_pieces(const std::string& segment, uint64_t first, uint64_t count,
                    const std::string& folder) {
  Random random(first + 1);
  SegmentReader source(segment);
  SegmentWriter writer(folder + "/segment", source.kind(), true,
                       source.identity());
  constexpr size_t kPiece = 500;   // bytes of a text, and the rest of a word
  constexpr uint64_t kShift = 37;  // bytes by which pieces of a round are moved
  std::vector<std::string> versions;
  versions.reserve(count);
  uint64_t number = 0;  // of the piece, over all rounds
  Document page;
  for (uint64_t round = 0; number < first + count; ++round) {
    const uint64_t before = number;
    SegmentReader reader(segment);
    while (number < first + count && reader.next(page)) {
      if (page.date_only) continue;
      const std::string& text = page.content;
      auto end_of_word = [&](size_t at) {
        return std::min(text.find_first_of(" \n", at), text.size());
      };
      size_t begin = round == 0 ? 0 : end_of_word(kShift * round);
      for (; begin < text.size() && number < first + count; ++number) {
        const size_t end = end_of_word(begin + kPiece);
        if (number >= first) {
          Document piece;
          piece.url = page.url + "?piece=" + std::to_string(number);
          piece.urlkey = cdx::url_key(reader.kind(), piece.url);
          piece.digest = "sha1:";
          for (int i = 0; i < 32; ++i) {
            piece.digest += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[random() % 32];
          }
          piece.title = page.title;
          piece.type = page.type;
          piece.charset = page.charset;
          piece.status = page.status;
          piece.filename = page.filename;
          piece.offset = page.offset;
          piece.length = page.length;
          piece.date = *dates_of(piece.url).begin();
          piece.content = text.substr(begin, end - begin);
          writer.add(piece);
          versions.push_back(piece.urlkey + ' ' + piece.digest + ' ');
        }
        begin = end + 1;
      }
    }
    if (number == before) break;  // no page is so long
  }
  writer.finish("{}\n");
  std::sort(versions.begin(), versions.end());
  std::ofstream lines(folder + "/lines");
  constexpr int kLines = 10;  // of a version
  for (const std::string& version : versions) {
    for (int i = 0; i < kLines; ++i) {
      char date[32];
      std::snprintf(date, sizeof date, "%04d%02d%02d000000\n", 2000 + i,
                    static_cast<int>(1 + random() % 12),
                    static_cast<int>(1 + random() % 28));
      lines << version << date;
    }
  }
}
