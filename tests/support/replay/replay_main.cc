// Gives every file of the folders named to a fuzz entry, as libFuzzer's own
// main would: FUZZER [--mutations N] FOLDER... With --mutations, N damaged
// copies of the files as well: cut, changed, joined; the same ones each time.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

void run_entry(const std::string& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()),
                         bytes.size());
}

std::string mutated(const std::vector<std::string>& seeds,
                    std::mt19937& random) {
  auto below = [&](size_t most) { return random() % (most + 1); };
  const std::string& other = seeds[below(seeds.size() - 1)];
  std::string bytes = seeds[below(seeds.size() - 1)];
  size_t changes = 1 + below(7);
  for (size_t i = 0; i < changes && !bytes.empty(); ++i) {
    size_t at = below(bytes.size() - 1);
    switch (random() % 6) {
      case 0:
        bytes.resize(at);
        break;
      case 1:
        bytes.erase(at, below(64));
        break;
      case 2:
        bytes.insert(at, bytes.substr(below(bytes.size() - 1), below(64)));
        break;
      case 3:
        bytes.replace(at, below(64), other.substr(below(other.size()), 64));
        break;
      default:
        bytes[at] = static_cast<char>(random());
    }
  }
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> seeds;
  unsigned long mutations = 0;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--mutations" && i + 1 < argc) {
      mutations = std::strtoul(argv[++i], nullptr, 10);
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
      std::ifstream file(entry.path(), std::ios::binary);
      seeds.emplace_back(std::istreambuf_iterator<char>(file),
                         std::istreambuf_iterator<char>());
      run_entry(seeds.back());
    }
  }
  std::mt19937 random(1);
  for (unsigned long i = 0; i < mutations && !seeds.empty(); ++i) {
    run_entry(mutated(seeds, random));
  }
  std::printf("%zu seeds, %lu mutations\n", seeds.size(), mutations);
  return seeds.empty() ? 1 : 0;
}
