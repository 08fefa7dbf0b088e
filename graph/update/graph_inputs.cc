#include "graph/update/graph_inputs.h"

#include <algorithm>
#include <optional>

#include "cdx/files/open_cdx.h"
#include "cdx/format/list_lines.h"
#include "cdx/url/url.h"
#include "cdx/url/url_key.h"
#include "collection/segment/segment.h"
#include "document/text/document.h"
#include "graph/update/line_numbers.h"
#include "graph/update/wat_reader.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "text/number.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"

namespace wax::graph {
namespace {

constexpr size_t kStatusBytes = 2;
constexpr size_t kMarkBytes = 1;
constexpr size_t kLongestKey = 64 * 1024;

// Keys are ordered as the lines that begin with them and go on with a tab.
bool is_key(std::string_view key) {
  return !key.empty() && key.size() <= kLongestKey &&
         std::ranges::none_of(
             key, [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

std::string_view next_field(std::string_view& line) {
  size_t tab = std::min(line.find('\t'), line.size());
  std::string_view field = line.substr(0, tab);
  line.remove_prefix(std::min(tab + 1, line.size()));
  return field;
}

bool asks_not_to_follow(std::string_view rel) {
  while (!rel.empty()) {
    size_t space = std::min(rel.find(' '), rel.size());
    std::string_view word = rel.substr(0, space);
    if (word == "nofollow" || word == "ugc" || word == "sponsored") return true;
    rel.remove_prefix(std::min(space + 1, rel.size()));
  }
  return false;
}

// What was read so far, for the checksum of a list.
class DigestedLines {
 public:
  explicit DigestedLines(const std::string& path)
      : lines_(cdx::open_lines(path)),
        digester_(warc::DigestAlgorithm::kSha256) {}

  bool next(std::string_view& line) {
    if (!lines_->next(line)) return false;
    digester_.update(line);
    digester_.update("\n");
    return true;
  }
  std::string digest() {
    return "sha256:" + text::to_hex(digester_.finish().bytes());
  }

 private:
  std::unique_ptr<lines::LineStream> lines_;
  warc::Digester digester_;
};

std::string digest_of_file(const std::string& path) {
  auto source = io::open_file(path);
  warc::Digester digester(warc::DigestAlgorithm::kSha256);
  for (std::string_view bytes; !(bytes = source->peek()).empty();) {
    digester.update(bytes);
    source->consume(bytes.size());
  }
  return "sha256:" + text::to_hex(digester.finish().bytes());
}

std::string digest_of_list(const std::string& path) {
  DigestedLines lines(path);
  for (std::string_view line; lines.next(line);) {
  }
  return lines.digest();
}

}  // namespace

void append_line(const SeenPage& page, std::string& line) {
  line += page.key;
  line += '\t';
  append_sortable(page.capture.date, kDateBytes, line);
  append_sortable(page.source, kIdBytes, line);
  append_sortable(page.capture.status << 1 | (page.capture.revisit ? 1 : 0),
                  kStatusBytes, line);
  append_sortable(page.capture.digest, kHashBytes, line);
}

void append_line(const SeenLink& link, std::string& line) {
  line += link.to;
  line += '\t';
  append_sortable(link.source, kIdBytes, line);
  append_sortable(link.date, kDateBytes, line);
  append_sortable(link.marks, kMarkBytes, line);
  line += link.anchor;
}

void read_line(std::string_view line, SeenPage& page) {
  page.key = next_field(line);
  page.capture.date = take_sortable(line, kDateBytes);
  page.source = take_sortable(line, kIdBytes);
  uint64_t status = take_sortable(line, kStatusBytes);
  page.capture.status = status >> 1;
  page.capture.revisit = (status & 1) != 0;
  page.capture.digest = take_sortable(line, kHashBytes);
}

void read_line(std::string_view line, SeenLink& link) {
  link.to = next_field(line);
  link.source = take_sortable(line, kIdBytes);
  link.date = take_sortable(line, kDateBytes);
  link.marks = take_sortable(line, kMarkBytes);
  link.anchor = line;
}

// One input.
struct GraphInputs::Reader {
  virtual ~Reader() = default;
  [[nodiscard]] virtual bool next(SeenLink& link) = 0;
};

// The links of documents.
struct GraphInputs::DocumentLinks : Reader {
  explicit DocumentLinks(GraphInputs& all) : inputs(&all) {}

  // The next one that was captured, with its links.
  [[nodiscard]] virtual bool next_document() = 0;

  bool next(SeenLink& link) override {
    while (is_wanted) {
      if (alias_is_next) {
        alias_is_next = false;
        if (set_target(document.canonical, link)) {
          link.marks = Link::kAlias;
          link.anchor.clear();
          return true;
        }
      }
      while (next_link < document.links.size()) {
        const document::Link& seen = document.links[next_link++];
        if (!set_target(seen.url, link)) continue;
        ++inputs->counts_.links;
        link.marks = document.nofollow || asks_not_to_follow(seen.rel)
                         ? Link::kNoFollow
                         : Link::kFollow;
        link.anchor = seen.text;
        std::erase(link.anchor, '\n');
        return true;
      }
      is_wanted = next_document();
      if (is_wanted) begin_document();
    }
    return false;
  }

  // False for a record that is no page, and for a key that is too long.
  bool is_counted() {
    if (!inputs->sources_.other_records &&
        cdx::is_of_other_record(document.url)) {
      ++inputs->counts_.other_records;
      return false;
    }
    if (is_key(document.urlkey)) return true;
    ++inputs->counts_.no_keys;
    return false;
  }

  // False for a link of a page to itself, or to no key.
  bool set_target(const std::string& url, SeenLink& link) {
    link.to.clear();
    if (url.empty()) return false;
    if (!cdx::append_url_key(kind, url, link.to) || !is_key(link.to)) {
      ++inputs->counts_.no_keys;
      return false;
    }
    if (link.to == page.key) {
      ++inputs->counts_.self_links;
      return false;
    }
    link.source = page.source;
    link.date = page.capture.date;
    return true;
  }

  void begin_document() {
    page.key = document.urlkey;
    page.capture = {date_number(document.date), digest_number(document.digest),
                    document.revisit, static_cast<uint64_t>(document.status)};
    page.source = inputs->next_source_++;
    inputs->add_page(page);
    alias_is_next = true;
    next_link = 0;
  }

  GraphInputs* inputs;
  cdx::UrlKeyKind kind = cdx::UrlKeyKind::kSurt;
  bool is_wanted = false;
  document::Document document;
  bool alias_is_next = false;
  size_t next_link = 0;
  SeenPage page;
};

struct GraphInputs::SegmentLinks final : DocumentLinks {
  SegmentLinks(GraphInputs& all, const std::string& path)
      : DocumentLinks(all), segment(path) {
    kind = segment.kind();
    is_wanted = inputs->is_new(path, "sha256:" + segment.fingerprint());
    if (is_wanted) inputs->check_kind(cdx::name(kind), path);
  }

  bool next_document() override {
    do {
      if (!segment.next(document) || !segment.next_links(document)) {
        if (segment.dates() > 0) inputs->read_dates(segment.dates_path());
        return false;
      }
    } while (document.date_only || !is_counted());
    return true;
  }

  collection::SegmentReader segment;
};

struct GraphInputs::WatLinks final : DocumentLinks {
  WatLinks(GraphInputs& all, const std::string& path) : DocumentLinks(all) {
    is_wanted = path == "-" || inputs->is_new(path, digest_of_file(path));
    if (!is_wanted) return;
    std::string_view name = inputs->sources_.url_key;
    if (name.empty()) name = inputs->state_.url_key;
    kind = cdx::url_key_kind(name).value_or(cdx::UrlKeyKind::kSurt);
    inputs->check_kind(cdx::name(kind), path);
    reader.emplace(path, kind, inputs->problems_);
  }

  bool next_document() override {
    do {
      if (!reader->next(document)) return false;
    } while (!is_counted());
    return true;
  }

  std::optional<WatReader> reader;
};

struct GraphInputs::ListedLinks final : Reader {
  ListedLinks(GraphInputs& all, const std::string& path, uint64_t what)
      : inputs(&all), name(path), lines(path), marks(what) {
    // Standard input is read once, so it is always new.
    if (path == "-") return;
    is_wanted = inputs->is_new(path, digest_of_list(path));
    if (is_wanted && !inputs->sources_.url_key.empty()) {
      inputs->check_kind(inputs->sources_.url_key, path);
    }
  }

  bool next(SeenLink& link) override {
    for (std::string_view line; is_wanted && lines.next(line);) {
      ++number;
      if (line.empty() || line.starts_with('#')) continue;
      if (!read(line, link)) {
        inputs->report_bad_line(
            name, number,
            is_no_key ? "has a FROM or TO of more than 65536 bytes, or with "
                        "bytes that are no text"
                      : "has no FROM, TAB and TO, or no date as its fourth "
                        "field");
        continue;
      }
      if (link.to == page.key) {
        ++inputs->counts_.self_links;
        continue;
      }
      ++inputs->counts_.links;
      return true;
    }
    return false;
  }

  bool take_key(std::string_view& line, std::string& key) {
    std::string_view field = next_field(line);
    key.clear();
    if (auto kind = cdx::url_key_kind(inputs->sources_.url_key)) {
      if (!field.empty()) cdx::append_url_key(*kind, field, key);
    } else {
      key = field;
    }
    is_no_key = !key.empty() && !is_key(key);
    return is_key(key);
  }

  bool read(std::string_view line, SeenLink& link) {
    if (!take_key(line, from) || !take_key(line, link.to)) return false;
    is_no_key = false;
    std::string_view anchor = next_field(line);
    std::string_view date = next_field(line);
    if (!date.empty() && !warc::is_short_date(date)) return false;
    link.date = date_number(date);
    link.anchor = anchor.substr(0, document::kLongestAnchor);
    link.marks = marks;
    if (marks != Link::kAlias) link.marks |= SeenLink::kToPage;
    if (page.key != from || page.capture.date != link.date || !any) {
      any = true;
      if (page.key != from) page.source = inputs->next_source_++;
      page.key = from;
      page.capture.date = link.date;
      inputs->add_page(page);
    }
    link.source = page.source;
    return true;
  }

  GraphInputs* inputs;
  std::string name;
  DigestedLines lines;
  uint64_t marks;
  bool is_wanted = true;
  bool any = false;
  bool is_no_key = false;  // why a line could not be read
  uint64_t number = 0;
  std::string from;
  SeenPage page;
};

GraphInputs::GraphInputs(const Sources& sources, GraphState& state,
                         lines::KeptLines& pages, ProblemSink& problems)
    : sources_(sources), state_(state), pages_(pages), problems_(problems) {}

GraphInputs::~GraphInputs() = default;

bool GraphInputs::next(std::string& line) {
  SeenLink link;
  while (!reader_ || !reader_->next(link)) {
    if (!open_next()) return false;
  }
  append_line(link, line);
  return true;
}

bool GraphInputs::open_next() {
  reader_.reset();
  size_t i = next_input_++;
  if (i < sources_.segments.size()) {
    reader_ = std::make_unique<SegmentLinks>(*this, sources_.segments[i]);
    return true;
  }
  i -= sources_.segments.size();
  if (i < sources_.wats.size()) {
    reader_ = std::make_unique<WatLinks>(*this, sources_.wats[i]);
    return true;
  }
  i -= sources_.wats.size();
  if (i < sources_.edges.size()) {
    reader_ = std::make_unique<ListedLinks>(*this, sources_.edges[i],
                                            uint64_t{Link::kFollow});
    return true;
  }
  i -= sources_.edges.size();
  if (i < sources_.redirects.size()) {
    reader_ = std::make_unique<ListedLinks>(*this, sources_.redirects[i],
                                            uint64_t{Link::kAlias});
    return true;
  }
  i -= sources_.redirects.size();
  if (i >= sources_.dates.size()) return false;
  const std::string& path = sources_.dates[i];
  if (path == "-" || is_new(path, digest_of_list(path))) read_dates(path);
  return open_next();
}

bool GraphInputs::is_new(const std::string& path, const std::string& digest) {
  if (std::ranges::count(state_.inputs, digest, &GraphInput::digest) > 0) {
    passed_over_.push_back(path);
    return false;
  }
  state_.inputs.push_back({path, digest});
  return true;
}

void GraphInputs::check_kind(std::string_view kind, const std::string& path) {
  if (state_.url_key.empty()) state_.url_key = kind;
  if (state_.url_key != kind) {
    throw UsageError(path + ": has " + std::string(kind) +
                     " keys, but the graph has " + state_.url_key + " keys");
  }
}

void GraphInputs::read_dates(const std::string& path) {
  auto lines = cdx::open_lines(path);
  SeenPage page;
  page.source = kNoSource;
  page.capture.revisit = true;
  uint64_t number = 0;
  cdx::DatedVersion version;
  for (std::string_view line; lines->next(line);) {
    ++number;
    if (line.empty() || line.starts_with('#')) continue;
    if (!cdx::parse_dated_version(line, version) || !is_key(version.urlkey)) {
      report_bad_line(path, number, "is no \"urlkey digest date\"");
      continue;
    }
    if (!sources_.other_records && cdx::is_of_other_record(version.urlkey)) {
      ++counts_.other_records;
      continue;
    }
    page.key = version.urlkey;
    page.capture.date = date_number(version.date);
    page.capture.digest = digest_number(warc::normal_digest(version.digest));
    add_page(page);
  }
}

void GraphInputs::report_bad_line(const std::string& path, uint64_t number,
                                  const char* text) {
  ++counts_.bad_lines;
  problems_.report({Severity::kLost, "list-bad-line", path, std::nullopt,
                    "line " + std::to_string(number) + ' ' + text});
}

void GraphInputs::add_page(const SeenPage& page) {
  ++counts_.captures;
  line_.clear();
  append_line(page, line_);
  pages_.add(line_);
}

}  // namespace wax::graph
