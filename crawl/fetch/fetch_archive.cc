#include "crawl/fetch/fetch_archive.h"

#include <array>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "cdx/url/host.h"
#include "cdx/url/url.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "io/folder.h"
#include "text/ascii.h"
#include "warc/http/http.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"
#include "warc/writer/revisit_record.h"
#include "warc/writer/stated_digest.h"

namespace wax::crawl {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNotModified =
    "http://netpreserve.org/warc/1.1/revisit/server-not-modified";

// Bytes in memory, and a body after them.
class JoinedSource final : public io::ByteSource {
 public:
  JoinedSource(std::string_view front, io::ByteSource& rest)
      : front_(front), rest_(rest) {}
  std::string_view peek(size_t at_least) override {
    return front_.empty() ? rest_.peek(at_least) : front_;
  }
  void consume(size_t n) override {
    if (front_.empty()) return rest_.consume(n);
    front_.remove_prefix(n);
  }

 private:
  std::string_view front_;
  io::ByteSource& rest_;
};

uint64_t digest_rest(io::ByteSource& source, warc::Digester& digester) {
  uint64_t size = 0;
  for (std::string_view bytes; !(bytes = source.peek(1)).empty();
       source.consume(bytes.size())) {
    digester.update(bytes);
    size += bytes.size();
  }
  return size;
}

std::string digest_of(std::string_view bytes) {
  warc::Digester digester;
  digester.update(bytes);
  return warc::spelling(digester.finish());
}

// A head as fields of a metadata record.
std::string fields_of_head(std::string_view head) {
  std::string fields;
  std::string_view name = "http-status-line: ";
  while (!head.empty()) {
    const std::string_view line = head.substr(0, head.find('\n'));
    head.remove_prefix(std::min(line.size() + 1, head.size()));
    const std::string_view text = line.substr(0, line.find('\r'));
    if (text.empty()) continue;
    const bool is_more = text[0] == ' ' || text[0] == '\t';
    if (!is_more) fields += name;
    fields.append(text).append("\r\n");
    name = "http-header-";
  }
  return fields;
}

std::string_view truncation(io::WireEnd end) {
  switch (end) {
    case io::WireEnd::kTooLong:
      return "length";
    case io::WireEnd::kTooSlow:
      return "time";
    case io::WireEnd::kDropped:
      return "disconnect";
    default:
      return {};
  }
}

// By the name in the registry of IANA, which OpenSSL gives for TLS 1.3 alone;
// empty: not known.
std::string_view iana_name(std::string_view cipher) {
  if (cipher.starts_with("TLS_")) return cipher;
  static constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"ECDHE-ECDSA-AES128-GCM-SHA256",
       "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"},
      {"ECDHE-ECDSA-AES256-GCM-SHA384",
       "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"},
      {"ECDHE-ECDSA-CHACHA20-POLY1305",
       "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"},
      {"ECDHE-RSA-AES128-GCM-SHA256", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"},
      {"ECDHE-RSA-AES256-GCM-SHA384", "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"},
      {"ECDHE-RSA-CHACHA20-POLY1305",
       "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"}};
  for (const auto& [name, registered] : kNames) {
    if (cipher == name) return registered;
  }
  return {};
}

// What request and response have of the connection; the answer outlives it.
class WireFields {
 public:
  explicit WireFields(const io::WireAnswer& answer)
      : answer_(answer), cipher_(iana_name(answer.cipher)) {
    if (!answer.tls.starts_with("TLSv")) return;
    tls_ = "tls/" + answer.tls.substr(4);
    if (tls_.find('.') == tls_.npos) tls_ += ".0";
  }
  void append_to(std::vector<warc::Field>& fields) const {
    auto add = [&](std::string_view name, std::string_view value) {
      if (!value.empty()) fields.push_back({name, value});
    };
    add("WARC-IP-Address", answer_.address);
    add("WARC-Protocol", answer_.protocol);
    add("WARC-Protocol", tls_);
    add("WARC-Cipher-Suite", cipher_);
  }

 private:
  const io::WireAnswer& answer_;
  std::string_view cipher_;
  std::string tls_;
};

}  // namespace

ReadAnswer read_answer(io::WireAnswer& answer) {
  ReadAnswer read;
  warc::Digester digester;
  digester.update(answer.head);
  answer.body.rewind();
  digest_rest(answer.body, digester);
  read.block_digest = warc::spelling(digester.finish());
  answer.body.rewind();
  io::MemorySource head_source(answer.head);
  std::string buffer;
  warc::HttpHead head;
  warc::DecodeOptions decode;
  decode.decompress = false;
  NoProblems none;
  if (!warc::read_http_head(head_source, buffer, head)) return read;
  auto entity =
      warc::decode_body(answer.body, head.headers, decode, none, Problem());
  read.payload = digest_rest(*entity, digester);
  read.payload_digest = warc::spelling(digester.finish());
  answer.body.rewind();
  return read;
}

