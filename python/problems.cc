#include "python/problems.h"

#include <iterator>
#include <utility>

#include "python/errors.h"
#include "python/sources.h"
#include "python/texts.h"

namespace py = pybind11;

namespace wax::python {
namespace {

// Bytes that their checksum contradicts are not those that were archived.
bool is_damage(const Problem& problem) {
  return problem.severity == Severity::kLost ||
         problem.id == "gzip-bad-checksum";
}

[[noreturn]] void raise_damage(const Problem& problem) {
  std::string text = problem.file + ": ";
  if (problem.offset) {
    text += "at byte " + std::to_string(*problem.offset) + ": ";
  }
  text += problem.id + ": " + problem.text;
  raise("DamageError", text, {problem.file, problem.offset, problem.id});
}

}  // namespace

HeldProblems::HeldProblems(py::object told, bool strict)
    : call_(py::none()), strict_(strict) {
  if (told.is_none() || py::isinstance<py::list>(told)) {
    list_ = told.is_none() ? py::object(py::list()) : told;
    return;
  }
  if (PyCallable_Check(told.ptr()) == 0) {
    throw py::type_error(
        "problems takes a list, or a function of one Problem, not " +
        std::string(Py_TYPE(told.ptr())->tp_name));
  }
  list_ = py::list();
  call_ = std::move(told);
}

const Problem* HeldProblems::first_loss() const {
  for (const Problem& problem : held_) {
    if (problem.severity == Severity::kLost) return &problem;
  }
  return nullptr;
}

void HeldProblems::tell() {
  if (held_.empty()) return;
  std::vector<Problem> problems = std::exchange(held_, {});
  const size_t told_only = std::exchange(told_only_, 0);
  for (size_t i = 0; i < problems.size(); ++i) {
    try {
      if (call_.is_none()) {
        list_.attr("append")(py::cast(problems[i]));
      } else {
        call_out([&] { call_(py::cast(problems[i])); });
      }
      if (strict_ && i >= told_only && is_damage(problems[i])) {
        raise_damage(problems[i]);
      }
    } catch (...) {
      told_only_ = told_only > i ? told_only - i - 1 : 0;
      held_.insert(held_.begin(),
                   std::make_move_iterator(problems.begin() +
                                           static_cast<ptrdiff_t>(i) + 1),
                   std::make_move_iterator(problems.end()));
      throw;
    }
  }
}

void declare_problems(py::module_& module) {
  py::class_<Problem>(module, "Problem",
                      "Odd data after which reading went on; wax-problems(7) "
                      "lists the ids.")
      .def_property_readonly(
          "severity",
          [](const Problem& problem) {
            return text_of(name(problem.severity));
          },
          "note, warning, or lost: a record or a part of it is lost.")
      .def_property_readonly(
          "id", [](const Problem& problem) { return text_of(problem.id); },
          "A stable word, such as warc-truncated-record.")
      .def_property_readonly(
          "file", [](const Problem& problem) { return text_of(problem.file); },
          "The path or URL that it is about.")
      .def_readonly("offset", &Problem::offset,
                    "The byte in the file as it is stored, or None.")
      .def_property_readonly(
          "text", [](const Problem& problem) { return text_of(problem.text); },
          "What was found, in a sentence.")
      .def(py::pickle(
          [](const Problem& problem) {
            return py::make_tuple(static_cast<int>(problem.severity),
                                  bytes_of(problem.id), bytes_of(problem.file),
                                  problem.offset, bytes_of(problem.text));
          },
          [](const py::tuple& state) {
            return Problem{static_cast<Severity>(state[0].cast<int>()),
                           state[1].cast<std::string>(),
                           state[2].cast<std::string>(),
                           state[3].cast<std::optional<uint64_t>>(),
                           state[4].cast<std::string>()};
          }))
      .def("__repr__", [](const Problem& problem) {
        std::string line = problem_json(problem);
        if (line.ends_with('\n')) line.pop_back();
        return text_of("<waxwing_warc.Problem " + line + ">");
      });

  module.def("unreadable_archive",
             [](const py::object& file, const py::object& text) {
               return Problem{Severity::kLost, "unreadable-archive",
                              path_of(file), std::nullopt, bytes_of_text(text)};
             });
}

}  // namespace wax::python
