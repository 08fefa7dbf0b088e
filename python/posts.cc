#include "python/posts.h"

#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/error.h"
#include "posts/list/post_line.h"
#include "posts/shares/counted_posts.h"
#include "posts/shares/share_counter.h"
#include "python/columns.h"
#include "python/problems.h"
#include "python/sources.h"
#include "python/texts.h"
#include "text/number.h"
#include "warc/record/date.h"

namespace py = pybind11;

namespace wax::python {
namespace {

using Files = std::vector<std::string>;

std::optional<std::string_view> text_or_null(std::string_view text) {
  if (text.empty()) return std::nullopt;
  return text;
}

posts::PostChoice choice_of(const std::string& from, const std::string& to,
                            uint64_t memory, const std::string& tmpdir) {
  posts::PostChoice choice;
  choice.dates = warc::Period::of_dates(from, to);
  choice.sort.memory = memory;
  choice.sort.tmpdir = tmpdir;
  return choice;
}

// Posts, each once, in byte order of their lines.
class PostRows final : public RowSource {
 public:
  PostRows(Files files, posts::PostChoice choice, const py::object& told)
      : RowSource(files.front()),
        files_(std::move(files)),
        choice_(std::move(choice)),
        problems_(told, false) {
    facts_ = {{"id", ColumnType::kText, false},
              {"date", ColumnType::kTime},
              {"author"},
              {"language"},
              {"kind", ColumnType::kText, false},
              {"parent"},
              {"links"},
              {"offset", ColumnType::kInt64},
              {"file"},
              {"text"}};
  }

 private:
  bool add(ArrowColumns& rows) override {
    if (!lines_) {
      lines_ = posts::counted_posts(files_, choice_, counts_, problems_);
    }
    std::string_view line;
    if (!lines_->next(line)) return false;
    const posts::PostLine post = *posts::PostLine::parse(line);
    using posts::PostColumn;
    rows[0].add(post[PostColumn::kId]);
    rows[1].add_date(post[PostColumn::kDate]);
    rows[2].add(text_or_null(post[PostColumn::kAuthor]));
    rows[3].add(text_or_null(post[PostColumn::kLanguage]));
    rows[4].add(post[PostColumn::kKind]);
    rows[5].add(text_or_null(post[PostColumn::kParent]));
    rows[6].add(text_or_null(post[PostColumn::kLinks]));
    rows[7].add_number(text::whole_number<int64_t>(post[PostColumn::kOffset]));
    rows[8].add(text_or_null(post[PostColumn::kFile]));
    rows[9].add(text_or_null(post[PostColumn::kText]));
    return true;
  }
  void tell() override { problems_.tell(); }

  Files files_;
  posts::PostChoice choice_;
  HeldProblems problems_;
  posts::CountedPosts counts_;
  std::unique_ptr<lines::LineStream> lines_;
};

const std::vector<ColumnFacts>& share_facts() {
  static const std::vector<ColumnFacts> kFacts = {
      {"period"},
      {"urlkey", ColumnType::kText, false},
      {"url"},
      {"shares", ColumnType::kInt64, false},
      {"authors", ColumnType::kInt64, false},
      {"originals", ColumnType::kInt64, false},
      {"reposts", ColumnType::kInt64, false},
      {"first", ColumnType::kTime},
      {"last", ColumnType::kTime}};
  return kFacts;
}

void add_page(const posts::PageShares& page, ArrowColumns& rows) {
  rows[0].add(text_or_null(page.period));
  rows[1].add(page.urlkey);
  rows[2].add(text_or_null(page.url));
  size_t i = 3;
  for (uint64_t number :
       {page.shares, page.authors, page.originals, page.reposts}) {
    rows[i++].add_number(static_cast<int64_t>(number));
  }
  rows[i++].add_date(page.first);
  rows[i++].add_date(page.last);
}

// Calls `take` with rows until there are no more.
void each_share(const Files& files, const posts::ShareOptions& options,
                const py::object& told, const py::function& take) {
  HeldProblems problems(told, false);
  posts::ShareCounts counts;
  auto rows = std::make_unique<ArrowColumns>(share_facts());
  {
    py::gil_scoped_release release;
    posts::count_shares(files, options, counts, problems,
                        [&](const posts::PageShares& page) {
                          add_page(page, *rows);
                          if (!rows->is_full()) return;
                          check_signals();
                          py::gil_scoped_acquire gil;
                          take(rows->buffers());
                          rows = std::make_unique<ArrowColumns>(share_facts());
                        });
  }
  problems.tell();
  if (rows->rows() > 0) take(rows->buffers());
}

posts::ShareOptions share_options(const std::string& by,
                                  const std::string& order) {
  posts::ShareOptions options;
  if (!by.empty()) {
    auto period = posts::share_period(by);
    if (!period) {
      throw UsageError("by is day, week, month or year, not '" + by + "'");
    }
    options.by = {*period};
  }
  auto known = posts::share_order(order);
  if (!known) {
    throw UsageError(
        "order is shares, authors, originals, reposts, first or last, not '" +
        order + "'");
  }
  options.order = *known;
  return options;
}

}  // namespace

void declare_posts(py::module_& module) {
  module.def(
      "posts",
      [](const py::list& files, const std::string& from, const std::string& to,
         uint64_t memory, const std::string& tmpdir,
         const py::object& told) -> std::unique_ptr<RowSource> {
        return std::make_unique<PostRows>(
            paths_of(files), choice_of(from, to, memory, tmpdir), told);
      });
  module.def("share_facts", [] { return list_of(share_facts()); });
  module.def(
      "shares",
      [](const py::list& files, const std::string& by, const std::string& order,
         uint64_t limit, uint64_t least, bool sections, const std::string& from,
         const std::string& to, uint64_t memory, const std::string& tmpdir,
         const py::object& told, const py::function& take) {
        posts::ShareOptions options = share_options(by, order);
        static_cast<posts::PostChoice&>(options) =
            choice_of(from, to, memory, tmpdir);
        options.limit = limit;
        options.least = least;
        options.sections = sections;
        each_share(paths_of(files), options, told, take);
      });
}

}  // namespace wax::python
