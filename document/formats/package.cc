#include "document/formats/package.h"

#include <algorithm>
#include <utility>

#include "document/formats/document_builder.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/percent.h"

namespace wax::document {
namespace {

// Bytes in memory as a file that can seek.
class PackageFile final : public io::FileSource {
 public:
  explicit PackageFile(std::string_view bytes) : bytes_(bytes) {}

  std::string_view peek(size_t) override { return bytes_.substr(at_); }
  void consume(size_t n) override { at_ += n; }
  const std::string& path() const override { return path_; }
  uint64_t offset() const override { return at_; }
  bool size(uint64_t& bytes) const override {
    bytes = bytes_.size();
    return true;
  }
  bool seek(uint64_t offset) override {
    if (offset > bytes_.size()) return false;
    at_ = static_cast<size_t>(offset);
    return true;
  }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
  std::string path_ = "zip";
};

std::string lower_name(std::string_view name) {
  std::string lower(name);
  text::lower_case(lower);
  return lower;
}

}  // namespace

// Counts what all files inflate to, and ends at damage.
class Package::Entry final : public io::ByteSource {
 public:
  Entry(Package& package, const io::ZipEntry& entry)
      : package_(&package),
        bytes_(io::open_zip_entry(std::make_unique<PackageFile>(package.zip_),
                                  entry, entry.name)) {}

  std::string_view peek(size_t at_least) override {
    if (package_->left_ == 0) throw TextFull{};
    if (ended_) return {};
    try {
      std::string_view bytes = bytes_->peek(at_least);
      return bytes.substr(0, static_cast<size_t>(std::min<uint64_t>(
                                 package_->left_, bytes.size())));
    } catch (const Error&) {
      package_->damaged_ = ended_ = true;
      return {};
    }
  }
  void consume(size_t n) override {
    bytes_->consume(n);
    package_->left_ -= n;
  }

 private:
  Package* package_;
  std::unique_ptr<io::FileSource> bytes_;
  bool ended_ = false;
};

Package::Package(std::string_view zip) : zip_(zip) {
  try {
    PackageFile file(zip);
    for (io::ZipEntry& entry : io::read_zip_directory(file)) {
      std::string name = lower_name(entry.name);
      entries_.emplace(std::move(name), std::move(entry));
    }
  } catch (const FormatError& error) {
    throw Unreadable{NoText::kDamaged, error.text()};
  }
}

const io::ZipEntry* Package::find(std::string_view name) const {
  auto found = entries_.find(lower_name(name));
  return found == entries_.end() ? nullptr : &found->second;
}

std::unique_ptr<io::ByteSource> Package::open(std::string_view name) {
  const io::ZipEntry* entry = find(name);
  if (entry == nullptr) return nullptr;
  if (entry->encrypted) {
    throw Unreadable{NoText::kEncrypted, entry->name + " is encrypted"};
  }
  try {
    return std::make_unique<Entry>(*this, *entry);
  } catch (const FormatError&) {
    damaged_ = true;
    return nullptr;
  }
}

std::string Package::read(std::string_view name, size_t most) {
  auto source = open(name);
  return source ? io::read_all(*source, most) : std::string();
}

std::string package_path(std::string_view base, std::string_view reference) {
  reference = reference.substr(0, reference.find_first_of("?#"));
  std::string path;
  if (reference.starts_with('/')) {
    reference.remove_prefix(1);
  } else if (size_t slash = base.rfind('/'); slash != base.npos) {
    path.assign(base.substr(0, slash + 1));
  }
  while (!reference.empty()) {
    size_t end = std::min(reference.find('/'), reference.size());
    std::string_view step = reference.substr(0, end);
    bool folder = end < reference.size();
    reference.remove_prefix(folder ? end + 1 : end);
    if (step == "." || step.empty()) continue;
    if (step == "..") {
      size_t parent =
          path.size() < 2 ? path.npos : path.rfind('/', path.size() - 2);
      path.resize(parent == path.npos ? 0 : parent + 1);
      continue;
    }
    for (size_t i = 0; i < step.size(); ++i) {
      int byte = text::escaped_byte(step, i);
      path += byte < 0 ? step[i] : static_cast<char>(byte);
      if (byte >= 0) i += 2;
    }
    if (folder) path += '/';
  }
  return path;
}

}  // namespace wax::document
