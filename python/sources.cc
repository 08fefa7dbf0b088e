#include "python/sources.h"

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>

#include "io/buffered_source.h"
#include "io/error.h"
#include "io/remote/http_source.h"
#include "python/texts.h"

namespace py = pybind11;

namespace wax::python {
namespace {

// The thread in which Python calls handlers of signals; 0: not known yet.
std::atomic<unsigned long> main_thread = 0;

// The child of a fork has one thread, which is Python's main one.
void take_main_thread() { main_thread = PyThread_get_thread_ident(); }

// Where an object stands, and how many bytes it has; nothing when it cannot
// seek. With the GIL.
struct Seekable {
  uint64_t at = 0;
  uint64_t size = 0;
};

std::optional<Seekable> seekable(const py::object& file) {
  if (!py::hasattr(file, "seekable") ||
      PyObject_IsTrue(file.attr("seekable")().ptr()) != 1) {
    return std::nullopt;
  }
  Seekable found;
  found.at = whole_number_of(file.attr("tell")(), "what tell() gives");
  found.size = whole_number_of(file.attr("seek")(0, 2), "what seek() gives");
  file.attr("seek")(found.at);
  return found;
}

class ObjectSource final : public io::BufferedSource {
 public:
  ObjectSource(py::object file, std::string name,
               const std::optional<Seekable>& place)
      : BufferedSource(std::move(name), io::kFileBlock, place ? place->at : 0),
        file_(std::move(file)),
        can_seek_(place.has_value()),
        readinto_(py::hasattr(file_, "readinto")),
        size_(place ? place->size : 0) {
    if (!readinto_ && !py::hasattr(file_, "read")) {
      throw py::type_error("expected a path or a binary file, not " +
                           std::string(Py_TYPE(file_.ptr())->tp_name));
    }
    if (py::isinstance(file_, py::module_::import("io").attr("TextIOBase"))) {
      throw py::type_error(path() + ": open the file in binary mode");
    }
  }
  // NOLINTNEXTLINE(bugprone-exception-escape): without an interpreter it ends.
  ~ObjectSource() override {
    py::gil_scoped_acquire gil;
    file_ = py::object();
    bytes_ = py::object();
  }
  ObjectSource(const ObjectSource&) = delete;
  ObjectSource& operator=(const ObjectSource&) = delete;

  bool size(uint64_t& bytes) const override {
    bytes = size_;
    return can_seek_;
  }

 private:
  size_t read_some(char* out, size_t room) override {
    py::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    return call_out([&] { return read_object(out, room); });
  }

  size_t read_object(char* out, size_t room) {
    // Another source of the same object may have moved it.
    if (can_seek_) file_.attr("seek")(due());
    if (readinto_) return read_by_readinto(out, room);
    py::object got = file_.attr("read")(room);
    if (!PyBytes_Check(got.ptr())) {
      throw py::type_error(path() + ": read() gave " +
                           std::string(Py_TYPE(got.ptr())->tp_name) +
                           ", not bytes; open the file in binary mode");
    }
    char* bytes = nullptr;
    Py_ssize_t size = 0;
    PyBytes_AsStringAndSize(got.ptr(), &bytes, &size);
    const auto n = static_cast<size_t>(size);
    if (n > room) {
      throw IoError(path(), "read() gave " + std::to_string(n) + " of " +
                                std::to_string(room) + " bytes");
    }
    std::memcpy(out, bytes, n);
    return n;
  }

  // The object may keep what it is given, so it gets bytes of Python's.
  size_t read_by_readinto(char* out, size_t room) {
    if (room > room_) {
      bytes_ = py::reinterpret_steal<py::object>(PyByteArray_FromStringAndSize(
          nullptr, static_cast<Py_ssize_t>(room)));
      if (!bytes_) throw py::error_already_set();
      room_ = room;
    }
    auto whole = py::reinterpret_steal<py::object>(
        PyMemoryView_FromObject(bytes_.ptr()));
    if (!whole) throw py::error_already_set();
    py::object view = whole[py::slice(0, static_cast<py::ssize_t>(room), 1)];
    const size_t got = count_of(file_.attr("readinto")(view), room);
    std::memcpy(out, PyByteArray_AS_STRING(bytes_.ptr()), got);
    return got;
  }

