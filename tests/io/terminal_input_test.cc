#include "io/terminal_input.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

namespace wax::io {
namespace {

// While it lives, standard input is the file descriptor.
class InputFrom {
 public:
  explicit InputFrom(int descriptor) : saved_(::dup(STDIN_FILENO)) {
    ::dup2(descriptor, STDIN_FILENO);
    ::close(descriptor);
  }
  ~InputFrom() {
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
    on_terminal_input(nullptr);
  }

 private:
  int saved_;
};

TEST(TerminalInput, IsAnnouncedOnce) {
  int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0) GTEST_SKIP() << "this machine makes no terminals";
  InputFrom input(terminal);
  int notices = 0;
  on_terminal_input([&] { ++notices; });
  announce_terminal_input();
  EXPECT_EQ(notices, 1);
  announce_terminal_input();
  EXPECT_EQ(notices, 1);
}

TEST(TerminalInput, IsNotAFile) {
  InputFrom input(::open("/dev/null", O_RDONLY));
  int notices = 0;
  on_terminal_input([&] { ++notices; });
  announce_terminal_input();
  EXPECT_EQ(notices, 0);
}

}  // namespace
}  // namespace wax::io
