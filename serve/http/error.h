// What handlers throw to give an answer that is no success. They are thrown by
// any thread that runs a handler.
#pragma once

#include "io/error.h"

namespace wax::serve {

// 404.
class NotFound : public Error {
 public:
  using Error::Error;
};

// What an archive should have is not there: 502. The message is shown.
class BadArchive : public Error {
 public:
  using Error::Error;
};

// The deadline of a request has passed: 503.
class OutOfTime : public Error {
 public:
  OutOfTime()
      : Error(
            "The answer takes longer than this server allows; ask for less.") {}
};

}  // namespace wax::serve
