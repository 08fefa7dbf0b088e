#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/opened/version_lines.h"
#include "answers/records/line_body.h"
#include "answers/requests/parameter_table.h"
#include "answers/shown/collection_answers.h"
#include "answers/shown/hit_lines.h"
#include "answers/shown/search_answer.h"
#include "cdx/format/capture.h"
#include "cdx/format/legend.h"
#include "cdx/lookup/lookup.h"
#include "io/error.h"
#include "serve/api/api_routes.h"
#include "serve/api/incomplete_fields.h"
#include "serve/api/record_download.h"
#include "serve/api/search_notebook.h"
#include "text/ascii.h"
#include "text/csv.h"
#include "text/json.h"
#include "text/json_tree.h"

namespace wax::serve {
namespace {

// Writes the documents of a result, one after the other.
class RowWriter {
 public:
  virtual ~RowWriter() = default;
  virtual void begin(std::string&) {}
  // The name of the collection of the documents that follow, if rows say it.
  void set_collection(std::string name) { collection_ = std::move(name); }
  virtual void write(const index::StoredDocument& document,
                     std::string& out) = 0;
  // Goes on with a document that is too large for one piece. False when all of
  // it is written.
  [[nodiscard]] virtual bool write_more(std::string&) { return false; }
  // Says why documents may be missing.
  virtual void write_missing(const std::vector<std::string>& reasons,
                             std::string& out) {
    for (const std::string& reason : reasons) {
      out += "# incomplete: " + reason + '\n';
    }
  }

 protected:
  [[nodiscard]] const std::string& collection() const { return collection_; }

 private:
  std::string collection_;
};

void append_cell(std::string_view value, bool first, std::string& out) {
  if (!first) out += ',';
  text::append_csv_cell(value, out);
}

class CsvRows final : public RowWriter {
 public:
  explicit CsvRows(bool says_collection) : says_collection_(says_collection) {}
  void begin(std::string& out) override {
    for (std::string_view field : kColumns) {
      append_cell(field, field == kColumns[0], out);
    }
    out += ",captures,last_date";
    out += says_collection_ ? ",in\r\n" : "\r\n";
  }
  void write(const index::StoredDocument& document, std::string& out) override {
    for (std::string_view field : kColumns) {
      append_cell(index::value_of(document, std::string(field)),
                  field == kColumns[0], out);
    }
    answers::FoundPage page = answers::found_page(document);
    append_cell(std::to_string(page.dates.size()), false, out);
    append_cell(page.dates.empty() ? std::string_view() : page.dates.back(),
                false, out);
    if (says_collection_) append_cell(collection(), false, out);
    out += "\r\n";
  }

 private:
  static constexpr std::array<std::string_view, 11> kColumns = {
      "url",    "title",  "date", "type",     "status", "length",
      "urlkey", "digest", "site", "filename", "offset"};
  bool says_collection_;
};

class JsonRows final : public RowWriter {
 public:
  explicit JsonRows(std::vector<std::string> fields)
      : fields_(std::move(fields)) {}
  void write(const index::StoredDocument& document, std::string& out) override {
    out += '{';
    if (!collection().empty()) {
      out += "\"in\":";
      text::append_json_string(collection(), out);
      out += ',';
    }
    answers::append_json_fields(document, fields_, out);
    out += "}\n";
  }
  void write_missing(const std::vector<std::string>& reasons,
                     std::string& out) override {
    out += text::json_text(nlohmann::json{{"incomplete", reasons}}) + '\n';
  }

 private:
  std::vector<std::string> fields_;
};

class UrlRows final : public RowWriter {
 public:
  void write(const index::StoredDocument& document, std::string& out) override {
    std::string url = index::value_of(document, "url");
    std::erase_if(url, [](char c) { return c == '\n' || c == '\r'; });
    out += url + '\n';
  }
};

// The captures of the documents, from the CDX files.
class CdxRows final : public RowWriter {
 public:
  CdxRows(const answers::Scope& scope, std::function<void()> tick)
      : lines_(open_listed_cdx(*scope.generation), scope.generation->url_key,
               std::move(tick)) {}
  void begin(std::string& out) override {
    out += cdx::lookup_header(lines_.files(), {});
    if (!out.empty()) out += '\n';
  }
  void write(const index::StoredDocument& document, std::string&) override {
    lines_.begin(index::value_of(document, "urlkey"),
                 index::value_of(document, "digest"));
  }
  bool write_more(std::string& out) override {
    std::string_view line;
    while (out.size() < answers::BodyStream::kPiece) {
      if (!lines_.next(line)) return false;
      out.append(line).append("\n");
    }
    return true;
  }

