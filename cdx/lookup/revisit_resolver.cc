#include "cdx/lookup/revisit_resolver.h"

#include <vector>

#include "io/error.h"
#include "text/json.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

enum Column { kMime, kStatus, kDigest, kOffset, kFilename, kLength };

std::vector<std::string> names(const LineFormat& format) {
  std::vector<std::string> names = {"mime", "status", "digest", "offset",
                                    "filename"};
  if (format.json || format.legend.column('S') >= 0) {
    names.emplace_back("length");
  }
  return names;
}

void append_member(std::string_view name, std::string_view value,
                   std::string& out) {
  if (!out.ends_with('{')) out += ", ";
  out += '"';
  out += name;
  out += "\": ";
  text::append_json_ascii(value, out);
}

}  // namespace

RevisitColumns::RevisitColumns(const CdxLines& file)
    : fields_(names(LineFormat::of(file))),
      has_length_(names(LineFormat::of(file)).size() > kLength) {
  fields_.begin(file);
  const LineFormat& format = fields_.format();
  if (!format.json && format.legend.column(kOriginalColumns[0]) >= 0) {
    throw UsageError(file.name() + ": its revisits are resolved already");
  }
}

LineFormat RevisitColumns::resolved_format() const {
  LineFormat format = fields_.format();
  if (!format.json) format.legend.letters += kOriginalColumns;
  return format;
}

bool RevisitResolver::resolve(RevisitColumns& columns, std::string_view line,
                              std::string& resolved) {
  LineFields& fields = columns.fields_;
  if (fields.read(line) != LineFields::Line::kCapture) return false;
  bool revisit = fields[kMime] == "warc/revisit" || fields[kFilename] == "-";
  const Original* original = nullptr;
  if (fields[kDigest] != "-") {
    digest_.clear();
    warc::append_normal_digest(fields[kDigest], digest_);
    auto found = originals_.find(digest_);
    if (found != originals_.end()) {
      if (revisit) original = &found->second;
    } else if (!revisit) {
      originals_[digest_] = {
          std::string(fields[kMime]), std::string(fields[kStatus]),
          std::string(columns.has_length_ ? fields[kLength] : "-"),
          std::string(fields[kOffset]), std::string(fields[kFilename])};
    }
  }
  static const Original kNone = {"", "", "-", "-", "-"};
  const Original& shown = original != nullptr ? *original : kNone;
  resolved.clear();
  if (!fields.format().json) {
    const Legend& legend = fields.format().legend;
    for (size_t i = 0, at = 0; at <= line.size(); ++i) {
      size_t end = std::min(line.find(legend.delimiter, at), line.size());
      char letter = i < legend.letters.size() ? legend.letters[i] : '\0';
      if (i > 0) resolved += legend.delimiter;
      if (original != nullptr && letter == 'm') {
        resolved += original->mime;
      } else if (original != nullptr && letter == 's') {
        resolved += original->status;
      } else {
        resolved += line.substr(at, end - at);
      }
      at = end + 1;
    }
    for (const std::string* text :
         {&shown.length, &shown.offset, &shown.filename}) {
      resolved += legend.delimiter;
      resolved += *text;
    }
    return true;
  }
  size_t json = line.find(' ', line.find(' ') + 1) + 1;
  resolved = line.substr(0, json);
  resolved += '{';
  text::JsonMembers members(line.substr(json));
  text::JsonMemberText member;
  while (members.next(member)) {
    if (original != nullptr && member.name == "mime") {
      append_member("mime", original->mime, resolved);
    } else if (original != nullptr && member.name == "status") {
      append_member("status", original->status, resolved);
    } else {
      if (!resolved.ends_with('{')) resolved += ", ";
      resolved.append("\"").append(member.name).append("\": ");
      if (member.is_string) resolved += '"';
      resolved += member.value;
      if (member.is_string) resolved += '"';
    }
  }
  append_member("orig.length", shown.length, resolved);
  append_member("orig.offset", shown.offset, resolved);
  append_member("orig.filename", shown.filename, resolved);
  resolved += '}';
  return true;
}

}  // namespace wax::cdx
