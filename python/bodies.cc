#include "python/bodies.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <exception>
#include <optional>

#include "python/errors.h"
#include "python/sources.h"
#include "python/texts.h"

namespace py = pybind11;

namespace wax::python {
namespace {

constexpr size_t kFirstBytes = 64 * 1024;
// What is made between two looks for signals.
constexpr size_t kMostAtOnce = 16 * 1024 * 1024;

// The size that a read of all begins with: that of the block, unless it is too
// large to be believed.
size_t first_size(const warc::Record& record) {
  if (record.content_length == warc::Record::kNoLength) return kFirstBytes;
  return static_cast<size_t>(
             std::min<uint64_t>(record.content_length, kMostAtOnce)) +
         1;
}

size_t limit_of(Body::Size size) {
  return size.value_or(-1) < 0 ? SIZE_MAX : static_cast<size_t>(*size);
}

void resize(PyObject*& bytes, size_t size) {
  if (_PyBytes_Resize(&bytes, static_cast<Py_ssize_t>(size)) != 0) {
    throw py::error_already_set();
  }
}

int get_buffer(PyObject* object, Py_buffer* view, int flags) {
  try {
    std::string_view bytes = py::cast<Body&>(py::handle(object)).hold();
    return PyBuffer_FillInfo(view, object, const_cast<char*>(bytes.data()),
                             static_cast<Py_ssize_t>(bytes.size()), 1, flags);
  } catch (...) {
    set_python_error(std::current_exception());
    view->obj = nullptr;
    return -1;
  }
}

}  // namespace

size_t Body::read_some(char* out, size_t size) {
  Reading& reading = record_->reading();
  size_t got = 0;
  reading.run([&] {
    io::ByteSource& source = reading.part(part_);
    while (got < size) {
      size_t wanted = std::min(size - got, kMostAtOnce);
      size_t n = source.read_into(out + got, wanted);
      got += n;
      if (n < wanted) return reading.end_part();
      if (wanted == kMostAtOnce) check_signals();
    }
  });
  return got;
}

void Body::check_open() const {
  if (!is_closed_) return;
  const warc::Record& fields = record_->fields();
  raise("ClosedError",
        record_->file() + ": at byte " + std::to_string(fields.offset) +
            ": this part of the block was closed",
        {record_->file(), fields.offset});
}

py::bytes Body::read(Size size) {
  check_open();
  const size_t most = limit_of(size);
  if (is_held_) {
    const size_t n = std::min(held_.size() - at_, most);
    at_ += n;
    return bytes_of(std::string_view(held_).substr(at_ - n, n));
  }
  // What is asked for may be more than there is.
  size_t room = std::min(most, first_size(record_->fields()));
  PyObject* bytes =
      PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(room));
  if (bytes == nullptr) throw py::error_already_set();
  auto owner = py::reinterpret_steal<py::bytes>(bytes);
  size_t got = 0;
  for (;;) {
    got += read_some(PyBytes_AS_STRING(owner.ptr()) + got, room - got);
    if (got < room || got == most) break;
    room = std::min(most, std::max(room * 2, kFirstBytes));
    PyObject* larger = owner.release().ptr();
    resize(larger, room);
    owner = py::reinterpret_steal<py::bytes>(larger);
  }
  PyObject* whole = owner.release().ptr();
  if (got < room) resize(whole, got);
  return py::reinterpret_steal<py::bytes>(whole);
}

size_t Body::read_into(const py::object& buffer) {
  check_open();
  const ObjectBytes bytes(buffer, /*to_write=*/true);
  if (!is_held_) return read_some(bytes.data(), bytes.size());
  size_t n = held_.copy(bytes.data(), bytes.size(), at_);
  at_ += n;
  return n;
}