 private:
  answers::VersionLines lines_;
};

// The same as far as the full text knows them.
class KnownCdxRows final : public RowWriter {
 public:
  void begin(std::string& out) override {
    out += cdx::Legend{std::string(cdx::kCdx11)}.header() + '\n';
  }
  void write(const index::StoredDocument& document, std::string& out) override {
    cdx::Capture capture;
    answers::FoundPage page = answers::found_page(document);
    capture.urlkey = index::value_of(document, "urlkey");
    capture.url = page.url;
    capture.mime = page.type;
    capture.status = answers::digits_of(page.status);
    capture.digest = page.digest;
    capture.filename = page.filename;
    capture.has_location = false;  // The size of the record is not known.
    for (const std::string& date : page.dates) {
      capture.date = date;
      cdx::append_line(capture, cdx::Legend{std::string(cdx::kCdx11)}, out);
    }
  }
};

class ExportStream final : public answers::BodyStream {
 public:
  ExportStream(answers::Scope scope, const answers::SearchRequest& request,
               std::unique_ptr<RowWriter> rows,
               std::shared_ptr<answers::PieceTime> time)
      : scope_(std::move(scope)),
        rows_(std::move(rows)),
        time_(std::move(time)),
        documents_(answers_of(scope_)->documents(request,
                                                 [this] { time_->check(); })) {}

  bool next(std::string& piece) override {
    time_->start_piece();
    if (!begun_) rows_->begin(piece);
    begun_ = true;
    while (piece.size() < kPiece && !ended_) {
      time_->check();
      if (rows_->write_more(piece)) continue;
      if (documents_->next(wanted_, document_)) {
        if (scope_.is_all()) {
          rows_->set_collection(documents_->scope().name());
        }
        rows_->write(document_, piece);
        continue;
      }
      ended_ = true;
      const index::Missing missing = documents_->missing();
      if (missing.any()) rows_->write_missing(missing.reasons(), piece);
    }
    return !piece.empty();
  }

  [[nodiscard]] std::vector<answers::Header> trailers() const override {
    return incomplete_trailer(documents_->missing().reasons());
  }

  void want(std::vector<std::string> fields) { wanted_ = std::move(fields); }

 private:
  answers::Scope scope_;
  std::unique_ptr<RowWriter> rows_;
  std::shared_ptr<answers::PieceTime> time_;
  std::unique_ptr<answers::DocumentStream> documents_;
  std::vector<std::string> wanted_;
  bool begun_ = false;
  bool ended_ = false;
  index::StoredDocument document_;
};

answers::Response notebook_of(const answers::Holdings& holdings,
                              const answers::Request& request) {
  const answers::Scope scope = search_scope_of(holdings, request);
  // A notebook of a query that no server answers is of no use.
  (void)search_request(request);
  answers::Response response;
  response.type = "application/x-ipynb+json";
  response.headers = {{"Content-Disposition",
                       "attachment; filename=\"" + scope.name() + ".ipynb\""},
                      {"Access-Control-Allow-Origin", "*"}};
  response.body = search_notebook(request);
  return response;
}

answers::Response export_result(const answers::Holdings& holdings,
                                const answers::Request& request) {
  // Only websites have it, but what is no date is refused anyway.
  (void)date_parameter(request.parameters, answers::kWebsiteDate);
  std::string format(request.parameters.get(answers::kFormat));
  if (format.empty()) format = answers::kFormat.initial;
  if (format == "warc" || format == "wacz") {
    return record_download(holdings, request, format == "wacz");
  }
  if (format == "ipynb") return notebook_of(holdings, request);
  answers::Scope scope = search_scope_of(holdings, request);
  answers::SearchRequest search = search_request(request);
  std::vector<std::string> fields = answers_of(scope)->stored_fields();
  std::erase(fields, "content");
  std::unique_ptr<RowWriter> rows;
  auto time = std::make_shared<answers::PieceTime>(request);
  answers::Response response;
  if (format == "csv") {
    rows = std::make_unique<CsvRows>(scope.is_all());
    response.type = "text/csv; charset=utf-8";
  } else if (format == "jsonl") {
    rows = std::make_unique<JsonRows>(fields);
    response.type = "application/x-ndjson";
  } else if (format == "cdx" && scope.is_all()) {
    throw UsageError(
        "The captures of one collection are exported at a time; name it, such "
        "as in=" +
        scope.holdings->collections.all().front()->name() + '.');
  } else if (format == "cdx" && scope.generation->has_captures()) {
    fields = {"urlkey", "digest"};
    rows = std::make_unique<CdxRows>(scope, [time] { time->check(); });
  } else if (format == "cdx") {
    rows = std::make_unique<KnownCdxRows>();
  } else if (format == "urls") {
    rows = std::make_unique<UrlRows>();
  } else {
    throw UsageError(
        "The format is csv, jsonl, cdx, urls, ipynb, warc or wacz, not \"" +
        format + "\".");
  }
  response.headers = {
      {"Content-Disposition", "attachment; filename=\"" + scope.name() + '.' +
                                  (format == "urls" ? "txt" : format) + '"'},
      {"Access-Control-Allow-Origin", "*"}};
  auto stream = std::make_unique<ExportStream>(scope, search, std::move(rows),
                                               std::move(time));
  stream->want(std::move(fields));
  response.stream = std::move(stream);
  response.trailers = kIncomplete;
  return response;
}

}  // namespace

void add_export(const answers::Holdings& holdings, Router& router) {
  router.add(
      "GET", "/api/export",
      with_known_parameters(answers::kAtExport,
                            [&holdings](const answers::Request& request) {
                              return export_result(holdings, request);
                            }));
}

}  // namespace wax::serve
