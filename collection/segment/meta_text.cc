#include "collection/segment/meta_text.h"

#include <filesystem>

#include "io/byte_source.h"
#include "io/error.h"
#include "io/output.h"
#include "text/json.h"

namespace wax::collection {

void MetaText::number(std::string_view name, uint64_t value) {
  raw(name, std::to_string(value));
}

void MetaText::text(std::string_view name, std::string_view value) {
  std::string quoted;
  text::append_json_string(value, quoted);
  raw(name, quoted);
}

void MetaText::raw(std::string_view name, std::string_view value) {
  out_ += out_.empty() ? "{\n" : ",\n";
  text::append_json_string(name, out_);
  out_ += ':';
  out_ += value;
}

void append_captures(const CaptureFacts& facts, MetaText& meta) {
  meta.number("captures", facts.captures);
  std::vector<std::pair<std::string, std::string>> statuses;
  for (const auto& [status, count] : facts.by_status) {
    statuses.emplace_back(std::to_string(status), std::to_string(count));
  }
  meta.raw("by_status", object_of(statuses));
  meta.number("hosts", facts.hosts);
  meta.text("first_ts", facts.first);
  meta.text("last_ts", facts.last);
}

std::string parts_text(const std::vector<MetaPart>& parts) {
  std::string list = "[";
  for (const MetaPart& part : parts) {
    if (list.size() > 1) list += ',';
    list += "\n{\"path\":";
    text::append_json_string(part.name, list);
    list += ",\"bytes\":" + std::to_string(part.bytes) + ",\"digest\":";
    text::append_json_string(part.digest, list);
    list += '}';
  }
  return list + ']';
}

std::string object_of(
    const std::vector<std::pair<std::string, std::string>>& members) {
  std::string out = "{";
  for (const auto& [name, value] : members) {
    if (out.size() > 1) out += ',';
    text::append_json_string(name, out);
    out += ':' + value;
  }
  return out + '}';
}

std::string read_or_scan(const std::string& path,
                         const std::function<std::string()>& scan) {
  constexpr uint64_t kLimit = uint64_t{256} << 20;
  if (std::error_code none; std::filesystem::exists(path, none)) {
    auto source = io::open_file(path);
    return io::read_all(*source, kLimit);
  }
  std::string text = scan();
  try {
    auto output = io::open_output(path, true);
    output->write(text);
    output->finish();
  } catch (const IoError&) {  // a folder that cannot be written to
  }
  return text;
}

}  // namespace wax::collection
