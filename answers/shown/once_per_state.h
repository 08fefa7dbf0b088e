// What is made once for each state of a collection, by a thread of its own.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "answers/shown/holdings.h"
#include "io/ordered_pool.h"

namespace wax::answers {

// Any number of threads may ask.
template <typename Made>
class OncePerState {
 public:
  // Is called in the thread of this object. It throws when the flag says that
  // the server stops.
  using Make = std::function<std::shared_ptr<const Made>(
      const Scope& scope, const std::atomic<bool>& stopping)>;

  explicit OncePerState(Make make) : make_(std::move(make)) {}
  ~OncePerState() { stopping_ = true; }
  OncePerState(const OncePerState&) = delete;
  OncePerState& operator=(const OncePerState&) = delete;

  struct Answer {
    // The value for the current state; while that is being made, the value of
    // an earlier state with the same rules of access. Null: no value yet.
    std::shared_ptr<const Made> made;
    bool being_made = false;
    std::string failure;  // why it could not be made
  };

  // Does not wait, except for a moment that small collections need.
  [[nodiscard]] Answer of(const Scope& scope) {
    std::unique_lock lock(mutex_);
    State& state = states_[scope.collection->name()];
    const uint64_t number = scope.generation->number;
    auto is_known = [&] {
      return state.generation != nullptr && state.generation->number >= number;
    };
    if (!is_known() && state.wanted == 0) {
      state.wanted = number;
      (void)pool_.begin([this, scope](size_t) { make(scope); });
    }
    if (!is_known()) done_.wait_for(lock, kMoment, is_known);
    Answer answer = state.answer;
    if (is_known()) return answer;
    answer.being_made = true;
    answer.failure.clear();
    // What has captures that rules now block is not shown.
    if (state.generation == nullptr ||
        state.generation->access != scope.generation->access) {
      answer.made = nullptr;
    }
    return answer;
  }

 private:
  static constexpr std::chrono::milliseconds kMoment{500};

  struct State {
    std::shared_ptr<const Generation> generation;  // of the answer
    Answer answer;
    uint64_t wanted = 0;  // number of the generation for which it is being made
  };

  void make(const Scope& scope) {
    Answer answer;
    try {
      answer.made = make_(scope, stopping_);
    } catch (const std::exception& error) {
      answer.failure = error.what();
    }
    std::lock_guard lock(mutex_);
    State& state = states_[scope.collection->name()];
    state.generation = scope.generation;
    state.answer = std::move(answer);
    state.wanted = 0;
    done_.notify_all();
  }

  Make make_;
  std::mutex mutex_;  // guards states_ and the beginning of work
  std::condition_variable done_;
  std::map<std::string, State> states_;  // by name of the collection
  std::atomic<bool> stopping_{false};
  io::WorkPool pool_{1};  // the last member: its thread uses the others
};

}  // namespace wax::answers
