#include "index/store/directory.h"

#include <errno.h>
#include <fcntl.h>
#include <lucene++/BufferedIndexOutput.h>
#include <lucene++/IndexInput.h>
#include <lucene++/Lock.h>
#include <lucene++/LockFactory.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <utility>

#include "index/store/mapped_file.h"
#include "text/utf8.h"

// The macros of ICU narrow integers on purpose.
#pragma GCC diagnostic ignored "-Wconversion"

namespace wax::index {
namespace {

namespace fs = std::filesystem;

// Lucene++ makes room for as many terms as a file of terms states behind its
// format, a negative number.
bool has_room_for_its_terms(const MappedFile& file) {
  if (file.size() < 12 || file.bytes()[0] < 0x80) return true;
  uint64_t terms = 0;
  for (size_t i = 4; i < 12; ++i) terms = terms << 8 | file.bytes()[i];
  return terms <= file.size();
}

class Input : public Lucene::IndexInput {
 public:
  Input() = default;
  Input(DirectoryPtr directory, std::shared_ptr<MappedFile> mapping)
      : directory_(std::move(directory)),
        mapping_(std::move(mapping)),
        bytes_(mapping_->bytes()) {}
  LUCENE_CLASS(Input);

  uint8_t readByte() override {
    if (at_ >= ready_) prepare();
    return bytes_[at_++];
  }

  void readBytes(uint8_t* out, int32_t offset, int32_t length) override {
    if (length < 0) damaged();
    out += offset;
    for (auto left = static_cast<uint64_t>(length); left > 0;) {
      if (at_ >= ready_) prepare();
      uint64_t n = std::min(left, ready_ - at_);
      std::memcpy(out, bytes_ + at_, n);
      out += n;
      at_ += n;
      left -= n;
    }
  }

  int32_t readVInt() override {
    uint32_t value = 0;
    for (int shift = 0;; shift += 7) {
      uint8_t byte = Input::readByte();
      value |= static_cast<uint32_t>(byte & 0x7F) << shift;
      if ((byte & 0x80) == 0) return static_cast<int32_t>(value);
      if (shift >= 28) damaged();
    }
  }

  int64_t readVLong() override {
    uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
      uint8_t byte = Input::readByte();
      value |= static_cast<uint64_t>(byte & 0x7F) << shift;
      if ((byte & 0x80) == 0) return static_cast<int64_t>(value);
      if (shift >= 63) damaged();
    }
  }

  String readString() override {
    if (preUTF8Strings) return IndexInput::readString();
    int32_t length = readVInt();
    if (length < 0 || static_cast<uint64_t>(length) > mapping_->size() - at_) {
      damaged();
    }
    text_.resize(static_cast<size_t>(length));
    readBytes(reinterpret_cast<uint8_t*>(text_.data()), 0, length);
    return wide(text_);
  }

  void close() override {}
  int64_t getFilePointer() override { return static_cast<int64_t>(at_); }
  void seek(int64_t position) override {
    at_ = static_cast<uint64_t>(position);
    ready_ = 0;
  }
  int64_t length() override { return static_cast<int64_t>(mapping_->size()); }

  Lucene::LuceneObjectPtr clone(const Lucene::LuceneObjectPtr& other) override {
    Lucene::LuceneObjectPtr copy =
        IndexInput::clone(other ? other : Lucene::newLucene<Input>());
    auto input = boost::dynamic_pointer_cast<Input>(copy);
    input->directory_ = directory_;
    input->mapping_ = mapping_;
    input->bytes_ = bytes_;
    input->at_ = at_;
    input->ready_ = ready_;
    return input;
  }

 private:
  void prepare() {
    if (at_ >= mapping_->size()) damaged();
    try {
      ready_ = mapping_->check(at_);
    } catch (const FormatError& error) {
      directory_->fail(error);
    } catch (const IoError& error) {
      directory_->fail(error);
    }
  }
  [[noreturn]] void damaged() {
    directory_->fail(
        FormatError(mapping_->path(), at_, "this index file is damaged"));
  }

  DirectoryPtr directory_;
  std::shared_ptr<MappedFile> mapping_;
  const uint8_t* bytes_ = nullptr;
  uint64_t at_ = 0;
  uint64_t ready_ = 0;  // the bytes before this one may be read
  std::string text_;
};

class Output : public Lucene::BufferedIndexOutput {
 public:
  Output(DirectoryPtr directory, std::string path)
      : directory_(std::move(directory)), path_(std::move(path)) {
    fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd_ < 0) directory_->fail(IoError(path_, "create", errno));
  }
  ~Output() override {
    if (fd_ >= 0) ::close(fd_);
  }
  LUCENE_CLASS(Output);
  using BufferedIndexOutput::flushBuffer;

  void flushBuffer(const uint8_t* bytes, int32_t offset,
                   int32_t length) override {
    bytes += offset;
    for (auto left = static_cast<size_t>(length); left > 0;) {
      ssize_t n = ::pwrite(fd_, bytes, left, at_);
      if (n < 0) {
        if (errno == EINTR) continue;
        directory_->fail(IoError(path_, "write", errno));
      }
      bytes += n;
      left -= static_cast<size_t>(n);
      at_ += n;
    }
    size_ = std::max(size_, at_);
  }
  void seek(int64_t position) override {
    BufferedIndexOutput::seek(position);
    at_ = position;
  }
  void close() override {
    if (fd_ < 0) return;
    BufferedIndexOutput::close();
    int fd = std::exchange(fd_, -1);
    if (::close(fd) != 0) directory_->fail(IoError(path_, "close", errno));
  }
  int64_t length() override { return size_; }

