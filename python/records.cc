#include "python/records.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <utility>

#include "io/byte_source.h"
#include "python/bodies.h"
#include "python/errors.h"
#include "python/texts.h"
#include "python/warcio_heads.h"
#include "text/ascii.h"
#include "text/number.h"
#include "warc/record/date.h"

namespace py = pybind11;

namespace wax::python {

PythonRecord::PythonRecord(std::shared_ptr<Reading> reading,
                           std::shared_ptr<const std::string> file)
    : reading_(std::move(reading)),
      number_(reading_->number()),
      file_(std::move(file)),
      place_(reading_->place()) {
  warc::Record& current = reading_->record();
  const std::string_view header = current.raw_header;
  header_ = header;
  // The reading keeps what it needs to read the block.
  fields_.format = current.format;
  fields_.type = current.type;
  fields_.content_length = current.content_length;
  fields_.negative_length = current.negative_length;
  fields_.offset = current.offset;
  fields_.headers = std::move(current.headers);
  fields_.raw_header = header_;
  fields_.version = moved(current.version, header);
  fields_.type_name = moved(current.type_name, header);
  fields_.target_uri = moved(current.target_uri, header);
  fields_.date = moved(current.date, header);
  fields_.content_type = moved(current.content_type, header);
  fields_.ip_address = moved(current.ip_address, header);
}

std::string_view PythonRecord::moved(std::string_view view,
                                     std::string_view header) const {
  const auto at = static_cast<size_t>(view.data() - header.data());
  if (view.data() >= header.data() && at + view.size() <= header.size()) {
    return std::string_view(header_).substr(at, view.size());
  }
  return view;
}

Reading& PythonRecord::reading() const {
  if (reading_->turn().is_closed() || reading_->number() != number_) {
    raise("StaleRecordError",
          *file_ + ": at byte " + std::to_string(fields_.offset) +
              ": the block of this record is gone: the archive went on or was "
              "closed",
          {*file_, fields_.offset});
  }
  return *reading_;
}

std::optional<std::string> date14_of(const warc::Record& record) {
  return record.format == warc::Format::kArc
             ? warc::date14_of_arc(record.date)
             : warc::date14_of_warc(record.date);
}

std::shared_ptr<const warc::BlockHead> PythonRecord::head() {
  if (!knows_head_) {
    Reading& from = reading();
    from.run([&] { head_ = from.head(); });
    knows_head_ = true;
  }
  return head_;
}

namespace {

using RecordPointer = std::shared_ptr<PythonRecord>;

// The fields of a header block: of a record, or of an HTTP head.
struct PythonHeaders {
  std::shared_ptr<const void> owner;
  const warc::Headers* headers;
};

struct PythonHead {
  std::shared_ptr<const warc::BlockHead> head;
  bool is_request;
};

py::list names_of(const PythonHeaders& headers) {
  py::list names;
  for (const warc::Field& field : headers.headers->all()) {
    names.append(text_of(field.name));
  }
  return names;
}

py::list values_of(const PythonHeaders& headers) {
  py::list values;
  for (const warc::Field& field : headers.headers->all()) {
    values.append(text_of(field.value));
  }
  return values;
}

py::list items_of(const PythonHeaders& headers) {
  py::list items;
  for (const warc::Field& field : headers.headers->all()) {
    items.append(py::make_tuple(text_of(field.name), text_of(field.value)));
  }
  return items;
}

py::object timestamp_of(const warc::Record& record) {
  auto date = date14_of(record);
  if (!date) return py::none();
  return text_of(*date);
}

py::object datetime_of(const warc::Record& record) {
  auto date = date14_of(record);
  auto seconds = date ? warc::seconds_of_date(*date) : std::nullopt;
  // Python's years begin at 1.
  if (!seconds || date->starts_with("0000")) return py::none();
  py::module_ times = py::module_::import("datetime");
  py::object second =
      times.attr("datetime")
          .attr("fromtimestamp")(*seconds, times.attr("timezone").attr("utc"));
  if (record.format == warc::Format::kArc) return second;
  return second.attr("replace")(py::arg("microsecond") =
                                    warc::microseconds_of_warc(record.date));
}

// Passes over the rest of the block, if the record is the current one. Its HTTP
// head stays.
const RecordPlace& known_place(PythonRecord& record) {
  if (!record.place().is_known) {
    Reading& reading = record.reading();
    reading.run([&] {
      reading.keep_head();
      reading.finish_record();
    });
  }
  return record.place();
}

Reading::Digests check_digests(PythonRecord& record, bool keep) {
  Reading& reading = record.reading();
  Reading::Digests digests;
  reading.run([&] { digests = reading.check_digests(record.fields(), keep); });
  return digests;
}

py::object part_of(const RecordPointer& record, Reading::Part part) {
  (void)record->reading();
  return py::cast(Body(record, part));
}

py::object http_of(const RecordPointer& record) {
  auto head = record->head();
  if (head == nullptr) return py::none();
  return py::cast(PythonHead{
      std::move(head), record->fields().type == warc::RecordType::kRequest});
}

PythonHeaders headers_of(const RecordPointer& record) {
  return {record, &record->fields().headers};
}

py::object get_header(const warc::Headers& headers, const std::string& name,
                      py::object otherwise) {
  auto value = headers.find(name);
  if (!value) return otherwise;
  return text_of(*value);
}

py::object get_of_headers(const PythonHeaders& each, const std::string& name,
                          py::object otherwise) {
  return get_header(*each.headers, name, std::move(otherwise));
}

// Headers are pickled as lines of "name: value".
py::tuple state_of_headers(const PythonHeaders& each) {
  std::string lines;
  for (const warc::Field& field : each.headers->all()) {
    lines.append(field.name).append(": ").append(field.value).append("\r\n");
  }
  return py::make_tuple(bytes_of(lines));
}

PythonHeaders headers_of_state(const py::tuple& state) {
  struct Held {
    std::string lines;
    warc::Headers headers;
  };
  auto held = std::make_shared<Held>();
  held->lines = state[0].cast<std::string>();
  held->headers.parse(held->lines);
  return {held, &held->headers};
}

void declare_headers(py::module_& module) {
  py::class_<PythonHeaders>(
      module, "Headers", py::module_local(),
      "The fields of a header, in their order; names are compared without "
      "regard to case. [] and get() give the first field of a name, get_all() "
      "gives all. get_header() is warcio's name of get().")
      .def("__getitem__",
           [](const PythonHeaders& each, const std::string& name) {
             auto value = each.headers->find(name);
             if (!value) throw py::key_error(name);
             return text_of(*value);
           })
      .def("__contains__",
           [](const PythonHeaders& each, const std::string& name) {
             return each.headers->find(name).has_value();
           })
      .def("__len__",
           [](const PythonHeaders& each) { return each.headers->all().size(); })
      .def("__iter__",
           [](const PythonHeaders& each) { return py::iter(names_of(each)); })
      .def("get", &get_of_headers, py::arg("name"),
           py::arg("default") = py::none(),
           "The value of the first field of a name.")
      .def("get_header", &get_of_headers, py::arg("name"),
           py::arg("default") = py::none(), "warcio's name of get().")
      .def(
          "get_all",
          [](const PythonHeaders& each, const std::string& name) {
            py::list values;
            for (std::string_view value : each.headers->find_all(name)) {
              values.append(text_of(value));
            }
            return values;
          },
          py::arg("name"), "The values of all fields of a name.")
      .def("keys", &names_of, "The names, as often as there are fields.")
      .def("values", &values_of, "The values, in the order of keys().")
      .def("items", &items_of, "Pairs of name and value.")
      .def(py::pickle(&state_of_headers, &headers_of_state))
      .def("__repr__", [](const PythonHeaders& each) {
        return text_of("<waxwing_warc.Headers ") + py::repr(items_of(each)) +
               text_of(">");
      });
}

void declare_head(py::module_& module) {
  py::class_<PythonHead>(module, "HttpHead", py::module_local(),
                         "The head of an HTTP message.")
      .def_property_readonly(
          "start_line",
          [](const PythonHead& each) {
            return text_of(each.head->start_line());
          },
          "The first line: of a request or a status.")
      .def_property_readonly(
          "status",
          [](const PythonHead& each) -> py::object {
            auto status = text::whole_number<int>(each.head->status());
            if (each.is_request || !status) return py::none();
            return py::int_(*status);
          },
          "The number, or None when there is none.")
      .def_property_readonly(
          "reason",
          [](const PythonHead& each) {
            if (each.is_request) return text_of("");
            std::string_view text = each.head->status_and_reason();
            return text_of(text::trim(text.substr(each.head->status().size())));
          },
          "What follows the status in its line; empty of a request.")
      .def_property_readonly(
          "method",
          [](const PythonHead& each) -> py::object {
            if (!each.is_request) return py::none();
            return text_of(each.head->version_or_method());
          },
          "Of a request, such as GET; None of a response.")
      .def_property_readonly(
          "target",
          [](const PythonHead& each) -> py::object {
            if (!each.is_request) return py::none();
            std::string_view text = each.head->status_and_reason();
            return text_of(text.substr(0, text.rfind(" HTTP/")));
          },
          "What a request asks for; None of a response.")
      .def_property_readonly(
          "headers",
          [](const PythonHead& each) {
            return PythonHeaders{each.head, &each.head->headers()};
          },
          "The fields.")
      .def_property_readonly(
          "raw",
          [](const PythonHead& each) { return bytes_of(each.head->raw()); },
          "The head as it is stored.")
      // The names that warcio has for these.
      .def(
          "get_statuscode",
          [](const PythonHead& each) { return text_of(each.head->status()); },
          "The status as written, as warcio gives it.")
      .def(
          "get_header",
          [](const PythonHead& each, const std::string& name,
             py::object otherwise) {
            return get_header(each.head->headers(), name, std::move(otherwise));
          },
          py::arg("name"), py::arg("default") = py::none(),
          "The value of the first field of a name.")
      .def(py::pickle(
          [](const PythonHead& each) {
            return py::make_tuple(bytes_of(each.head->raw()), each.is_request);
          },
          [](const py::tuple& state) {
            const auto raw = state[0].cast<std::string>();
            auto head = std::make_shared<warc::BlockHead>();
            io::MemorySource source(raw);
            head->read(source);
            return PythonHead{std::move(head), state[1].cast<bool>()};
          }))
      .def("__repr__", [](const PythonHead& each) {
        return text_of("<waxwing_warc.HttpHead '" +
                       std::string(each.head->start_line()) + "'>");
      });
}

void declare_digests(py::module_& module) {
  auto holds = [](std::optional<bool> Reading::Digests::*member) {
    return [member](const Reading::Digests& each) { return each.*member; };
  };
  py::class_<Reading::Digests>(
      module, "Digests",
      "Whether the digests of a record hold: True, False, or None when it "
      "states none or its bytes are not all there.")
      .def_property_readonly("block", holds(&Reading::Digests::block),
                             "WARC-Block-Digest.")
      .def_property_readonly("payload", holds(&Reading::Digests::payload),
                             "WARC-Payload-Digest.")
      .def("__repr__", [](const py::object& self) {
        return py::str("<waxwing_warc.Digests block={} payload={}>")
            .format(self.attr("block"), self.attr("payload"));
      });
}

}  // namespace

void declare_records(py::module_& module) {
  declare_headers(module);
  declare_head(module);
  declare_digests(module);
  using Record = py::class_<PythonRecord, RecordPointer>;
  Record record(
      module, "Record", py::module_local(),
      "A record. Its header stays; its block is read once, before the "
      "archive goes on.");
  auto text_property = [&](const char* name,
                           std::string_view warc::Record::*member,
                           const char* about) {
    record.def_property_readonly(
        name,
        [member](const PythonRecord& each) {
          return text_of(each.fields().*member);
        },
        about);
  };
  record
      .def_property_readonly(
          "format",
          [](const PythonRecord& each) {
            return each.fields().format == warc::Format::kArc ? "arc" : "warc";
          },
          "arc or warc.")
      .def_property_readonly(
          "type",
          [](const PythonRecord& each) {
            return text_of(warc::name(each.fields().type));
          },
          "warcinfo, response, resource, request, metadata, revisit, "
          "conversion, continuation, filedesc (the version block of an ARC "
          "file), or unknown.");
  text_property("type_name", &warc::Record::type_name, "The type as written.");
  text_property("version", &warc::Record::version, "Such as 1.0, of ARC 1.");
  text_property("url", &warc::Record::target_uri,
                "The URL of the record; empty when it has none.");
  text_property("date", &warc::Record::date, "The date as written.");
  text_property("content_type", &warc::Record::content_type,
                "The media type of the block.");
  text_property("ip_address", &warc::Record::ip_address, "As written.");
  record
      .def_property_readonly(
          "timestamp",
          [](const PythonRecord& each) { return timestamp_of(each.fields()); },
          "The date as 14 digits in UTC, or None.")
      .def_property_readonly(
          "datetime",
          [](const PythonRecord& each) { return datetime_of(each.fields()); },
          "The date as a datetime in UTC, with microseconds, or None.")
      .def_property_readonly(
          "id",
          [](const PythonRecord& each) -> py::object {
            auto id = each.fields().headers.find("WARC-Record-ID");
            if (!id) return py::none();
            return text_of(*id);
          },
          "WARC-Record-ID as written, or None.")
      .def_property_readonly(
          "headers", &headers_of,
          "The fields of the header; those of ARC have no names.")
      .def_property_readonly(
          "raw_header",
          [](const PythonRecord& each) {
            return bytes_of(each.fields().raw_header);
          },
          "The header as it is stored.")
      .def_property_readonly(
          "content_length",
          [](const PythonRecord& each) -> py::object {
            uint64_t length = each.fields().content_length;
            if (length == warc::Record::kNoLength) return py::none();
            return py::int_(length);
          },
          "Bytes of the block, as the header states them.")
      .def_property_readonly(
          "file", [](const PythonRecord& each) { return text_of(each.file()); },
          "The path or URL of its archive.")
      .def_property_readonly(
          "offset",
          [](const PythonRecord& each) { return each.fields().offset; },
          "Where the record begins in its file as it is stored.")
      .def_property_readonly(
          "length",
          [](PythonRecord& each) -> py::object {
            const RecordPlace& place = known_place(each);
            if (place.extent.length == 0) return py::none();
            return py::int_(place.extent.length);
          },
          "Bytes of the record as it is stored; None when it shares its member "
          "with others. Passes over the rest of the block.")
      .def_property_readonly(
          "intact", [](PythonRecord& each) { return known_place(each).intact; },
          "Whether the record is whole and undamaged. Passes over the rest of "
          "the block.")
      .def_property_readonly(
          "http", &http_of,
          "The head of the HTTP message; None when the block is none.")
      // The names that warcio has for these.
      .def_property_readonly(
          "rec_type",
          [](const PythonRecord& each) {
            return each.fields().type == warc::RecordType::kFiledesc
                       ? text_of("arc_header")
                       : text_of(each.fields().type_name);
          },
          "The type as warcio has it: as written, arc_header for filedesc.")
      .def_property_readonly(
          "rec_headers",
          [](const PythonRecord& each) { return warcio_head(each.fields()); },
          "The header as warcio has it.")
      .def_property_readonly(
          "http_headers",
          [](PythonRecord& each) -> py::object {
            auto head = each.head();
            if (head == nullptr) return py::none();
            return warcio_head(*head);
          },
          "The HTTP head as warcio has it, or None.")
      .def_property_readonly(
          "raw_stream",
          [](const RecordPointer& each) {
            return part_of(each, Reading::Part::kStored);
          },
          "warcio's name of payload.")
      .def(
          "content_stream",
          [](const RecordPointer& each) {
            return part_of(each, Reading::Part::kDecoded);
          },
          "warcio's name of body.")
      .def_property_readonly(
          "block",
          [](const RecordPointer& each) {
            return part_of(each, Reading::Part::kBlock);
          },
          "The block as it is stored, with an HTTP head.")
      .def_property_readonly(
          "payload",
          [](const RecordPointer& each) {
            return part_of(each, Reading::Part::kStored);
          },
          "The block after the HTTP head, as it is stored.")
      .def_property_readonly(
          "body",
          [](const RecordPointer& each) {
            return part_of(each, Reading::Part::kDecoded);
          },
          "The block after the HTTP head, without transfer and content "
          "codings.")
      .def("check_digests", &check_digests, py::kw_only(),
           py::arg("keep") = false,
           "Reads the block, which must be unread, and compares it with "
           "WARC-Block-Digest and WARC-Payload-Digest, as wax-warc-check does. "
           "What does not hold is a Problem as well. With keep the block stays "
           "readable, from memory; else it is gone.")
      .def("__repr__", [](const PythonRecord& each) {
        return text_of(
            "<waxwing_warc.Record " +
            std::string(warc::name(each.fields().type)) +
            " " + std::string(each.fields().target_uri) + " at byte " +
            std::to_string(each.fields().offset) + " of " + each.file() + ">");
      });
}

}  // namespace wax::python
