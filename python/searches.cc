#include "python/searches.h"

#include <pybind11/stl.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include "answers/requests/search_query.h"
#include "answers/shown/hit_lines.h"
#include "answers/shown/search_answer.h"
#include "collection/access/collection_access.h"
#include "index/schema/columns.h"
#include "index/search/results.h"
#include "index/search/searcher.h"
#include "index/search/versions.h"
#include "index/store/index_reader.h"
#include "python/errors.h"
#include "python/gram_counts.h"
#include "python/problems.h"
#include "python/reading.h"
#include "python/sources.h"
#include "python/texts.h"

namespace py = pybind11;

namespace wax::python {
namespace {

constexpr uint64_t kBetweenHits = 256;

// Does work without the GIL and tells its problems, also when it throws. That
// no shard can be opened or read is a FormatError about the first one.
template <typename Work>
void run_and_tell(HeldProblems& problems, Work work) {
  try {
    py::gil_scoped_release release;
    work();
  } catch (const Error& error) {
    const Problem* found = problems.first_loss();
    const bool is_plain = typeid(error) == typeid(Error) ||
                          typeid(error) == typeid(index::Searcher::Unreadable);
    const std::optional<Problem> loss =
        is_plain && found != nullptr ? std::optional(*found) : std::nullopt;
    problems.raise_none();
    problems.tell();
    if (!loss) throw;
    std::string text = std::string(error.what()) + "; ";
    if (!loss->text.starts_with(loss->file)) text += loss->file + ": ";
    text += loss->text;
    raise("FormatError", text, {loss->file, loss->offset, loss->id});
  }
  problems.tell();
}

// An index that is open. Searches need no turns: the reader never changes.
class PythonIndex {
 public:
  PythonIndex(std::string folder, const py::object& told, bool strict)
      : folder_(std::move(folder)) {
    HeldProblems problems(told, strict);
    problems_ = problems.list();
    told_ = told.is_none() ? problems_ : told;
    index::OpenOptions options;
    options.all_shards = strict;
    run_and_tell(problems, [&] {
      reader_ = std::make_shared<index::IndexReader>(
          collection::open_shown_index(folder_, options, problems));
    });
  }

  // With the GIL. Throws ClosedError.
  [[nodiscard]] std::shared_ptr<const index::IndexReader> reader() const {
    if (!reader_) raise("ClosedError", folder_ + ": it was closed", {folder_});
    return reader_;
  }
  [[nodiscard]] const std::string& folder() const { return folder_; }
  [[nodiscard]] py::object problems() const { return problems_; }
  // The list or function that takes them.
  [[nodiscard]] py::object told() const { return told_; }
  void close() { reader_.reset(); }

 private:
  std::string folder_;
  py::object problems_;
  py::object told_;
  std::shared_ptr<const index::IndexReader> reader_;
};

// Problems of a search, told when it ends.
struct Searched {
  explicit Searched(const PythonIndex& index)
      : reader(index.reader()), problems(index.told(), false) {
    where = {reader.get(), index.folder(), &problems, nullptr};
  }

  template <typename Work>
  void run(Work work) {
    run_and_tell(problems, std::move(work));
  }