 private:
  DirectoryPtr directory_;
  std::string path_;
  int fd_ = -1;
  off_t at_ = 0;
  off_t size_ = 0;
};

// flock() on the directory itself: other processes are kept out, a killed one
// leaves nothing behind.
class FlockLock : public Lucene::Lock {
 public:
  explicit FlockLock(std::string path) : path_(std::move(path)) {}
  ~FlockLock() override { FlockLock::release(); }
  LUCENE_CLASS(FlockLock);
  using Lock::obtain;

  bool obtain() override {
    if (fd_ >= 0) return false;
    int fd = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return false;
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
      ::close(fd);
      return false;
    }
    fd_ = fd;
    return true;
  }
  void release() override {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }
  bool isLocked() override { return fd_ >= 0; }

 private:
  std::string path_;
  int fd_ = -1;
};

class FlockFactory : public Lucene::LockFactory {
 public:
  explicit FlockFactory(std::string path) : path_(std::move(path)) {}
  LUCENE_CLASS(FlockFactory);
  Lucene::LockPtr makeLock(const String&) override {
    return Lucene::newLucene<FlockLock>(path_);
  }
  void clearLock(const String&) override {}

 private:
  std::string path_;
};

}  // namespace

String wide(std::string_view utf8) {
  String text;
  text.reserve(utf8.size());
  while (!utf8.empty()) {
    char32_t point = 0xFFFD;
    size_t size = text::decode_utf8(utf8, point);
    if (size == 0) size = text::ill_formed_length(utf8);
    if (!text::ends_a_plane(point)) text += static_cast<wchar_t>(point);
    utf8.remove_prefix(size);
  }
  return text;
}

void append_narrow(const String& text, std::string& utf8) {
  for (wchar_t w : text) {
    auto point = static_cast<char32_t>(w);
    text::append_utf8(text::is_scalar_value(point) ? point : 0xFFFD, utf8);
  }
}

std::string narrow(const String& text) {
  std::string utf8;
  utf8.reserve(text.size());
  append_narrow(text, utf8);
  return utf8;
}

FormatError unsound(const std::string& path,
                    const Lucene::LuceneException& exception) {
  return {path, 0, "this index is damaged: " + narrow(exception.getError())};
}

FormatError unsound(const std::string& path) {
  return {path, 0, "this index is damaged: it has an impossible number"};
}

Directory::Directory(std::string path, std::shared_ptr<const Manifest> manifest)
    : path_(std::move(path)), manifest_(std::move(manifest)) {
  isOpen = true;
  setLockFactory(Lucene::newLucene<FlockFactory>(path_));
}

Directory::~Directory() = default;

Lucene::HashSet<String> Directory::listAll() {
  auto names = Lucene::HashSet<String>::newInstance();
  if (manifest_ != nullptr) {
    for (const auto& [name, file] : manifest_->files) names.add(wide(name));
    return names;
  }
  std::error_code code;
  for (fs::directory_iterator it(path_, code), end; !code && it != end;
       it.increment(code)) {
    names.add(wide(it->path().filename().string()));
  }
  if (code) fail(IoError(path_, "list", code.value()));
  return names;
}

bool Directory::fileExists(const String& name) {
  if (manifest_ != nullptr) return manifest_->files.contains(narrow(name));
  struct stat status {};
  return ::stat((path_ + '/' + narrow(name)).c_str(), &status) == 0;
}

uint64_t Directory::fileModified(const String&) { return 0; }
void Directory::touchFile(const String&) {}

void Directory::deleteFile(const String& name) {
  std::string file = path_ + '/' + narrow(name);
  if (::unlink(file.c_str()) != 0) fail(IoError(file, "remove", errno));
}

int64_t Directory::fileLength(const String& name) {
  std::string file = path_ + '/' + narrow(name);
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) {
    fail(IoError(file, "open", errno));
  }
  return status.st_size;
}

Lucene::IndexOutputPtr Directory::createOutput(const String& name) {
  return Lucene::newLucene<Output>(shared_from_this(),
                                   path_ + '/' + narrow(name));
}

Lucene::IndexInputPtr Directory::openInput(const String& name) {
  std::string file = narrow(name);
  const Manifest::File* expected = nullptr;
  if (manifest_ != nullptr) {
    auto found = manifest_->files.find(file);
    if (found == manifest_->files.end()) {
      fail(IoError(path_ + '/' + file, "open", ENOENT));
    }
    expected = &found->second;
  }
  std::shared_ptr<MappedFile> mapping;
  try {
    mapping = std::make_shared<MappedFile>(path_ + '/' + file, expected);
  } catch (const IoError& error) {
    // Lucene++ looks for files that need not be there.
    if (error.code() == ENOENT) {
      boost::throw_exception(Lucene::FileNotFoundException(wide(error.what())));
    }
    fail(error);
  } catch (const FormatError& error) {
    fail(error);
  }
  if (manifest_ == nullptr &&
      (file.ends_with(".tii") || file.ends_with(".tis")) &&
      !has_room_for_its_terms(*mapping)) {
    fail(FormatError(mapping->path(), 4, "this index file is damaged"));
  }
  return Lucene::newLucene<Input>(shared_from_this(), std::move(mapping));
}

Lucene::IndexInputPtr Directory::openInput(const String& name, int32_t) {
  return openInput(name);
}

void Directory::sync(const String& name) {
  std::string file = path_ + '/' + narrow(name);
  int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) fail(IoError(file, "open", errno));
  int code = ::fsync(fd) == 0 ? 0 : errno;
  ::close(fd);
  if (code != 0) fail(IoError(file, "sync", code));
}

String Directory::getLockID() { return wide(path_); }

}  // namespace wax::index
