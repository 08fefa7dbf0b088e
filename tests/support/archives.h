// Small archives made by hand, for tests.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/byte_source.h"
#include "io/compress/member_stream.h"
#include "io/problem.h"

namespace wax::tests {

// Deflated by zlib; `window` says with which wrapping: -15 none, 15 zlib's, 31
// gzip's.
[[nodiscard]] std::string deflated(std::string_view bytes, int window = -15,
                                   int level = 6, int strategy = 0);

// One gzip member.
[[nodiscard]] std::string gzip_member(std::string_view bytes, int level = 6);

// A file of such members, which are looked for as those of archives are.
[[nodiscard]] std::unique_ptr<io::MemberStream> gzip_members(
    const std::vector<std::string>& members, ProblemSink& problems);

// One zstd frame, one lz4 frame. With sums and sizes, or with neither.
enum class Frame { kFull, kBare };
[[nodiscard]] std::string zstd_frame(std::string_view bytes,
                                     Frame frame = Frame::kFull,
                                     std::string_view dictionary = {});
[[nodiscard]] std::string lz4_frame(std::string_view bytes,
                                    Frame frame = Frame::kFull);
// A frame without content, as both have it; `kind` is 0 to 15.
[[nodiscard]] std::string skippable_frame(std::string_view bytes, int kind = 0);

struct WarcFields {
  std::string type = "response";
  std::string uri = "http://example.org/";
  std::string date = "2014-01-03T03:03:21Z";
  std::string content_type = "application/http; msgtype=response";
  std::string version = "1.0";
  // Further header lines, each with its CRLF.
  std::string more = {};
};

// A whole WARC record with the true Content-Length and its closing CRLFCRLF.
[[nodiscard]] std::string warc_record(std::string_view block,
                                      const WarcFields& fields = {});

// An HTTP response message as a block.
[[nodiscard]] std::string http_response(
    std::string_view body, std::string_view content_type = "text/html",
    std::string_view status = "200 OK");

// "filedesc://..." with its version block (1 or 2) and closing newline.
[[nodiscard]] std::string arc_filedesc(std::string_view name, int version = 1);

// Header line, block and newline, version 1.
[[nodiscard]] std::string arc_record(
    std::string_view block, std::string_view url = "http://example.org/",
    std::string_view date = "20140103030321",
    std::string_view mime = "text/html",
    std::string_view ip_address = "93.184.216.119");

// Bytes in memory as an archive file. A pipe cannot seek and has no size.
enum class Medium { kFile, kPipe };
[[nodiscard]] std::unique_ptr<io::FileSource> memory_file(
    std::string bytes, Medium medium = Medium::kFile);

// Keeps the problems it is told.
class Problems final : public ProblemSink {
 public:
  void report(Problem problem) override { all.push_back(std::move(problem)); }
  [[nodiscard]] std::vector<std::string> ids() const;
  std::vector<Problem> all;
};

}  // namespace wax::tests