FetchArchive::FetchArchive(ArchiveOptions options, const std::string& name,
                           uint64_t size)
    : options_(std::move(options)), random_(std::random_device()()) {
  std::random_device device;
  std::seed_seq seed{device(), device(), device(), device(),
                     device(), device(), device(), device()};
  random_.seed(seed);
  run_ = static_cast<uint32_t>(random_());
  if (name.empty()) return;
  if (name.ends_with(suffix())) {
    open(name, size);
    return;
  }
  io::open_appending_output(options_.folder + '/' + name + ".open")->finish();
  drop_open(name);
}

FetchArchive::~FetchArchive() = default;

std::string FetchArchive::new_id() {
  const uint64_t high = (random_() & ~uint64_t{0xf000}) | 0x4000;
  const uint64_t low = (random_() >> 2) | (uint64_t{1} << 63);
  std::array<char, 64> text{};
  (void)std::snprintf(
      text.data(), text.size(), "<urn:uuid:%08x-%04x-%04x-%04x-%012llx>",
      static_cast<unsigned>(high >> 32),
      static_cast<unsigned>(high >> 16 & 0xffff),
      static_cast<unsigned>(high & 0xffff), static_cast<unsigned>(low >> 48),
      static_cast<unsigned long long>(low & 0xffffffffffff));
  return text.data();
}

std::string FetchArchive::suffix() const {
  return ".warc" + std::string(io::file_suffix(options_.compression));
}

void FetchArchive::open(const std::string& name, uint64_t size) {
  const std::string path = options_.folder + '/' + name + ".open";
  output_ = io::open_appending_output(path);
  warc::WriterOptions writer;
  writer.compression = options_.compression;
  writer.at_once = true;
  writer.offset = size;
  writer_ = std::make_unique<warc::Writer>(*output_, writer);
  begin_ = size;
  name_ = name;
  ++files_;
  write_info();
}

void FetchArchive::open_next() {
  const std::string date = warc::date14_of_seconds(::time(nullptr));
  std::string path;
  std::string name;
  do {
    std::array<char, 32> number{};
    (void)std::snprintf(number.data(), number.size(), "%05u-%08x",
                        static_cast<unsigned>(++number_), run_);
    name = options_.prefix + '-' + date + '-' + number.data() + suffix();
    path = options_.folder + '/' + name;
  } while (fs::exists(path) || fs::exists(path + ".open"));
  path += ".open";
  std::ofstream file(path, std::ios::binary);
  if (!file) throw IoError(path, "cannot be made");
  file.close();
  open(name, 0);
}

const std::string& FetchArchive::file() {
  if (!name_.empty() && begin_ + writer_->written() >= options_.size) close();
  if (name_.empty()) open_next();
  return name_;
}

void FetchArchive::close() {
  writer_->finish();
  bytes_ += writer_->written();
  output_->finish();
  drop_open(name_);
  name_.clear();
}

void FetchArchive::drop_open(const std::string& name) {
  if (options_.before_last_name) options_.before_last_name();
  const std::string path = options_.folder + '/' + name;
  std::error_code error;
  fs::rename(path + ".open", path, error);
  if (error) throw IoError(path, "rename", error.value());
  io::sync_folder(options_.folder);
}

void FetchArchive::write_info() {
  info_id_ = new_id();
  std::string block;
  for (const auto& [name, value] : options_.info) {
    block.append(name).append(": ").append(value).append("\r\n");
  }
  const std::string date =
      warc::iso_date(warc::date14_of_seconds(::time(nullptr)));
  const std::string digest = digest_of(block);
  const std::vector<warc::Field> fields = {
      {"WARC-Type", "warcinfo"},
      {"WARC-Record-ID", info_id_},
      {"WARC-Date", date},
      {"WARC-Filename", name_},
      {warc::kBlockDigest, digest},
      {"Content-Type", "application/warc-fields"}};
  writer_->write(fields, block);
}