  std::shared_ptr<const index::IndexReader> reader;
  HeldProblems problems;
  answers::SearchedIndex where;
};

py::list reasons_of(const index::Missing& missing) {
  py::list reasons;
  for (const std::string& reason : missing.reasons()) {
    reasons.append(text_of(reason));
  }
  return reasons;
}

py::list pairs_of(const std::vector<index::FacetValue>& values) {
  py::list pairs;
  for (const index::FacetValue& value : values) {
    pairs.append(py::make_tuple(text_of(value.value), value.count));
  }
  return pairs;
}

// Hits as JSON objects, whose members wax-search(1) names.
py::bytes json_of(const index::ShownHit& hit,
                  const std::vector<std::string>& fields) {
  std::string json = "{";
  answers::append_hit_json(hit, fields, json);
  json += '}';
  return bytes_of(json);
}

py::dict search_index(const PythonIndex& index,
                      const answers::SearchRequest& given, double timeout) {
  answers::SearchRequest request = given;
  constexpr double kLongest = 1e9;  // s; more is no limit
  if (timeout > 0 && timeout < kLongest) {
    request.deadline =
        std::chrono::steady_clock::now() +
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(
            std::chrono::duration<double>(timeout));
  }
  Searched searched(index);
  answers::SearchAnswer answer;
  searched.run(
      [&] { answer = answers::answer_search(searched.where, request); });
  py::list hits;
  if (request.with_content) answer.fields.emplace_back("content");
  for (const answers::SearchHit& hit : answer.hits) {
    hits.append(json_of(hit.shown, answer.fields));
  }
  py::dict facets;
  for (const index::Facet& facet : answer.facets) {
    facets[text_of(facet.field)] = pairs_of(facet.values);
  }
  py::dict result;
  result["total"] = answer.total;
  result["total_is_exact"] = answer.total_is_exact;
  result["groups"] = answer.groups;
  result["missing"] = reasons_of(answer.missing);
  result["hits"] = hits;
  result["fields"] = py::cast(answer.fields);
  result["facets"] = facets;
  result["trend"] = pairs_of(answer.periods);
  result["better_text"] = text_of(answer.better_text);
  return result;
}

// All hits of a query, in order of documents, read some at a time. Memory: 16
// bytes a hit.
class EachHit {
 public:
  EachHit(const PythonIndex& index, const answers::SearchRequest& request)
      : searched_(index), folder_(index.folder()) {
    searched_.run([&] {
      index::Query query = answers::query_of(*searched_.reader, request);
      index::SearchOptions options;
      options.problems = &searched_.problems;
      index::Missing missing = index::each_hit(
          *searched_.reader, query, options, [&](const index::Hit& hit) {
            found_.push_back(hit);
            return true;
          });
      hits_ = std::make_unique<index::HitReader>(*searched_.reader, query);
      for (const std::string& reason : missing.reasons()) {
        searched_.problems.report({Severity::kLost, "search-incomplete",
                                   folder_, std::nullopt, reason});
      }
    });
    fields_ = hits_->fields();
    if (request.with_content) fields_.emplace_back("content");
  }

  // Documents that cannot be read are told and passed over.
  [[nodiscard]] py::bytes next() {
    turn_.begin(folder_);
    std::optional<index::ShownHit> hit;
    try {
      searched_.run([&] {
        while (!hit && at_ < found_.size()) {
          const answers::RankedHit ranked = {found_[at_], at_ + 1};
          ++at_;
          hit = answers::read_hit(searched_.where, *hits_, ranked);
        }
      });
    } catch (...) {
      // A hit that was found before what was told comes next.
      if (hit) --at_;
      turn_.end();
      throw;
    }
    turn_.end();
    if (!hit) throw py::stop_iteration();
    return json_of(*hit, fields_);
  }
  [[nodiscard]] size_t size() const { return found_.size(); }
  // The names of the fields that hits may have.
  [[nodiscard]] const std::vector<std::string>& fields() const {
    return fields_;
  }

