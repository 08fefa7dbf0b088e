#include "python/documents.h"

#include <unistd.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "cdx/indexer/indexer_args.h"
#include "document/charset/charset.h"
#include "document/html/html_tree.h"
#include "document/maker/document_maker.h"
#include "document/page/visible_text.h"
#include "document/text/document.h"
#include "python/bodies.h"
#include "python/errors.h"
#include "python/records.h"
#include "python/texts.h"
#include "text/number.h"
#include "warc/http/media_type.h"
#include "warc/record/record_part.h"

namespace py = pybind11;

namespace wax::python {
namespace {

using document::Document;
using document::DocumentField;

constexpr uint64_t kMostBody = uint64_t{64} << 20;

std::string& worker_program() {
  static std::string program;  // set when the package is imported
  return program;
}

// The maker of this thread. A child of fork() leaves that of its parent alone,
// whose child process it would end.
document::DocumentMaker& maker_of_thread() {
  struct Maker {
    int process = getpid();
    std::unique_ptr<document::DocumentMaker> maker;
  };
  static thread_local Maker own;
  if (own.process != getpid()) {
    (void)own.maker.release();
    own.process = getpid();
  }
  if (!own.maker) {
    document::TextWorkerOptions worker;
    worker.program = worker_program();
    own.maker = std::make_unique<document::DocumentMaker>(kMostBody, "",
                                                          std::move(worker));
  }
  return *own.maker;
}

py::object value_of(const Document& document, const DocumentField& field) {
  return std::visit(
      [&](auto member) -> py::object {
        if constexpr (std::is_invocable_v<decltype(member), const Document&> &&
                      !std::is_member_object_pointer_v<decltype(member)>) {
          return text_of(member(document));
        } else {
          const auto& value = document.*member;
          using Value = std::remove_cvref_t<decltype(value)>;
          py::list list;
          if constexpr (std::is_same_v<Value, std::string>) {
            return text_of(value);
          } else if constexpr (std::is_same_v<Value, document::NoText>) {
            return text_of(document::word_of(value));
          } else if constexpr (std::is_same_v<Value,
                                              std::vector<document::Link>>) {
            for (const document::Link& link : value) {
              py::dict each;
              each["url"] = text_of(link.url);
              each["text"] = text_of(link.text);
              each["rel"] = text_of(link.rel);
              list.append(each);
            }
            return list;
          } else if constexpr (std::is_same_v<Value,
                                              std::vector<document::Image>>) {
            for (const document::Image& image : value) {
              py::dict each;
              each["url"] = text_of(image.url);
              each["alt"] = text_of(image.alt);
              each["caption"] = text_of(image.caption);
              list.append(each);
            }
            return list;
          } else if constexpr (std::is_same_v<Value,
                                              std::vector<text::TextRange>>) {
            for (const text::TextRange& range : value) {
              list.append(py::make_tuple(range.begin, range.end));
            }
            return list;
          } else {
            return py::cast(value);
          }
        }
      },
      field.member);
}

const DocumentField* find_field(const std::string& name) {
  for (const DocumentField& field : document::printed_fields()) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

py::object get_field(const Document& document, const std::string& name) {
  const DocumentField* field = find_field(name);
  if (field == nullptr) throw py::attribute_error(name);
  return value_of(document, *field);
}

py::dict dict_of(const Document& document) {
  py::dict dict;
  for (const DocumentField& field : document::printed_fields()) {
    dict[text_of(field.name)] = value_of(document, field);
  }
  return dict;
}

std::unique_ptr<Document> document_of_record(PythonRecord& record) {
  auto made = std::make_unique<Document>();
  const warc::Record& fields = record.fields();
  Reading& reading = record.reading();
  reading.run([&] {
    std::string block = io::read_all(reading.unread_block(), kMostBody + 1);
    reading.end_part();
    warc::BlockHead head;
    document::CapturedBlock captured;
    captured.bytes = block;
    captured.is_http = warc::has_http_message(fields);
    if (captured.is_http) {
      io::MemorySource source(block);
      head.read(source);
    }
    captured.whole = block.size() <= kMostBody;
    captured.content_type = fields.content_type;
    captured.archive = record.file();
    captured.offset = fields.offset;
    made->filename = cdx::archive_name(record.file(), {});
    made->offset = fields.offset;
    made->date = date14_of(fields).value_or("");
    made->url = fields.target_uri;
    std::string_view type = fields.content_type;
    if (captured.is_http) {
      type = head.headers().find("Content-Type").value_or("");
      made->status = text::whole_number<int>(head.status()).value_or(0);
    }
    made->type = warc::bare_type(type);
    maker_of_thread().make(captured, block.size(), *made, reading.problems());
  });
  return made;
}

std::unique_ptr<Document> document_of_bytes(const std::string& bytes,
                                            const std::string& url,
                                            const std::string& content_type) {
  auto made = std::make_unique<Document>();
  py::gil_scoped_release release;
  NoProblems ignored;
  document::CapturedBlock captured;
  captured.bytes = bytes;
  captured.whole = bytes.size() <= kMostBody;
  captured.content_type = content_type;
  captured.archive = "<document>";
  made->url = url;
  made->type = warc::bare_type(content_type);
  maker_of_thread().make(captured, bytes.size(), *made, ignored);
  return made;
}

// The visible text alone: no main content, language and the like.
std::string plain_text(std::string_view bytes, bool is_text) {
  static thread_local document::HtmlTree tree;
  std::string buffer;
  std::string_view page = bytes;
  if (!is_text) {
    page = document::decode_page(
        bytes, document::sniff_charset(bytes, "", true), "", buffer);
  }
  return document::visible_text(page, tree);
}

py::str plain_text_of(const py::object& page) {
  std::string text;
  if (PyUnicode_Check(page.ptr())) {
    const std::string bytes = bytes_of_text(page);
    {
      py::gil_scoped_release release;
      text = plain_text(bytes, true);
    }
    return text_of(text);
  }
  const ObjectBytes bytes(page);
  {
    py::gil_scoped_release release;
    text = plain_text(bytes.text(), false);
  }
  return text_of(text);
}

}  // namespace

void declare_documents(py::module_& module) {
  py::class_<Document>(
      module, "Document",
      "What a body says. Fields are attributes and items: url, type, charset, "
      "title, description, keywords, author, published, modified, language, "
      "headings, text (the visible text), main (what the page is about), links "
      "and images (lists of dicts), and others that wax-text(1) lists. A text "
      "that is not known is empty.")
      .def("__getattr__", &get_field)
      .def("__getitem__",
           [](const Document& document, const std::string& name) {
             if (find_field(name) == nullptr) throw py::key_error(name);
             return get_field(document, name);
           })
      .def("__dir__",
           [](const py::object& self) {
             py::list names = py::module_::import("builtins")
                                  .attr("object")
                                  .attr("__dir__")(self);
             for (const DocumentField& field : document::printed_fields()) {
               names.append(text_of(field.name));
             }
             return names;
           })
      .def("asdict", &dict_of, "All fields.")
      .def("__repr__", [](const Document& document) {
        return text_of("<waxwing_warc.Document " + document.type + " '" +
                       document.title + "'>");
      });
  module.def("document_of_record", &document_of_record);
  module.def("document_of_bytes", &document_of_bytes);
  module.def("plain_text", &plain_text_of);
  module.def("set_text_worker",
             [](const std::string& program) { worker_program() = program; });
}

}  // namespace wax::python