WrittenAnswer FetchArchive::write(const FetchTask& task, io::WireAnswer& answer,
                                  const ReadAnswer& read,
                                  const std::optional<PastCapture>& past) {
  (void)file();
  const std::string date =
      warc::iso_date(warc::date14_of_seconds(answer.begin));
  const std::string response_id = new_id();
  const std::string request_id = new_id();
  const std::string metadata_id = new_id();
  const bool is_unmodified = past && answer.status == 304;
  // A revisit keeps the head alone, if replay is to show it. pywb would replay
  // a head with status 304 as it is, without a body.
  const std::string_view kept_head =
      is_unmodified ? std::string_view() : answer.head;
  const std::string block_digest =
      past ? digest_of(kept_head) : read.block_digest;
  const WireFields wire(answer);
  std::vector<warc::Field> common = {{"WARC-Target-URI", task.url},
                                     {"WARC-Date", date},
                                     {"WARC-Warcinfo-ID", info_id_}};
  write_name(task.url, answer);
  std::vector<warc::Field> fields = {
      {"WARC-Type", past ? "revisit" : "response"},
      {"WARC-Record-ID", response_id}};
  fields.insert(fields.end(), common.begin(), common.end());
  wire.append_to(fields);
  fields.push_back({warc::kBlockDigest, block_digest});
  if (!read.payload_digest.empty() && !is_unmodified) {
    fields.push_back({warc::kPayloadDigest, read.payload_digest});
  }
  std::string refers_date;
  std::optional<std::string> container;
  if (past) {
    fields.push_back({"WARC-Profile",
                      is_unmodified ? kNotModified : warc::kIdenticalPayload});
    fields.push_back({warc::kRefersToUrl, past->original.url});
    refers_date = warc::iso_date(past->original.date);
    fields.push_back({warc::kRefersToDate, refers_date});
    container = warc::container_value(past->container);
    if (container) fields.push_back({warc::kRefersToContainer, *container});
  } else if (const auto cut = truncation(answer.end); !cut.empty()) {
    fields.push_back({"WARC-Truncated", cut});
  }
  if (!is_unmodified) {
    fields.push_back({"Content-Type", "application/http; msgtype=response"});
  }
  if (past) {
    writer_->write(fields, kept_head);
  } else {
    answer.body.rewind();
    JoinedSource block(answer.head, answer.body);
    writer_->write(fields, block, answer.head.size() + answer.body.size());
  }

  const std::string request_digest = digest_of(answer.request);
  fields = {{"WARC-Type", "request"}, {"WARC-Record-ID", request_id}};
  fields.insert(fields.end(), common.begin(), common.end());
  wire.append_to(fields);
  fields.push_back({"WARC-Concurrent-To", response_id});
  fields.push_back({warc::kBlockDigest, request_digest});
  fields.push_back({"Content-Type", "application/http; msgtype=request"});
  writer_->write(fields, answer.request);

  std::string metadata;
  if (!task.via.empty()) metadata += "via: " + task.via + "\r\n";
  if (!task.path.empty()) metadata += "hopsFromSeed: " + task.path + "\r\n";
  if (is_unmodified) metadata += fields_of_head(answer.head);
  metadata += "fetchTimeMs: " + std::to_string(answer.time.count()) + "\r\n";
  const std::string metadata_digest = digest_of(metadata);
  fields = {{"WARC-Type", "metadata"}, {"WARC-Record-ID", metadata_id}};
  fields.insert(fields.end(), common.begin(), common.end());
  fields.push_back({"WARC-Concurrent-To", response_id});
  fields.push_back({warc::kBlockDigest, metadata_digest});
  fields.push_back({"Content-Type", "application/warc-fields"});
  writer_->write(fields, metadata);
  output_->flush();
  return {name_, begin_ + writer_->written()};
}

void FetchArchive::write_name(std::string_view url,
                              const io::WireAnswer& answer) {
  const std::string_view address = answer.address;
  cdx::Url parts;
  if (address.empty() || !cdx::parse(url, parts) ||
      parts.host.find(':') != parts.host.npos || cdx::parse_ipv4(parts.host) ||
      !names_.add(parts.host)) {
    return;
  }
  const std::string target = "dns:" + parts.host;
  const std::string date14 = warc::date14_of_seconds(answer.begin);
  const std::string date = warc::iso_date(date14);
  const bool is_new = address.find(':') != address.npos;
  std::string block = date14 + "\n";
  block.append(parts.host).append(".\tIN\t");
  block.append(is_new ? "AAAA" : "A").append("\t").append(address) += '\n';
  const std::string id = new_id();
  const std::string digest = digest_of(block);
  const std::vector<warc::Field> fields = {
      {"WARC-Type", "resource"},      {"WARC-Record-ID", id},
      {"WARC-Target-URI", target},    {"WARC-Date", date},
      {"WARC-Warcinfo-ID", info_id_}, {warc::kBlockDigest, digest},
      {"Content-Type", "text/dns"}};
  writer_->write(fields, block);
}

void FetchArchive::finish() {
  if (!name_.empty()) close();
}

}  // namespace wax::crawl