 private:
  Searched searched_;
  std::vector<index::Hit> found_;
  std::unique_ptr<index::HitReader> hits_;
  std::vector<std::string> fields_;
  size_t at_ = 0;
  std::string folder_;
  Turn turn_;
};

int year_of(const index::StoredDocument& document) {
  const std::string& date = index::value_of(document, "date");
  if (date.size() < 4) return 0;
  return std::stoi(date.substr(0, 4));
}

py::dict count_grams(const PythonIndex& index, const std::string& text,
                     size_t size, const std::vector<std::string>& only) {
  if (size == 0) throw UsageError("a run has a word at least");
  Searched searched(index);
  GramCounts counts(size, only);
  searched.run([&] {
    answers::SearchRequest request;
    request.text = text;
    index::Query query = text.empty()
                             ? index::Query{}
                             : answers::query_of(*searched.reader, request);
    index::SearchOptions options;
    options.problems = &searched.problems;
    uint64_t seen = 0;
    index::StoredDocument document;
    index::Missing missing = index::each_hit(
        *searched.reader, query, options, [&](const index::Hit& hit) {
          if (++seen % kBetweenHits == 0) check_signals();
          try {
            searched.reader->document(hit.document, {"content", "date"},
                                      document);
          } catch (const Error& error) {
            searched.problems.report({Severity::kLost, "unreadable-document",
                                      index.folder(), std::nullopt,
                                      error.what()});
            return true;
          }
          counts.add(index::value_of(document, "content"), year_of(document));
          return true;
        });
    for (const std::string& reason : missing.reasons()) {
      searched.problems.report({Severity::kLost, "search-incomplete",
                                index.folder(), std::nullopt, reason});
    }
  });
  return counts.result();
}

py::list versions(const PythonIndex& index, const std::string& url) {
  auto reader = index.reader();
  index::PageVersions found;
  {
    py::gil_scoped_release release;
    found = index::versions_of(*reader, url);
  }
  py::list versions;
  for (const index::PageVersion& version : found.all) {
    py::dict each;
    each["url"] = text_of(version.url);
    each["digest"] = text_of(version.digest);
    each["title"] = text_of(version.title);
    each["dates"] = py::cast(version.dates);
    each["document"] = version.document;
    versions.append(each);
  }
  return versions;
}

py::dict stored_document(const PythonIndex& index, uint64_t number,
                         const std::vector<std::string>& fields) {
  auto reader = index.reader();
  if (number >= reader->documents() || reader->is_deleted(number)) {
    throw UsageError(index.folder() + ": has no document " +
                     std::to_string(number));
  }
  index::StoredDocument stored;
  {
    py::gil_scoped_release release;
    reader->document(number, fields, stored);
  }
  py::dict values;
  for (const auto& [name, value] : stored) {
    py::str key = text_of(name);
    if (!values.contains(key)) values[key] = py::list();
    values[key].cast<py::list>().append(text_of(value));
  }
  return values;
}

}  // namespace

void declare_searches(py::module_& module) {
  py::class_<answers::SearchRequest>(module, "SearchRequest")
      .def(py::init<>())
      .def_readwrite("text", &answers::SearchRequest::text)
      .def_readwrite("filters", &answers::SearchRequest::filters)
      .def_readwrite("start_date", &answers::SearchRequest::from)
      .def_readwrite("end_date", &answers::SearchRequest::to)
      .def_readwrite("other_records", &answers::SearchRequest::other_records)
      .def_readwrite("stem_lang", &answers::SearchRequest::stem_lang)
      .def_property("sort", &answers::SearchRequest::sort_text,
                    &answers::SearchRequest::set_sort)
      .def_property("boosts", &answers::SearchRequest::boost_texts,
                    &answers::SearchRequest::set_boosts)
      .def_property("collapse", &answers::SearchRequest::collapse_text,
                    &answers::SearchRequest::set_collapse)
      .def_readwrite("per_group", &answers::SearchRequest::per_group)
      .def_readwrite("start", &answers::SearchRequest::start)
      .def_readwrite("count", &answers::SearchRequest::count)
      .def_readwrite("exact_total", &answers::SearchRequest::exact_total)
      .def_readwrite("facets", &answers::SearchRequest::facets)
      .def_readwrite("facet_values", &answers::SearchRequest::facet_values)
      .def_readwrite("period", &answers::SearchRequest::period)
      .def_readwrite("with_content", &answers::SearchRequest::with_content)
      .def_readwrite("suggests", &answers::SearchRequest::suggests);

  py::class_<PythonIndex>(module, "IndexReader")
      .def(py::init(
          [](const py::object& folder, const py::object& told, bool strict) {
            return std::make_unique<PythonIndex>(path_of(folder), told, strict);
          }))
      .def("search", &search_index)
      .def("versions", &versions)
      .def("document", &stored_document)
      .def("count_grams", &count_grams)
      .def("close", &PythonIndex::close)
      .def_property_readonly("problems", &PythonIndex::problems)
      .def_property_readonly(
          "folder",
          [](const PythonIndex& index) { return text_of(index.folder()); })
      .def_property_readonly("documents",
                             [](const PythonIndex& index) {
                               return index.reader()->documents() -
                                      index.reader()->deleted();
                             })
      .def_property_readonly("stored_fields",
                             [](const PythonIndex& index) {
                               return index.reader()->stored_fields();
                             })
      .def_property_readonly("number_fields", [](const PythonIndex& index) {
        py::dict fields;
        for (const index::ColumnName& column : index.reader()->columns()) {
          if (!index::is_number(column.kind)) continue;
          fields[text_of(column.name)] = text_of(index::kind_name(column.kind));
        }
        return fields;
      });

  py::class_<EachHit>(module, "EachHit")
      .def(py::init<const PythonIndex&, const answers::SearchRequest&>(),
           py::keep_alive<1, 2>())
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &EachHit::next)
      .def("__len__", &EachHit::size)
      .def_property_readonly("fields", &EachHit::fields);
}

}  // namespace wax::python
