#include "document/maker/document_print.h"

#include <unicode/uloc.h>

#include <vector>

#include "text/ascii.h"
#include "warc/http/headers.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"
#include "warc/writer/arc_to_warc.h"
#include "warc/writer/writer.h"

namespace wax::document {
namespace {

void print_links(const Document& document, std::string& out) {
  const std::string& source =
      document.url.empty() ? document.filename : document.url;
  for (const Link& link : document.links) {
    out.append(source).append("\t").append(link.url).append("\t");
    out.append(link.rel).append("\t").append(link.text).append("\n");
  }
}

void print_conversion(const Document& document, std::string_view record_id,
                      std::string& out) {
  if (document.url.empty() || !warc::is_date14(document.date)) return;
  if (document.url.find_first_of("\r\n") != std::string::npos) return;
  std::string block = document.title;
  if (!block.empty()) block += '\n';
  block += document.content;
  if (block.empty()) return;
  block += '\n';
  std::string origin(record_id);
  if (origin.empty()) {
    origin = document.filename + " " + std::to_string(document.offset);
  }
  const std::string date = warc::iso_date(document.date);
  const std::string id =
      "<urn:uuid:" + warc::name_uuid("conversion " + origin) + ">";
  warc::Digester digester;
  digester.update(block);
  const std::string digest = warc::spelling(digester.finish());
  std::vector<warc::Field> fields = {{"WARC-Type", "conversion"},
                                     {"WARC-Target-URI", document.url},
                                     {"WARC-Date", date},
                                     {"WARC-Record-ID", id}};
  if (!record_id.empty()) fields.push_back({"WARC-Refers-To", record_id});
  fields.push_back({"WARC-Block-Digest", digest});
  const std::string_view language =
      uloc_getISO3Language(document.language.c_str());
  if (!language.empty()) {
    fields.push_back({"WARC-Identified-Content-Language", language});
  }
  fields.push_back({"Content-Type", "text/plain"});
  warc::append_header("1.0", fields, block.size(), out);
  out += block;
}

}  // namespace

void print_wet_info(std::string_view first, std::string_view software,
                    std::string& out) {
  constexpr std::string_view kDate = "\r\nWARC-Date: ";
  std::string_view date = first.substr(first.find(kDate) + kDate.size());
  date = date.substr(0, date.find('\r'));
  const std::string id =
      "<urn:uuid:" + warc::name_uuid("wet " + std::string(first)) + ">";
  std::string block = "software: ";
  block.append(software).append("\r\nformat: WARC File Format 1.0\r\n");
  const warc::Field fields[] = {{"WARC-Type", "warcinfo"},
                                {"WARC-Date", date},
                                {"WARC-Record-ID", id},
                                {"Content-Type", "application/warc-fields"}};
  warc::append_header("1.0", fields, block.size(), out);
  out += block;
}

void print_document(const Document& document, DocumentForm form,
                    std::string_view record_id,
                    std::span<const DocumentField> fields, std::string& out) {
  switch (form) {
    case DocumentForm::kJson:
      append_json(document, fields, out);
      out += '\n';
      break;
    case DocumentForm::kMain:
    case DocumentForm::kText: {
      std::string main;
      if (form == DocumentForm::kMain) main = main_text(document);
      const bool is_whole =
          form == DocumentForm::kText ||
          (main.empty() &&
           warc::text_kind(document.type) != warc::TextKind::kHtml);
      const std::string& text = is_whole ? document.content : main;
      if (!text.empty()) out.append(text).append("\n");
      break;
    }
    case DocumentForm::kLinks:
      print_links(document, out);
      break;
    case DocumentForm::kWet:
      print_conversion(document, record_id, out);
      break;
  }
}

}  // namespace wax::document
