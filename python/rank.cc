#include "python/rank.h"

#include <memory>
#include <string>

#include "python/columns.h"
#include "python/texts.h"
#include "rank/rank_lookup.h"

namespace py = pybind11;

namespace wax::python {
namespace {

int64_t signed_of(uint64_t number) { return static_cast<int64_t>(number); }

// The entities of a rank, in byte order.
class RankRows final : public RowSource {
 public:
  explicit RankRows(const std::string& folder)
      : RowSource(folder), rank_(folder) {
    facts_ = {{"entity", ColumnType::kText, false},
              {"place", ColumnType::kInt64, false},
              {"views", ColumnType::kInt64, false},
              {"steady", ColumnType::kInt64, false},
              {"months", ColumnType::kInt16, false}};
  }

 private:
  bool add(ArrowColumns& rows) override {
    if (!rank_.next(entry_)) return false;
    rows[0].add(entry_.entity);
    rows[1].add_number(signed_of(entry_.place));
    rows[2].add_number(signed_of(entry_.signals.views));
    rows[3].add_number(signed_of(entry_.signals.steady));
    rows[4].add_number(signed_of(entry_.signals.months));
    return true;
  }

  rank::RankLookup rank_;
  rank::RankEntry entry_;
};

// A rank that is asked for entities. One thread at a time.
class PythonRank {
 public:
  explicit PythonRank(const py::object& folder) : folder_(path_of(folder)) {
    py::gil_scoped_release release;
    rank_ = std::make_unique<rank::RankLookup>(folder_);
  }

  [[nodiscard]] uint64_t entities() const { return rank_->entities(); }

  [[nodiscard]] std::unique_ptr<RowSource> rows() const {
    py::gil_scoped_release release;
    return std::make_unique<RankRows>(folder_);
  }

  [[nodiscard]] py::object find(const py::object& entity) {
    const std::string asked = bytes_of_text(entity);
    std::optional<rank::RankEntry> entry;
    run([&] { entry = rank_->find(asked); });
    if (!entry) return py::none();
    py::dict result;
    result["entity"] = text_of(entry->entity);
    result["place"] = entry->place;
    result["percentile"] =
        std::stod(rank::percentile(entry->place, rank_->entities()));
    result["views"] = entry->signals.views;
    result["steady"] = entry->signals.steady;
    result["months"] = entry->signals.months;
    result["before"] = neighbour(entry->before);
    result["after"] = neighbour(entry->after);
    return result;
  }

 private:
  static py::object neighbour(const std::string& entity) {
    if (entity.empty() || entity == "-") return py::none();
    return text_of(entity);
  }

  template <typename Work>
  void run(Work work) {
    turn_.begin(folder_);
    try {
      py::gil_scoped_release release;
      work();
    } catch (...) {
      turn_.end();
      throw;
    }
    turn_.end();
  }

  std::string folder_;
  Turn turn_;
  std::unique_ptr<rank::RankLookup> rank_;
};

}  // namespace

void declare_ranks(py::module_& module) {
  py::class_<PythonRank>(module, "RankReader")
      .def(py::init<const py::object&>())
      .def_property_readonly("entities", &PythonRank::entities)
      .def("find", &PythonRank::find)
      .def("entries", &PythonRank::rows);
}

}  // namespace wax::python
