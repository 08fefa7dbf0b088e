#include "cdx/lookup/revisit_resolver.h"

#include <algorithm>
#include <vector>

#include "cdx/format/asked_errors.h"
#include "io/error.h"
#include "text/json.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

enum Column {
  kMime,
  kStatus,
  kDigest,
  kOffset,
  kFilename,
  kLength,
  kKey,
  kDate,
  kUrl
};

bool has(const LineFormat& format, std::string_view letters) {
  return format.json ||
         std::all_of(letters.begin(), letters.end(), [&](char letter) {
           return format.legend.column(letter) >= 0;
         });
}

std::vector<std::string> names(const LineFormat& format) {
  std::vector<std::string> names = {"mime", "status", "digest", "offset",
                                    "filename"};
  if (has(format, "S")) names.emplace_back("length");
  if (has(format, "SNba")) {
    names.insert(names.end(), {"urlkey", "timestamp", "url"});
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

void append_member_as_it_is(const text::JsonMemberText& member,
                            std::string& out) {
  if (!out.ends_with('{')) out += ", ";
  out.append("\"").append(member.name).append("\": ");
  if (member.is_string) out += '"';
  out += member.value;
  if (member.is_string) out += '"';
}

}  // namespace

const RevisitResolver::Original RevisitResolver::kNoOriginal = {"", "", "-",
                                                                "-", "-"};

RevisitColumns::RevisitColumns(const LineFormat& format,
                               const std::string& file)
    : fields_(names(format)),
      has_length_(has(format, "S")),
      has_url_(has(format, "SNba")) {
  fields_.begin(format, file);
  if (!format.json && format.legend.column(kOriginalColumns[0]) >= 0) {
    throw InputError(file, "has revisits that are already resolved");
  }
}

LineFormat RevisitColumns::resolved_format() const {
  LineFormat format = fields_.format();
  if (!format.json) format.legend.letters += kOriginalColumns;
  return format;
}

bool RevisitResolver::resolve(RevisitColumns& columns, std::string_view line,
                              std::string& resolved) {
  if (columns.fields_.read(line) != LineFields::Line::kCapture) return false;
  const Original* original = find_original(columns);
  const LineFormat& format = columns.fields_.format();
  resolved.clear();
  if (format.json) {
    append_cdxj_line(line, original, resolved);
  } else {
    append_cdx_line(line, format.legend, original, resolved);
  }
  return true;
}

const RevisitResolver::Original* RevisitResolver::find_original(
    const RevisitColumns& columns) {
  const LineFields& fields = columns.fields_;
  bool revisit = fields[kMime] == "warc/revisit" || fields[kFilename] == "-";
  auto find_elsewhere = [&]() -> const Original* {
    if (!revisit || elsewhere_ == nullptr || !columns.has_url_) return nullptr;
    LoneRevisit lone{fields[kKey],     fields[kDate],   fields[kUrl],
                     fields[kDigest],  fields[kLength], fields[kOffset],
                     fields[kFilename]};
    return elsewhere_(lone, found_) ? &found_ : nullptr;
  };
  if (fields[kDigest] == "-") return find_elsewhere();
  digest_.clear();
  warc::append_normal_digest(fields[kDigest], digest_);
  auto found = originals_.find(digest_);
  if (found != originals_.end()) return revisit ? &found->second : nullptr;
  if (revisit) return find_elsewhere();
  auto [made, is_new] = originals_.emplace(
      digest_,
      Original{std::string(fields[kMime]), std::string(fields[kStatus]),
               std::string(columns.has_length_ ? fields[kLength] : "-"),
               std::string(fields[kOffset]), std::string(fields[kFilename])});
  digests_.push_back(&made->first);
  if (digests_.size() > kMostDigests) {
    originals_.erase(*digests_.front());
    digests_.pop_front();
  }
  return nullptr;
}

void RevisitResolver::append_cdx_line(std::string_view line,
                                      const Legend& legend,
                                      const Original* original,
                                      std::string& out) {
  Columns columns(line, legend.delimiter);
  std::string_view column;
  for (size_t i = 0; columns.next(column); ++i) {
    char letter = i < legend.letters.size() ? legend.letters[i] : '\0';
    if (original != nullptr && letter == 'm') column = original->mime;
    if (original != nullptr && letter == 's') column = original->status;
    if (i > 0) out += legend.delimiter;
    out += column;
  }
  const Original& shown = original != nullptr ? *original : kNoOriginal;
  for (const std::string* text :
       {&shown.length, &shown.offset, &shown.filename}) {
    out += legend.delimiter;
    out += *text;
  }
}

void RevisitResolver::append_cdxj_line(std::string_view line,
                                       const Original* original,
                                       std::string& out) {
  CdxjParts parts;
  (void)split_cdxj(line, parts);
  out.append(line.data(), parts.json.data()) += '{';
  text::JsonMembers members(parts.json);
  text::JsonMemberText member;
  while (members.next(member)) {
    if (original != nullptr && member.name == "mime") {
      append_member("mime", original->mime, out);
    } else if (original != nullptr && member.name == "status") {
      append_member("status", original->status, out);
    } else {
      append_member_as_it_is(member, out);
    }
  }
  const Original& shown = original != nullptr ? *original : kNoOriginal;
  append_member("orig.length", shown.length, out);
  append_member("orig.offset", shown.offset, out);
  append_member("orig.filename", shown.filename, out);
  out += '}';
}

}  // namespace wax::cdx
