#include "collection/segment/segment_meta.h"

#include "cdx/url/host.h"
#include "collection/segment/meta_text.h"
#include "collection/segment/segment.h"
#include "collection/segment/segment_format.h"

namespace wax::collection {
namespace {

void take_dates(const std::string& first, const std::string& last,
                SegmentFacts& facts) {
  if (first.empty()) return;
  if (facts.first.empty() || first < facts.first) facts.first = first;
  if (last > facts.last) facts.last = last;
}

std::string file_of(const std::string& segment, std::string_view name) {
  return segment + '/' + std::string(name);
}

}  // namespace

void SegmentFacts::add(const document::Document& document) {
  if (document.date_only) return;
  ++records;
  links += document.links.size();
  if (document.links.empty()) ++dangling;
  ++by_status[static_cast<uint64_t>(document.status)];
  hosts.emplace(cdx::host_of_key(document.urlkey));
  take_dates(document.date, document.date, *this);
}

void SegmentFacts::add(const SegmentFacts& other) {
  records += other.records;
  links += other.links;
  dangling += other.dangling;
  for (const auto& [status, count] : other.by_status) {
    by_status[status] += count;
  }
  hosts.insert(other.hosts.begin(), other.hosts.end());
  take_dates(other.first, other.last, *this);
}

SegmentFacts scan_segment(const std::string& path) {
  SegmentReader segment(path);
  SegmentFacts facts;
  for (document::Document document;
       segment.next(document) && segment.next_links(document);) {
    facts.add(document);
  }
  return facts;
}

std::string segment_meta_text(const SegmentManifest& manifest,
                              const SegmentFacts& facts) {
  auto date = [](const std::string& text) { return text.empty() ? "-" : text; };
  MetaText meta;
  meta.text("format", segment_format::kKind);
  meta.text("canonicaliser", cdx::name(manifest.kind));
  meta.number("records", facts.records);
  append_captures({facts.records + manifest.dates, facts.by_status,
                   facts.hosts.size(), date(facts.first), date(facts.last)},
                  meta);
  meta.number("links", facts.links);
  meta.number("dangling", facts.dangling);
  std::vector<MetaPart> parts;
  for (const SegmentFile& file : manifest.files) {
    parts.push_back({file.name, file.size, file.digest});
  }
  meta.raw("parts", parts_text(parts));
  return meta.finish();
}

std::string scan_segment_meta(const std::string& path) {
  return segment_meta_text(
      read_segment_manifest(file_of(path, segment_format::kManifest)),
      scan_segment(path));
}

std::string read_segment_meta(const std::string& path) {
  return read_or_scan(file_of(path, segment_format::kMeta),
                      [&] { return scan_segment_meta(path); });
}

}  // namespace wax::collection
