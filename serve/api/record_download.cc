#include "serve/api/record_download.h"

#include <memory>
#include <utility>

#include "answers/records/line_body.h"
#include "answers/records/record_package.h"
#include "answers/records/taken_captures.h"
#include "answers/requests/parameter_table.h"
#include "answers/shown/search_answer.h"
#include "io/error.h"
#include "io/spool.h"
#include "serve/api/incomplete_fields.h"
#include "warc/record/date.h"

namespace wax::serve {
namespace {

class PackageStream final : public answers::BodyStream {
 public:
  PackageStream(const answers::Scope& scope,
                std::unique_ptr<answers::TakenCaptures> captures,
                answers::PackageOptions options,
                std::shared_ptr<answers::PieceTime> time)
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

  [[nodiscard]] std::vector<answers::Header> trailers() const override {
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

  std::shared_ptr<answers::PieceTime> time_;
  io::Spool spool_;
  io::SpoolOutput output_{spool_};
  answers::RecordPackage package_;
  uint64_t left_ = 0;  // in the spool
  bool begun_ = false;
};

}  // namespace

answers::Response record_download(const answers::Holdings& holdings,
                                  const answers::Request& request,
                                  bool is_wacz) {
  const answers::Parameters& parameters = request.parameters;
  if (!holdings.shows_captures()) {
    throw answers::NotFound(
        "This server has no archives to take records from.");
  }
  const answers::Scope scope = search_scope_of(holdings, request);
  const std::string url(parameters.get(answers::kTakenUrl));
  const std::string website(parameters.get(answers::kWebsite));
  auto time = std::make_shared<answers::PieceTime>(request);
  auto tick = [time] { time->check(); };
  answers::PackageOptions options;
  options.is_wacz = is_wacz;
  options.title = scope.name();
  std::unique_ptr<answers::TakenCaptures> captures;
  // A wrong value is refused also where it has no meaning.
  const answers::SearchRequest search = search_request(request);
  if (!website.empty()) {
    options.parts_date = date_parameter(parameters, answers::kWebsiteDate);
    if (options.parts_date.empty()) options.parts_date = answers::date_now();
    options.description = website + " as of " + options.parts_date;
    captures = captures_of_website(scope, website, options.parts_date, tick);
  } else if (!url.empty()) {
    options.description = "captures of " + url;
    (void)warc::Period::of_dates(search.from, search.to);
    captures = captures_of_url(scope, url, search.from, search.to, tick);
  } else {
    options.description = "hits of " + search.text;
    captures = captures_of_hits(scope, search, tick);
  }
  answers::Response response;
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
