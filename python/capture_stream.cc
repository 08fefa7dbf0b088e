#include "python/capture_stream.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

#include "io/compress/gzip_format.h"
#include "io/compress/gzip_name.h"
#include "io/error.h"
#include "io/ordered_pool.h"
#include "io/output.h"
#include "io/remote/remote_file.h"
#include "python/errors.h"
#include "python/sources.h"
#include "python/texts.h"
#include "text/number.h"

namespace py = pybind11;

namespace wax::python {
namespace {

constexpr size_t kAtOnce = 256;
constexpr uint64_t kBetweenLooks = 1 << 16;

// What the fields of a capture say, in the order of kCaptureFields.
constexpr const char* kAboutFields[std::size(kCaptureFields)] = {
    "The key by which CDX files are sorted.",
    "The date as 14 digits in UTC.",
    "The URL as it was captured.",
    "The media type.",
    "The HTTP status.",
    "The digest of the payload.",
    "Where a redirect leads.",
    "Letters for what the page says to robots.",
    "Bytes of the record as it is stored.",
    "Where the record begins in its file as it is stored.",
    "The name of the archive."};

std::vector<std::string> field_names() {
  return {std::begin(kCaptureFields), std::end(kCaptureFields)};
}

// The top of a stream, and then its lines.
std::unique_ptr<lines::LineStream> with_top(const std::string& top,
                                            lines::LineStream& rest) {
  return lines::made_lines(
      [top, &rest, at = size_t{0}](std::string& line) mutable {
        if (at < top.size()) {
          size_t end = top.find('\n', at);
          line = top.substr(at, end - at);
          at = end + 1;
          return true;
        }
        std::string_view next;
        if (!rest.next(next)) return false;
        line = next;
        return true;
      });
}

bool is_number(std::string_view name) {
  return name == "status" || name == "length" || name == "offset";
}

py::object value_of(const std::string& value, std::string_view name) {
  if (value.empty()) return py::none();
  if (!is_number(name)) return text_of(value);
  auto number = text::whole_number(value);
  if (!number) return py::none();
  return py::int_(*number);
}

}  // namespace

CaptureStream::CaptureStream(std::vector<std::string> paths, py::object told,
                             Open open)
    : paths_(std::move(paths)),
      problems_(std::move(told), false),
      open_(std::move(open)),
      fields_(field_names()) {
  // What cannot be opened is told at once.
  run([this] { this->open(); });
}

template <typename Work>
void CaptureStream::run(Work work) {
  turn_.begin(paths_.front());
  try {
    py::gil_scoped_release release;
    try {
      work();
    } catch (...) {
      // A traceback may keep the stream, and its threads must not go on.
      end();
      throw;
    }
  } catch (const Error&) {
    turn_.close();
    turn_.end_telling(problems_);
    throw;
  } catch (...) {
    turn_.end();
    turn_.close();
    throw;
  }
  turn_.end_telling(problems_);
}

void CaptureStream::close() {
  turn_.check_unused(paths_.front());
  const bool was_closed = turn_.is_closed();
  turn_.close();
  ready_.clear();
  given_ = 0;
  failed_ = nullptr;
  // Another thread may be closing it, without the GIL.
  if (!was_closed) drop();
}

void CaptureStream::drop() {
  if (turn_.is_elsewhere()) {
    // The threads are not in this process, which could wait for them forever.
    (void)cdx_.release();
    (void)lines_.lines.release();
    (void)new std::shared_ptr<void>(std::move(lines_.needs));
    return;
  }
  py::gil_scoped_release release;
  end();
}

void CaptureStream::end() {
  cdx_.reset();
  lines_.lines.reset();
  lines_.needs.reset();
}

void CaptureStream::open() {
  lines_ = open_(paths_, problems_);
  cdx_ = std::make_unique<cdx::CdxLines>(paths_.front(),
                                         with_top(lines_.top, *lines_.lines));
  fields_.allow_missing();
  fields_.begin(*cdx_);
}

bool CaptureStream::read(std::string_view& line) {
  while (cdx_->next(line)) {
    switch (fields_.read(line)) {
      case cdx::LineFields::Line::kCapture:
        return true;
      case cdx::LineFields::Line::kMetadata:
        break;
      case cdx::LineFields::Line::kBad:
        report_bad(line);
    }
  }
  return false;
}

void CaptureStream::report_bad(std::string_view line) {
  constexpr size_t kShown = 100;
  std::string file = paths_.front();
  std::string text(fields_.problem());
  if (lines_.place) {
    RowPlace place = lines_.place();
    file = std::move(place.file);
    text.insert(0, "line " + std::to_string(place.number) + ": ");
  } else {
    if (paths_.size() > 1) {
      file += " or " + std::to_string(paths_.size() - 1) + " other";
    }
    text.append(": \"").append(line.substr(0, kShown)).append("\"");
  }
  problems_.report({Severity::kLost, "cdx-bad-line", std::move(file),
                    std::nullopt, std::move(text)});
}

uint64_t CaptureStream::each(
    const std::function<bool(std::string_view, const cdx::LineFields&)>& use) {
  throw_failure();
  uint64_t count = 0;
  run([&] {
    bool goes_on = true;
    auto give = [&](std::string_view line) {
      ++count;
      goes_on = use(line, fields_);
    };
    while (goes_on && given_ < ready_.size()) {
      const std::string& line = ready_[given_]->line;
      (void)fields_.read(line);
      give(line);
      ++given_;
    }
    std::string_view line;
    while (goes_on && read(line)) give(line);
  });
  return count;
}

// What stopped reading ahead is told to whoever reads on.
void CaptureStream::throw_failure() {
  turn_.check_unused(paths_.front());
  if (failed_) std::rethrow_exception(std::exchange(failed_, {}));
}

void CaptureStream::read_ahead() {
  std::string_view line;
  while (ready_.size() < kAtOnce && read(line)) {
    auto made = std::make_unique<PythonCapture>();
    made->line = line;
    for (size_t i = 0; i < std::size(kCaptureFields); ++i) {
      std::string_view value = fields_[i];
      made->values.emplace_back(value == "-" ? "" : value);
    }
    ready_.push_back(std::move(made));
  }
}

std::unique_ptr<PythonCapture> CaptureStream::next() {
  turn_.check_unused(paths_.front());
  if (given_ == ready_.size()) {
    ready_.clear();
    given_ = 0;
    throw_failure();
    try {
      run([this] { read_ahead(); });
    } catch (const py::error_already_set&) {
      throw;  // such as KeyboardInterrupt
    } catch (...) {
      // The captures before the damage come first.
      if (ready_.empty()) throw;
      failed_ = std::current_exception();
    }
    if (ready_.empty()) return nullptr;
  }
  return std::move(ready_[given_++]);
}

std::string CaptureStream::header() { return lines_.top; }

uint64_t CaptureStream::write(const std::string& path, bool force) {
  throw_failure();
  uint64_t count = 0;
  run([&] {
    auto output = io::open_named_output(path, force);
    if (io::is_gzip_name(path)) {
      output = io::gzip_output(std::move(output), io::thread_count(0));
    }
    output->write(lines_.top);
    auto write_line = [&](std::string_view line) {
      output->write(line);
      output->write("\n");
      ++count;
      if (count % kBetweenLooks == 0) check_signals();
    };
    for (; given_ < ready_.size(); ++given_) write_line(ready_[given_]->line);
    std::string_view line;
    while (cdx_->next(line)) write_line(line);
    output->finish();
  });
  return count;
}

void declare_capture_stream(py::module_& module) {
  py::class_<PythonCapture> capture(
      module, "Capture",
      "A CDX record. A value that it does not have is None; status, length and "
      "offset are numbers.");
  for (size_t i = 0; i < std::size(kCaptureFields); ++i) {
    const char* name = kCaptureFields[i];
    capture.def_property_readonly(
        name,
        [i, name](const PythonCapture& each) {
          return value_of(each.values[i], name);
        },
        kAboutFields[i]);
  }
  capture
      .def_property_readonly(
          "line", [](const PythonCapture& each) { return text_of(each.line); },
          "The line as it was read.")
      .def(
          "asdict",
          [](const PythonCapture& each) {
            py::dict dict;
            for (size_t i = 0; i < std::size(kCaptureFields); ++i) {
              dict[kCaptureFields[i]] =
                  value_of(each.values[i], kCaptureFields[i]);
            }
            return dict;
          },
          "All fields.")
      .def(py::pickle(
          [](const PythonCapture& each) {
            py::list values;
            for (const std::string& value : each.values) {
              values.append(bytes_of(value));
            }
            return py::make_tuple(bytes_of(each.line), values);
          },
          [](const py::tuple& state) {
            auto values = state[1].cast<std::vector<std::string>>();
            if (values.size() != std::size(kCaptureFields)) {
              throw UsageError("this is no capture of this version");
            }
            return PythonCapture{state[0].cast<std::string>(),
                                 std::move(values)};
          }))
      .def("__eq__",
           [](const PythonCapture& each, const py::object& other) {
             return py::isinstance<PythonCapture>(other) &&
                    each.line == other.cast<const PythonCapture&>().line;
           })
      .def("__hash__",
           [](const PythonCapture& each) {
             return py::hash(bytes_of(each.line));
           })
      .def("__repr__", [](const PythonCapture& each) {
        return text_of("<waxwing_warc.Capture " + each.line + ">");
      });

  py::class_<CaptureStream>(
      module, "Captures",
      "CDX records, one after another. Reading is lazy: memory does not grow "
      "with their number.")
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__",
           [](CaptureStream& stream) {
             auto next = stream.next();
             if (!next) throw py::stop_iteration();
             return next;
           })
      .def("close", &CaptureStream::close,
           "Closes the files, and ends the threads that read them.")
      .def("__enter__", [](py::object self) { return self; })
      .def("__exit__",
           [](CaptureStream& stream, const py::args&) { stream.close(); })
      .def(
          "write",
          [](CaptureStream& stream, const py::object& path, bool force) {
            return stream.write(path_of(path), force);
          },
          py::arg("path"), py::kw_only(), py::arg("force") = false,
          "Writes the lines that are left, with the header, as a file, gzip'd "
          "when its name ends in .gz; returns their number. The file appears "
          "whole or not at all; one that exists is refused without force.")
      .def_property_readonly(
          "header",
          [](CaptureStream& stream) { return text_of(stream.header()); },
          "What goes above the lines in a file: columns and identity.")
      .def_property_readonly(
          "problems",
          [](CaptureStream& stream) { return stream.problems().list(); },
          "The list of Problems so far, unless a function takes them.");
}

}  // namespace wax::python
