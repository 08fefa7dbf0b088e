// WAT files: WARC files whose metadata records say, in JSON, what the records
// of an archive are, and what their pages link to. The names and the order of
// members are those of Common Crawl and the Internet Archive (ia-web-commons).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "document/html/html_tree.h"
#include "io/problem.h"
#include "warc/http/block_head.h"
#include "warc/reader/reader.h"
#include "warc/record/digest.h"
#include "warc/writer/writer.h"

namespace wax::document {

// Writes a metadata record for each record of archives, in their order. Each
// has the target and the date of the record that it is of, and an id that
// follows from the JSON, so that the same archives always give the same bytes.
// For one thread.
//
// Memory: the part of a body that is read, its tree, and the JSON.
class WatWriter {
 public:
  // Reads at most `max_body` bytes of each page; digests and lengths are of all
  // bytes. `writer` outlives it, and is finished by the caller. `software` is
  // for the warcinfo record, which comes before the first one.
  WatWriter(warc::Writer& writer, std::string software, uint64_t max_body)
      : writer_(&writer), software_(std::move(software)), max_body_(max_body) {}

  // `name` is what is said of the archive's file. Throws IoError.
  void add_archive(warc::ArchiveReader& reader, std::string_view name,
                   ProblemSink& problems);

  [[nodiscard]] uint64_t records() const { return records_; }

 private:
  void read_block(const warc::Record& record);
  void append_envelope(const warc::Record& record, std::string_view name,
                       ProblemSink& problems);
  void append_http(const warc::Record& record, const Problem& where,
                   ProblemSink& problems);
  void append_page(const Problem& where, ProblemSink& problems);
  void write(const warc::Record& record, std::string_view name);

  warc::Writer* writer_;
  std::string software_;
  uint64_t max_body_;
  uint64_t records_ = 0;

  // The record that is read.
  std::string kept_;  // the first part of its block
  uint64_t size_ = 0;
  bool is_http_ = false;
  warc::BlockHead head_;
  warc::Digester block_digester_;
  warc::Digester entity_digester_;
  std::string json_;
  std::string body_;
  std::string utf8_;
  HtmlTree tree_;
};

}  // namespace wax::document
