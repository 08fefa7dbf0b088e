// The exact peer of wax-seen: prints the URLs (the first column) of standard
// input that an LMDB database does not have, and with "add" adds them.
//
//   seen_lmdb FILE MOST-MIB [add] < URLS
#include <lmdb.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>

namespace {

void check(int result) {
  if (result == MDB_SUCCESS) return;
  std::fprintf(stderr, "seen_lmdb: %s\n", mdb_strerror(result));
  std::exit(2);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const bool add = argc > 3 && std::strcmp(argv[3], "add") == 0;
  std::ios::sync_with_stdio(false);
  MDB_env* environment = nullptr;
  check(mdb_env_create(&environment));
  check(mdb_env_set_mapsize(environment, std::strtoull(argv[2], nullptr, 10)
                                             << 20));
  check(mdb_env_open(environment, argv[1], MDB_NOSUBDIR | MDB_NOSYNC, 0644));
  MDB_txn* transaction = nullptr;
  MDB_dbi urls = 0;
  check(mdb_txn_begin(environment, nullptr, 0, &transaction));
  check(mdb_dbi_open(transaction, nullptr, 0, &urls));
  constexpr int kBatch = 1'000'000;
  int in_batch = 0;
  for (std::string line; std::getline(std::cin, line);) {
    MDB_val key = {line.find(' '), line.data()};
    MDB_val month = {6, line.data() + key.mv_size + 1};
    const int result =
        add ? mdb_put(transaction, urls, &key, &month, MDB_NOOVERWRITE)
            : mdb_get(transaction, urls, &key, &month);
    if (result == MDB_NOTFOUND || (add && result == MDB_SUCCESS)) {
      std::cout << line << '\n';
    } else if (result != MDB_KEYEXIST) {
      check(result);
    }
    if (!add || ++in_batch < kBatch) continue;
    in_batch = 0;
    check(mdb_txn_commit(transaction));
    check(mdb_txn_begin(environment, nullptr, 0, &transaction));
  }
  check(mdb_txn_commit(transaction));
  mdb_env_close(environment);
}
