// The program behind document/worker/text_worker.h, which starts it: CPU-MS
// MEMORY, with a socket as standard input.
#include <unistd.h>

#include "document/worker/child.h"
#include "text/number.h"

int main(int argc, char** argv) {
  auto cpu = wax::text::whole_number(argc > 1 ? argv[1] : "");
  auto memory = wax::text::whole_number(argc > 2 ? argv[2] : "");
  if (!cpu || !memory) return 2;
  // Not to return: what libraries do at the end of a process is of no use here.
  _exit(wax::document::serve_documents(
      STDIN_FILENO, std::chrono::milliseconds(*cpu), *memory));
}
