// Inflates every member of gzip files and does no more: the limit that an
// indexer is held against.
//   inflate WORK THREADS FILES
//   memcpy      copies the bytes as they are
//   zlib, isal, libdeflate    inflates every member
//   sha1        libdeflate, and SHA-1 over what follows the second blank line
//   of
//               a member: the payload of a response
#include <isa-l/igzip_lib.h>
#include <libdeflate.h>
#include <openssl/evp.h>
#include <zlib.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

constexpr size_t kRoom = 64 << 20;

class Worker {
 public:
  explicit Worker(std::string work) : work_(std::move(work)), out_(kRoom) {
    inflateInit2(&stream_, MAX_WBITS + 16);
  }

  bool file(const char* path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    std::vector<char> in(static_cast<size_t>(file.tellg()));
    file.seekg(0).read(in.data(), static_cast<std::streamsize>(in.size()));
    for (size_t at = 0; at < in.size();) {
      const size_t used = member(in.data() + at, in.size() - at);
      if (used == 0) return false;
      at += used;
    }
    return true;
  }

 private:
  // Bytes of the member at `in`; 0 where it cannot be inflated.
  size_t member(char* in, size_t size) {
    if (work_ == "memcpy") {
      const size_t bytes = size < kRoom ? size : kRoom;
      std::memcpy(out_.data(), in, bytes);
      return bytes;
    }
    if (work_ == "zlib") {
      inflateReset(&stream_);
      stream_.next_in = reinterpret_cast<Bytef*>(in);
      stream_.avail_in = static_cast<uInt>(size);
      stream_.next_out = reinterpret_cast<Bytef*>(out_.data());
      stream_.avail_out = static_cast<uInt>(out_.size());
      if (inflate(&stream_, Z_FINISH) != Z_STREAM_END) return 0;
      return size - stream_.avail_in;
    }
    if (work_ == "isal") {
      isal_inflate_init(&isal_);
      isal_.crc_flag = ISAL_GZIP;
      isal_.next_in = reinterpret_cast<uint8_t*>(in);
      isal_.avail_in = static_cast<uint32_t>(size);
      isal_.next_out = reinterpret_cast<uint8_t*>(out_.data());
      isal_.avail_out = static_cast<uint32_t>(out_.size());
      if (isal_inflate(&isal_) != ISAL_DECOMP_OK ||
          isal_.block_state != ISAL_BLOCK_FINISH) {
        return 0;
      }
      return size - isal_.avail_in;
    }
    size_t used = 0;
    size_t made = 0;
    if (libdeflate_gzip_decompress_ex(whole_, in, size, out_.data(),
                                      out_.size(), &used,
                                      &made) != LIBDEFLATE_SUCCESS) {
      return 0;
    }
    if (work_ == "sha1") digest({out_.data(), made});
    return used;
  }

  void digest(std::string_view record) {
    for (int i = 0; i < 2; ++i) {
      const size_t blank = record.find("\r\n\r\n");
      if (blank == record.npos) return;
      record.remove_prefix(blank + 4);
    }
    if (record.size() >= 4) record.remove_suffix(4);
    unsigned char sum[EVP_MAX_MD_SIZE];
    EVP_DigestInit_ex(digest_, EVP_sha1(), nullptr);
    EVP_DigestUpdate(digest_, record.data(), record.size());
    EVP_DigestFinal_ex(digest_, sum, nullptr);
  }

  std::string work_;
  std::vector<char> out_;
  z_stream stream_{};
  inflate_state isal_;
  libdeflate_decompressor* whole_ = libdeflate_alloc_decompressor();
  EVP_MD_CTX* digest_ = EVP_MD_CTX_new();
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fputs("usage: inflate WORK THREADS FILES\n", stderr);
    return 2;
  }
  std::atomic<int> next = 3;
  std::atomic<bool> whole = true;
  std::vector<std::thread> threads;
  for (int i = 0; i < std::atoi(argv[2]); ++i) {
    threads.emplace_back([&] {
      Worker worker(argv[1]);
      for (int at = next++; at < argc; at = next++) {
        if (!worker.file(argv[at])) whole = false;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  return whole ? 0 : 1;
}