  size_t count_of(const py::object& got, size_t room) const {
    if (got.is_none()) {
      throw IoError(path(), "the file does not block, and has no bytes now");
    }
    const Py_ssize_t size = PyNumber_AsSsize_t(got.ptr(), PyExc_ValueError);
    if (size == -1 && PyErr_Occurred() != nullptr) {
      throw py::error_already_set();
    }
    if (size < 0 || static_cast<size_t>(size) > room) {
      throw IoError(path(), "readinto() says that it read " +
                                std::to_string(size) + " of " +
                                std::to_string(room) + " bytes");
    }
    return static_cast<size_t>(size);
  }

  bool go_to(uint64_t) override { return can_seek_; }

  py::object file_;
  bool can_seek_;
  bool readinto_;
  uint64_t size_;
  py::object bytes_;  // a bytearray, for readinto()
  size_t room_ = 0;   // in it
};

class ObjectOutput final : public io::Output {
 public:
  explicit ObjectOutput(py::object file)
      : file_(std::move(file)),
        is_raw_(py::isinstance(file_,
                               py::module_::import("io").attr("RawIOBase"))) {}
  // NOLINTNEXTLINE(bugprone-exception-escape): without an interpreter it ends.
  ~ObjectOutput() override {
    py::gil_scoped_acquire gil;
    file_ = py::object();
  }
  ObjectOutput(const ObjectOutput&) = delete;
  ObjectOutput& operator=(const ObjectOutput&) = delete;

  void write(std::string_view bytes) override {
    held_ += bytes;
    if (held_.size() >= io::kFileBlock) put();
  }
  void flush() override {
    put();
    py::gil_scoped_acquire gil;
    call_out([&] {
      if (py::hasattr(file_, "flush")) file_.attr("flush")();
    });
  }
  void finish() override { flush(); }

 private:
  void put() {
    py::gil_scoped_acquire gil;
    std::string_view rest = held_;
    while (!rest.empty()) {
      py::object wrote = call_out([&] {
        return file_.attr("write")(py::bytes(rest.data(), rest.size()));
      });
      if (wrote.is_none() && is_raw_) {
        // It does not block, and takes nothing now.
        wait();
        continue;
      }
      // A raw file may take a part; a simple object that gives None took all.
      const uint64_t n = wrote.is_none()
                             ? rest.size()
                             : whole_number_of(wrote, "what write() gives");
      if (n == 0 || n > rest.size()) {
        throw IoError(name_of_object(file_),
                      "write() says that it wrote " + std::to_string(n) +
                          " of " + std::to_string(rest.size()) + " bytes");
      }
      rest.remove_prefix(n);
    }
    held_.clear();
  }

  static void wait() {
    constexpr std::chrono::milliseconds kPause{10};
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    py::gil_scoped_release release;
    std::this_thread::sleep_for(kPause);
  }

  py::object file_;
  bool is_raw_;
  std::string held_;
};

}  // namespace

void find_main_thread() {
  main_thread = py::module_::import("threading")
                    .attr("main_thread")()
                    .attr("ident")
                    .cast<unsigned long>();
  pthread_atfork(nullptr, nullptr, take_main_thread);
  io::usual_http().tick = check_signals;
}

void check_signals() {
  if (PyThread_get_thread_ident() != main_thread) return;
  py::gil_scoped_acquire gil;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

std::unique_ptr<io::FileSource> open_object(py::object file, std::string name) {
  const std::optional<Seekable> place = seekable(file);
  return std::make_unique<ObjectSource>(std::move(file), std::move(name),
                                        place);
}

std::string name_of_object(const py::object& file) {
  if (py::hasattr(file, "name")) {
    py::object name = file.attr("name");
    if (py::isinstance<py::str>(name)) return bytes_of_text(name);
  }
  return "<" + py::type::of(file).attr("__name__").cast<std::string>() + ">";
}

std::unique_ptr<io::Output> object_output(py::object file) {
  return std::make_unique<ObjectOutput>(std::move(file));
}

}  // namespace wax::python
