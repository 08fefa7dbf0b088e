#include "cdx/files/wacz_writer.h"

#include <utility>

#include "cdx/files/zipnum.h"
#include "io/byte_source.h"
#include "io/inputs/input_files.h"
#include "io/temp_files.h"
#include "lines/line_stream.h"
#include "text/json_tree.h"
#include "text/number.h"
#include "warc/check/package_signature.h"
#include "warc/record/date.h"

namespace wax::cdx {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kArchive = "data.warc.gz";

std::string dump(const Json& value) {
  return text::json_text(value, -1, text::JsonCharacters::kAscii);
}

void copy_all(io::ByteSource& source, io::Output& output) {
  for (;;) {
    const std::string_view bytes = source.peek();
    if (bytes.empty()) return;
    output.write(bytes);
    source.consume(bytes.size());
  }
}

}  // namespace

void WaczWriter::Entry::write(std::string_view bytes) {
  sha256_.update(bytes);
  size_ += bytes.size();
  zip_->write(bytes);
}

uint64_t WaczWriter::Entry::take(std::string& digest) {
  digest = warc::spelling(sha256_.finish());
  return std::exchange(size_, 0);
}

WaczWriter::WaczWriter(io::Output& output, WaczOptions options)
    : options_(std::move(options)),
      zip_(output),
      entry_(zip_),
      lines_(std::make_unique<io::Spool>(options_.sorting.tmpdir)),
      pages_(options_.sorting.tmpdir) {
  pages_.write(dump({{"format", "json-pages-1.0"},
                     {"id", "pages"},
                     {"title", "All pages"}}) +
               '\n');
  begin("archive/" + std::string(kArchive));
}

WaczWriter::~WaczWriter() = default;

void WaczWriter::begin(std::string path) {
  zip_.begin(path);
  resources_.push_back({std::move(path), {}, 0});
}

void WaczWriter::end() {
  resources_.back().size = entry_.take(resources_.back().digest);
}

// With numbers where the capture has some, as other writers of WACZ do.
void WaczWriter::add(const Capture& capture) {
  Json value;
  value["url"] = capture.url;
  if (!capture.mime.empty()) value["mime"] = capture.mime;
  if (auto status = text::whole_number(capture.status)) {
    value["status"] = *status;
  }
  if (!capture.digest.empty()) {
    value["digest"] = warc::normal_digest(capture.digest);
  }
  value["length"] = capture.length;
  value["offset"] = capture.offset;
  value["filename"] = kArchive;
  line_ = capture.urlkey;
  line_.append(" ").append(capture.date).append(" ").append(dump(value)) +=
      '\n';
  lines_->write(line_);
}

void WaczWriter::add(const WaczPage& page) {
  std::string id(page.date);
  id.append(" ").append(page.url);
  Json value = {{"id", warc::to_base32(id)},
                {"url", page.url},
                {"ts", warc::iso_date(page.date)}};
  if (!page.title.empty()) value["title"] = page.title;
  pages_.write(dump(value) + '\n');
}

void WaczWriter::require(const io::PackedFile& file) {
  for (io::PackedFile& known : required_) {
    if (known.path != file.path) continue;
    if (!known.size) known.size = file.size;
    if (known.digest.empty()) known.digest = file.digest;
    return;
  }
  required_.push_back(file);
}

void WaczWriter::copy(const std::string& file, const std::string& path) {
  begin(path);
  copy_all(*io::open_file(file), entry_);
  end();
}

void WaczWriter::write_index() {
  io::TempFolder folder(options_.sorting.tmpdir, "wax-wacz");
  lines_->rewind();
  auto sorted = lines::sort_lines(
      lines::lines_of(std::unique_ptr<io::ByteSource>(std::move(lines_))),
      options_.sorting);
  ZipNumOptions options;
  options.form = ZipNumForm::kWacz;
  options.jobs = 1;
  (void)write_zipnum(*sorted, {}, folder.path(), options);
  for (const char* name : {"index.cdx.gz", "index.idx"}) {
    copy(folder.path() + '/' + name, std::string("indexes/") + name);
  }
}

// WACZ 1.1.1, section 5.2.
void WaczWriter::write_package() {
  Json package = {{"profile", "data-package"}, {"wacz_version", "1.1.1"}};
  if (!options_.title.empty()) package["title"] = options_.title;
  if (!options_.description.empty()) {
    package["description"] = options_.description;
  }
  package["created"] = options_.created;
  package["software"] = options_.software;
  package["resources"] = Json::array();
  for (const Resource& resource : resources_) {
    package["resources"].push_back(
        {{"name", resource.path.substr(resource.path.find('/') + 1)},
         {"path", resource.path},
         {"hash", resource.digest},
         {"bytes", resource.size}});
  }
  if (!required_.empty()) {
    Json files = Json::array();
    for (const io::PackedFile& file : required_) {
      Json entry = {{"filename", file.path}};
      if (!file.digest.empty()) entry["hash"] = file.digest;
      if (file.size) entry["size"] = *file.size;
      files.push_back(std::move(entry));
    }
    package["relation"] = {{"requires", std::move(files)}};
  }
  begin("datapackage.json");
  entry_.write(text::json_text(package, 2, text::JsonCharacters::kAscii));
  end();
  Json digest = {{"path", resources_.back().path},
                 {"hash", resources_.back().digest}};
  if (!options_.signing_key.empty()) {
    digest["signedData"] =
        warc::signed_anonymously(resources_.back().digest, options_.created,
                                 options_.software, options_.signing_key);
  }
  begin("datapackage-digest.json");
  entry_.write(text::json_text(digest, 2));
  end();
}

void WaczWriter::finish() {
  end();
  write_index();
  begin("pages/pages.jsonl");
  pages_.rewind();
  copy_all(pages_, entry_);
  end();
  write_package();
  zip_.finish();
}

}  // namespace wax::cdx
