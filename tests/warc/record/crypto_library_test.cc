#include "warc/record/crypto_library.h"

#include <gtest/gtest.h>
#include <openssl/crypto.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <new>

#include "warc/record/digest.h"

namespace wax::warc {
namespace {

int allocations_left = 0;

void* failing_malloc(size_t size, const char*, int) {
  return --allocations_left == 0 ? nullptr : ::malloc(size);
}
void* failing_realloc(void* memory, size_t size, const char*, int) {
  return --allocations_left == 0 ? nullptr : ::realloc(memory, size);
}
void free_memory(void* memory, const char*, int) { ::free(memory); }

// How the first digest of a process ends of which OpenSSL's n-th allocation
// fails: 0, it is made; 1, out of memory; 2, another error; 4, it waits for
// ever, as OpenSSL 3.5 does for a lock of its own after some of them; -1, a
// crash.
int end_of_first_digest(int n) {
  const pid_t child = ::fork();
  if (child == 0) {
    allocations_left = n;
    ::alarm(2);
    if (CRYPTO_set_mem_functions(failing_malloc, failing_realloc,
                                 free_memory) != 1) {
      ::_exit(3);
    }
    try {
      Digester digester(DigestAlgorithm::kSha1);
      ::_exit(0);
    } catch (const std::bad_alloc&) {
      ::_exit(1);
    } catch (const std::exception&) {
      ::_exit(2);
    }
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) return 4;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void expect_no_crash() {
  int out_of_memory = 0;
  for (int n = 1; n <= 120; ++n) {
    const int end = end_of_first_digest(n);
    if (end < 0 || end == 3) ::_exit(10);
    if (end == 1) ++out_of_memory;
  }
  ::_exit(out_of_memory > 0 ? 0 : 11);
}

// In a process that has not used OpenSSL yet.
TEST(CryptoLibraryDeathTest, FailingAllocationsOfItsFirstUseAreNoCrash) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(expect_no_crash(), testing::ExitedWithCode(0), "");
}

TEST(CryptoLibrary, IsBegunMoreThanOnce) {
  begin_crypto();
  EXPECT_NO_THROW(begin_crypto());
}

}  // namespace
}  // namespace wax::warc
