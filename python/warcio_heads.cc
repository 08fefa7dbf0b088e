#include "python/warcio_heads.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/ascii.h"

namespace py = pybind11;

namespace wax::python {
namespace {

struct StatusAndHeaders {
  std::string protocol;
  std::string statusline;
  std::vector<std::pair<std::string, std::string>> headers;
};

// UTF-8; bytes that are none are Latin-1.
py::str warcio_str(std::string_view bytes) {
  const auto size = static_cast<Py_ssize_t>(bytes.size());
  PyObject* text = PyUnicode_DecodeUTF8(bytes.data(), size, "strict");
  if (text == nullptr) {
    PyErr_Clear();
    text = PyUnicode_DecodeLatin1(bytes.data(), size, nullptr);
  }
  if (text == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(text);
}

std::string warcio_uri(std::string_view uri) {
  if (uri.starts_with('<') && uri.ends_with('>')) {
    uri = uri.substr(1, uri.size() - 2);
  }
  std::string clean;
  for (char c : uri) {
    if (c == ' ') {
      clean += "%20";
    } else {
      clean += c;
    }
  }
  return clean;
}

void add_fields(const warc::Headers& headers, StatusAndHeaders& made) {
  for (const warc::Field& field : headers.all()) {
    made.headers.emplace_back(field.name, field.value);
  }
}

const std::string* warcio_value(const StatusAndHeaders& each,
                                std::string_view name) {
  for (const auto& [other, value] : each.headers) {
    if (text::equal_ignoring_case(other, name)) return &value;
  }
  return nullptr;
}

std::string warcio_text(const StatusAndHeaders& each) {
  std::string text = each.protocol;
  if (!text.empty() && !each.statusline.empty()) text += ' ';
  text += each.statusline;
  if (!text.empty()) text += "\r\n";
  for (const auto& [name, value] : each.headers) {
    text += name + ": " + value + "\r\n";
  }
  return text;
}

py::list warcio_pairs(const StatusAndHeaders& each) {
  py::list list;
  for (const auto& [name, value] : each.headers) {
    list.append(py::make_tuple(warcio_str(name), warcio_str(value)));
  }
  return list;
}

}  // namespace

py::object warcio_head(const warc::Record& record) {
  StatusAndHeaders made;
  if (record.format == warc::Format::kArc) {
    made.protocol = "WARC/1.0";
    std::string_view line = record.raw_header;
    line = text::trim(line.substr(0, line.find('\n')));
    made.headers = {{"uri", std::string(record.target_uri)},
                    {"ip-address", std::string(record.ip_address)},
                    {"archive-date", std::string(record.date)},
                    {"content-type", std::string(record.content_type)},
                    {"length", std::string(line.substr(line.rfind(' ') + 1))}};
    return py::cast(std::move(made));
  }
  made.protocol = "WARC/" + std::string(record.version);
  add_fields(record.headers, made);
  for (auto& [name, value] : made.headers) {
    if (!text::equal_ignoring_case(name, "WARC-Target-URI")) continue;
    value = warcio_uri(value);
    break;
  }
  return py::cast(std::move(made));
}

py::object warcio_head(const warc::BlockHead& head) {
  StatusAndHeaders made;
  made.protocol = head.version_or_method();
  made.statusline = head.status_and_reason();
  add_fields(head.headers(), made);
  return py::cast(std::move(made));
}

void declare_warcio_heads(py::module_& module) {
  auto get_header = [](const StatusAndHeaders& each, const std::string& name,
                       py::object otherwise) -> py::object {
    const std::string* value = warcio_value(each, name);
    if (value == nullptr) return otherwise;
    return warcio_str(*value);
  };
  constexpr const char* kFirstField =
      "The first field of a name, compared without regard to case.";
  py::class_<StatusAndHeaders>(
      module, "StatusAndHeaders",
      "A head as warcio has it: protocol, statusline, headers (a list of pairs "
      "of name and value) and what reads them. Changes of the list change "
      "nothing.")
      .def_property_readonly(
          "protocol",
          [](const StatusAndHeaders& each) {
            return warcio_str(each.protocol);
          },
          "Such as WARC/1.0 or HTTP/1.1; of a request, its method.")
      .def_property_readonly(
          "statusline",
          [](const StatusAndHeaders& each) {
            return warcio_str(each.statusline);
          },
          "The rest of the first line.")
      .def_property_readonly("headers", &warcio_pairs,
                             "Pairs of name and value, in their order.")
      .def("get_header", get_header, py::arg("name"),
           py::arg("default_value") = py::none(), kFirstField)
      .def("get", get_header, py::arg("name"),
           py::arg("default_value") = py::none(), kFirstField)
      .def(
          "__getitem__",
          [get_header](const StatusAndHeaders& each, const std::string& name) {
            return get_header(each, name, py::none());
          },
          "Likewise; None when there is none.")
      .def("__contains__",
           [](const StatusAndHeaders& each, const std::string& name) {
             return warcio_value(each, name) != nullptr;
           })
      .def(
          "get_statuscode",
          [](const StatusAndHeaders& each) {
            return warcio_str(
                each.statusline.substr(0, each.statusline.find(' ')));
          },
          "The first word of the status line.")
      .def(
          "to_str",
          [](const StatusAndHeaders& each) {
            return warcio_str(warcio_text(each));
          },
          "The head, with its line ends.")
      .def("__str__",
           [](const StatusAndHeaders& each) {
             return warcio_str(warcio_text(each));
           })
      .def("__bool__",
           [](const StatusAndHeaders& each) {
             return !each.statusline.empty() || !each.headers.empty();
           })
      .def("__repr__", [](const StatusAndHeaders& each) {
        return py::str(
                   "StatusAndHeaders(protocol = '{}', statusline = '{}', "
                   "headers = {})")
            .format(warcio_str(each.protocol), warcio_str(each.statusline),
                    warcio_pairs(each));
      });
}

}  // namespace wax::python