py::bytes Body::read_line(Size size) {
  check_open();
  const size_t most = limit_of(size);
  std::string line;
  if (is_held_) {
    size_t end = held_.find('\n', at_);
    end = end == std::string::npos ? held_.size() : end + 1;
    line = held_.substr(at_, std::min(end - at_, most));
    at_ += line.size();
    return bytes_of(line);
  }
  Reading& reading = record_->reading();
  reading.run([&] {
    io::ByteSource& source = reading.part(part_);
    while (line.size() < most) {
      std::string_view next = source.peek(1);
      if (next.empty()) return reading.end_part();
      next = next.substr(0, most - line.size());
      size_t end = next.find('\n');
      if (end != std::string_view::npos) next = next.substr(0, end + 1);
      line += next;
      source.consume(next.size());
      if (end != std::string_view::npos) return;
    }
  });
  return bytes_of(line);
}

std::string_view Body::hold() {
  check_open();
  if (!is_held_) {
    size_t room = first_size(record_->fields());
    size_t got = 0;
    std::string bytes;
    for (;;) {
      bytes.resize(room);
      got += read_some(bytes.data() + got, room - got);
      if (got < room) break;
      room *= 2;
    }
    bytes.resize(got);
    held_ = std::move(bytes);
    is_held_ = true;
  }
  return std::string_view(held_).substr(at_);
}

namespace {

[[noreturn]] void throw_unseekable() {
  const py::object type =
      py::module_::import("io").attr("UnsupportedOperation");
  PyErr_SetString(type.ptr(), "the body of a record is read once, in order");
  throw py::error_already_set();
}

}  // namespace

void declare_bodies(py::module_& module) {
  py::class_<Body>(
      module, "Body",
      "A part of the block of a record: a binary file that is read once, "
      "before "
      "the archive goes on. memoryview(body) takes what is left of it without "
      "another copy, and stays.",
      py::custom_type_setup([](PyHeapTypeObject* type) {
        type->as_buffer.bf_getbuffer = get_buffer;
        type->ht_type.tp_as_buffer = &type->as_buffer;
      }))
      .def("read", &Body::read, py::arg("size") = -1,
           "At most so many bytes, or all that are left; fewer at the end.")
      .def(
          "readall", [](Body& body) { return body.read({}); },
          "All bytes that are left.")
      .def("read1", &Body::read, py::arg("size") = -1, "The same as read().")
      .def("readinto", &Body::read_into, py::arg("buffer"),
           "Reads into a buffer, and returns how many bytes were there.")
      .def("readline", &Body::read_line, py::arg("size") = -1,
           "The bytes up to a line end, which is among them, or the end.")
      .def(
          "readlines",
          [](Body& body, std::optional<int64_t> hint) {
            py::list lines;
            const int64_t wanted = hint.value_or(-1);
            int64_t got = 0;
            do {
              py::bytes line = body.read_line({});
              const int64_t size = PyBytes_GET_SIZE(line.ptr());
              if (size == 0) break;
              lines.append(line);
              got += size;
            } while (wanted <= 0 || got < wanted);
            return lines;
          },
          py::arg("hint") = -1,
          "The lines that are left, with their ends; with a hint, as many as "
          "have that many bytes.")
      .def("__enter__", [](py::object self) { return self; })
      .def("__exit__", [](Body& body, const py::args&) { body.close(); })
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__",
           [](Body& body) {
             py::bytes line = body.read_line({});
             if (PyBytes_GET_SIZE(line.ptr()) == 0) throw py::stop_iteration();
             return line;
           })
      .def(
          "readable", [](const Body&) { return true; }, "True.")
      .def(
          "writable", [](const Body&) { return false; }, "False.")
      .def(
          "seekable", [](const Body&) { return false; }, "False.")
      .def(
          "seek",
          [](const Body&, const py::args&) { throw_unseekable(); },
          "Raises io.UnsupportedOperation.")
      .def(
          "tell", [](const Body&) { throw_unseekable(); },
          "Raises io.UnsupportedOperation.")
      .def(
          "flush", [](const Body&) {}, "Does nothing.")
      .def("close", &Body::close,
           "Ends the reading of this object; another one of the record, and "
           "memoryviews, go on.")
      .def_property_readonly("closed", &Body::is_closed,
                             "Whether close() was called.");
}

}  // namespace wax::python
