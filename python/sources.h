// Where bytes come from: paths, and file objects of Python.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "io/byte_source.h"
#include "io/output.h"

namespace wax::python {

// The bytes of an object with read(), from its current position on; with seek()
// and tell() it can seek. `name` is for messages. Calls the object with the
// GIL, and is read without it. What the object raises comes through.
[[nodiscard]] std::unique_ptr<io::FileSource> open_object(pybind11::object file,
                                                          std::string name);

// The name of a file object for messages: its own, or "<FileType>". With the
// GIL.
[[nodiscard]] std::string name_of_object(const pybind11::object& file);

// An output that calls write() of an object, with the GIL. What a raw file does
// not take is offered again, until it takes it. finish() flushes it and leaves
// it open.
[[nodiscard]] std::unique_ptr<io::Output> object_output(pybind11::object file);

// Finds the thread in which Python calls handlers of signals. With the GIL,
// when the module is loaded.
void find_main_thread();

// Runs `call`, which calls an object of Python. The object may raise
// StopIteration: it does not come from an iterator of this module, so it
// becomes a RuntimeError, as in generators. With the GIL.
template <typename Call>
auto call_out(Call call) {
  try {
    return call();
  } catch (pybind11::error_already_set& error) {
    if (!error.matches(PyExc_StopIteration)) throw;
    pybind11::raise_from(error, PyExc_RuntimeError,
                         "a function or a file object raised StopIteration");
    throw pybind11::error_already_set();
  }
}

// Raises what a signal's handler raises, such as KeyboardInterrupt, in the
// thread in which Python calls them; elsewhere it does nothing. Without the
// GIL.
void check_signals();

}  // namespace wax::python
