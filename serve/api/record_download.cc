#include "serve/api/record_download.h"

#include <memory>
#include <utility>

#include "io/error.h"
#include "io/spool.h"
#include "serve/answers/line_body.h"
#include "serve/answers/record_package.h"
#include "serve/answers/search_answer.h"
#include "serve/answers/taken_captures.h"
#include "serve/api/incomplete_fields.h"
#include "serve/requests/parameter_table.h"
#include "warc/record/date.h"

namespace wax::serve {
namespace {

class PackageStream final : public BodyStream {
 public:
  PackageStream(const Scope& scope, std::unique_ptr<TakenCaptures> captures,
                PackageOptions options, std::shared_ptr<PieceTime> time)
      : time_(std::move(time)),
        package_(scope, std::move(captures), std::move(options), output_) {}

  bool next(std::string& piece) override {
    time_->start_piece();
    if (left_ == 0) make_more();
    while (left_ > 0 && piece.size() < kPiece) {
      const std::string_view bytes = spool_.peek(1).substr(0, kPiece);
      piece += bytes;
      left_ -= bytes.size();
      spool_.consume(bytes.size());
    }
    return !piece.empty();
  }

  [[nodiscard]] std::vector<Header> trailers() const override {
    return incomplete_trailer(package_.missing());
  }

 private:
  void make_more() {
    if (begun_) spool_.clear();
    begun_ = true;
    while (spool_.size() < kPiece && package_.write_next()) time_->check();
    left_ = spool_.size();
    spool_.rewind();
  }

  std::shared_ptr<PieceTime> time_;
  io::Spool spool_;
  io::SpoolOutput output_{spool_};
  RecordPackage package_;
  uint64_t left_ = 0;  // in the spool
  bool begun_ = false;
};

}  // namespace

Response record_download(const Holdings& holdings, const Request& request,
                         bool is_wacz) {
  const Parameters& parameters = request.parameters;
  if (!holdings.shows_captures()) {
    throw NotFound("This server has no archives to take records from.");
  }
  const Scope scope = search_scope_of(holdings, request);
  const std::string url(parameters.get(kTakenUrl));
  const std::string website(parameters.get(kWebsite));
  auto time = std::make_shared<PieceTime>(request);
  auto tick = [time] { time->check(); };
  PackageOptions options;
  options.is_wacz = is_wacz;
  options.title = scope.name();
  std::unique_ptr<TakenCaptures> captures;
  if (!website.empty()) {
    options.parts_date = date_parameter(parameters, kWebsiteDate);
    if (options.parts_date.empty()) options.parts_date = date_now();
    options.description = website + " as of " + options.parts_date;
    captures = captures_of_website(scope, website, options.parts_date, tick);
  } else if (!url.empty()) {
    options.description = "captures of " + url;
    const std::string from = date_parameter(parameters, kFrom);
    const std::string to = date_parameter(parameters, kTo);
    (void)warc::Period::of_dates(from, to);
    captures = captures_of_url(scope, url, from, to, tick);
  } else {
    const SearchRequest search = search_request(request);
    options.description = "hits of " + search.text;
    captures = captures_of_hits(scope, search, tick);
  }
  Response response;
  response.type = is_wacz ? "application/wacz" : "application/warc";
  response.compress = false;
  response.trailers = kIncomplete;
  response.headers = {
      {"Content-Disposition", "attachment; filename=\"" + scope.name() +
                                  (is_wacz ? ".wacz\"" : ".warc.gz\"")},
      {"Access-Control-Allow-Origin", "*"}};
  response.stream = std::make_unique<PackageStream>(
      scope, std::move(captures), std::move(options), std::move(time));
  return response;
}

}  // namespace wax::serve
