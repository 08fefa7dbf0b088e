#include "index/import/batch_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace wax::index {
namespace {

struct Number {
  int in = 0;
  int out = 0;
};

TEST(BatchQueue, BatchesComeBackInOrder) {
  for (unsigned jobs : {1u, 2u, 5u}) {
    std::vector<int> out;
    std::atomic<bool> thread_in_range = true;
    BatchQueue<Number> queue(
        jobs,
        [&](Number& batch, unsigned thread) {
          if (thread >= jobs) thread_in_range = false;
          batch.out = batch.in * batch.in;
        },
        [&](Number& batch) { out.push_back(batch.out); });
    for (int i = 0; i < 500; ++i) {
      auto batch = queue.take();
      batch->in = i;
      queue.put(std::move(batch));
    }
    queue.finish();
    ASSERT_EQ(out.size(), 500u);
    for (int i = 0; i < 500; ++i) EXPECT_EQ(out[static_cast<size_t>(i)], i * i);
    EXPECT_TRUE(thread_in_range);
  }
}

TEST(BatchQueue, WhatWorkThrowsReachesTheCaller) {
  for (unsigned jobs : {1u, 3u}) {
    int retired = 0;
    BatchQueue<Number> queue(
        jobs,
        [](Number& batch, unsigned) {
          if (batch.in == 7) throw std::runtime_error("seven");
        },
        [&](Number&) { ++retired; });
    auto run = [&] {
      for (int i = 0; i < 20; ++i) {
        auto batch = queue.take();
        batch->in = i;
        queue.put(std::move(batch));
      }
      queue.finish();
    };
    EXPECT_THROW(run(), std::runtime_error);
    EXPECT_EQ(retired, 7);
  }
}

TEST(BatchQueue, MayBeLeftWithWorkUnderWay) {
  BatchQueue<Number> queue(
      4, [](Number&, unsigned) {}, [](Number&) {});
  queue.put(queue.take());
  queue.put(queue.take());
}

}  // namespace
}  // namespace wax::index
