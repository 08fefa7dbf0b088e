#include "index/lucenepp/directory.h"

#include <errno.h>
#include <fcntl.h>
#include <lucene++/IndexInput.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <utility>

#include "io/mapped_file.h"
#include "text/utf8.h"

// The macros of ICU narrow integers on purpose.
#pragma GCC diagnostic ignored "-Wconversion"

namespace wax::index {
namespace {

namespace fs = std::filesystem;

// Lucene++ makes room for as many terms as a file of terms states behind its
// format, a negative number.
bool has_room_for_its_terms(const io::MappedFile& file) {
  if (file.size() < 12 || file.bytes()[0] < 0x80) return true;
  uint64_t terms = 0;
  for (size_t i = 4; i < 12; ++i) terms = terms << 8 | file.bytes()[i];
  return terms <= file.size();
}

class Input : public Lucene::IndexInput {
 public:
  Input() = default;
  Input(DirectoryPtr directory, std::shared_ptr<io::MappedFile> mapping)
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
    return wide_of(text_);
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
  std::shared_ptr<io::MappedFile> mapping_;
  const uint8_t* bytes_ = nullptr;
  uint64_t at_ = 0;
  uint64_t ready_ = 0;  // the bytes before this one may be read
  std::string text_;
};

}  // namespace

String wide_of(std::string_view utf8) {
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

void append_utf8(const String& text, std::string& utf8) {
  for (wchar_t w : text) {
    auto point = static_cast<char32_t>(w);
    text::append_utf8(text::is_scalar_value(point) ? point : 0xFFFD, utf8);
  }
}

std::string utf8_of(const String& text) {
  std::string utf8;
  utf8.reserve(text.size());
  append_utf8(text, utf8);
  return utf8;
}

FormatError unsound(const std::string& path,
                    const Lucene::LuceneException& exception) {
  return {path, 0, "this index is damaged: " + utf8_of(exception.getError())};
}

FormatError unsound(const std::string& path) {
  return {path, 0, "this index is damaged: it has an impossible number"};
}

Directory::Directory(std::string path, std::shared_ptr<const Manifest> manifest)
    : path_(std::move(path)), manifest_(std::move(manifest)) {
  isOpen = true;
}

Directory::~Directory() = default;

Lucene::HashSet<String> Directory::listAll() {
  auto names = Lucene::HashSet<String>::newInstance();
  if (manifest_ != nullptr) {
    for (const auto& [name, file] : manifest_->files) names.add(wide_of(name));
    return names;
  }
  std::error_code code;
  for (fs::directory_iterator it(path_, code), end; !code && it != end;
       it.increment(code)) {
    names.add(wide_of(it->path().filename().string()));
  }
  if (code) fail(IoError(path_, "list", code.value()));
  return names;
}

bool Directory::fileExists(const String& name) {
  if (manifest_ != nullptr) return manifest_->files.contains(utf8_of(name));
  struct stat status {};
  return ::stat((path_ + '/' + utf8_of(name)).c_str(), &status) == 0;
}

uint64_t Directory::fileModified(const String&) { return 0; }
void Directory::touchFile(const String&) {}

void Directory::deleteFile(const String&) { only_read(); }

int64_t Directory::fileLength(const String& name) {
  std::string file = path_ + '/' + utf8_of(name);
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) {
    fail(IoError(file, "open", errno));
  }
  return status.st_size;
}

Lucene::IndexOutputPtr Directory::createOutput(const String&) { only_read(); }

Lucene::IndexInputPtr Directory::openInput(const String& name) {
  std::string file = utf8_of(name);
  const Manifest::File* expected = nullptr;
  if (manifest_ != nullptr) {
    auto found = manifest_->files.find(file);
    if (found == manifest_->files.end()) {
      fail(IoError(path_ + '/' + file, "open", ENOENT));
    }
    expected = &found->second;
  }
  std::shared_ptr<io::MappedFile> mapping;
  try {
    mapping = std::make_shared<io::MappedFile>(path_ + '/' + file, expected);
  } catch (const IoError& error) {
    // Lucene++ looks for files that need not be there.
    if (error.code() == ENOENT) {
      boost::throw_exception(
          Lucene::FileNotFoundException(wide_of(error.what())));
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
  return Lucene::newLucene<Input>(shared_from_this(), mapping);
}

Lucene::IndexInputPtr Directory::openInput(const String& name, int32_t) {
  return openInput(name);
}

void Directory::only_read() {
  boost::throw_exception(Lucene::UnsupportedOperationException());
}

}  // namespace wax::index
