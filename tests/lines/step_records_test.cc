#include "lines/step_records.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "io/file_stamp.h"

namespace wax::lines {
namespace {

using Names = std::vector<std::string>;

class StepRecordsTest : public testing::Test {
 protected:
  StepRecordsTest() : ran_(begin(work_, stamp())) {
    ran_.output = output_stamp(work_.outputs, stamp());
  }

  // By the stamps of files_.
  [[nodiscard]] Stamp stamp() const {
    return [this](const std::string& path) {
      const auto found = files_.find(path);
      return found == files_.end() ? std::string(io::kNoFile) : found->second;
    };
  }
  [[nodiscard]] RunReason reason() const {
    return reason_to_run(work_, ran_, stamp());
  }

  std::map<std::string, std::string> files_ = {
      {"/a", "1"}, {"/b", "2"}, {"/out", "3"}, {"/more", ""}};
  StepWork work_{
      "rules 1", "state", {{"a", "/a"}, {"OUT/b", "/b"}}, {"/out", "/more"}};
  StepRecord ran_;
};

TEST_F(StepRecordsTest, ADoneStepIsUpToDate) {
  EXPECT_EQ(reason(), RunReason::kNone);
  EXPECT_EQ(ran_.inputs,
            (std::map<std::string, std::string>{{"a", "1"}, {"OUT/b", "2"}}));
  EXPECT_EQ(ran_.output, "3, ");
  ran_.unread = {"a"};
  EXPECT_EQ(reason(), RunReason::kUnread);
}

TEST_F(StepRecordsTest, AnotherCommandStateOrInputIsAReason) {
  const StepWork work = work_;
  for (const auto& change : std::vector<void (*)(StepWork&)>{
           [](StepWork& one) { one.command = "rules 2"; },
           [](StepWork& one) { one.state = ""; },
           [](StepWork& one) { one.inputs.pop_back(); },
           [](StepWork& one) { one.inputs[0].first = "c"; },
           [](StepWork& one) { one.inputs.emplace_back("c", "/c"); },
           [](StepWork& one) { one.inputs[0].second = "/b"; }}) {
    work_ = work;
    change(work_);
    EXPECT_FALSE(has_same_work(work_, ran_, stamp()));
    EXPECT_EQ(reason(), RunReason::kChanged);
  }
}

TEST_F(StepRecordsTest, NamesWhatChanged) {
  const StepWork work = work_;
  const auto change = [&](void (*alter)(StepWork&)) {
    work_ = work;
    alter(work_);
    return change_since(work_, ran_, stamp());
  };
  EXPECT_EQ(change([](StepWork&) {}).what, Change::kNothing);
  EXPECT_EQ(change([](StepWork& one) { one.command = "rules 2"; }).what,
            Change::kRules);
  EXPECT_EQ(change([](StepWork& one) { one.command += "\n--sort"; }).what,
            Change::kOptions);
  EXPECT_EQ(change([](StepWork& one) { one.state = ""; }).what, Change::kState);
  StepChange met =
      change([](StepWork& one) { one.inputs.emplace_back("c", "/c"); });
  EXPECT_EQ(met.what, Change::kNewInput);
  EXPECT_EQ(met.name, "c");
  met = change([](StepWork& one) { one.inputs.pop_back(); });
  EXPECT_EQ(met.what, Change::kNoInput);
  EXPECT_EQ(met.name, "OUT/b");
  work_ = work;
  files_["/out"] = "4";
  met = change_since(work_, ran_, stamp());
  EXPECT_EQ(met.what, Change::kOutput);
  files_.erase("/more");
  met = change_since(work_, ran_, stamp());
  EXPECT_EQ(met.what, Change::kNoOutput);
  EXPECT_EQ(met.name, "/more");
  files_["/b"] = "4";
  met = change_since(work_, ran_, stamp());
  EXPECT_EQ(met.what, Change::kInput);
  EXPECT_EQ(met.name, "OUT/b");
}

TEST_F(StepRecordsTest, AnInputThatIsGoneIsNone) {
  EXPECT_EQ(gone_inputs(work_, ran_, stamp()), Names{});
  files_.erase("/b");
  EXPECT_EQ(reason(), RunReason::kNone);
  EXPECT_EQ(gone_inputs(work_, ran_, stamp()), Names{"/b"});
  files_["/b"] = "4";
  EXPECT_EQ(reason(), RunReason::kChanged);
}

TEST_F(StepRecordsTest, OutputsMustBeAsTheStepLeftThem) {
  files_["/more"] = "1";
  EXPECT_EQ(reason(), RunReason::kChanged);
  EXPECT_TRUE(has_same_work(work_, ran_, stamp()));
  files_.erase("/more");
  EXPECT_EQ(reason(), RunReason::kChanged);
  ran_.output = output_stamp(work_.outputs, stamp());
  EXPECT_EQ(ran_.output, "3, missing");
  EXPECT_EQ(reason(), RunReason::kChanged);
}

}  // namespace
}  // namespace wax::lines
