#include "io/remote/remote_file.h"

#include <array>
#include <chrono>
#include <mutex>
#include <unordered_map>

#include "io/error.h"
#include "io/remote/hdfs_output.h"
#include "io/remote/s3.h"
#include "io/remote/s3_output.h"
#include "io/remote/webhdfs.h"

namespace wax::io {
namespace {

bool is_s3(std::string_view name) { return name.starts_with("s3://"); }

bool is_hdfs(std::string_view name) {
  constexpr std::array<std::string_view, 3> kSchemes = {"hdfs://", "webhdfs://",
                                                        "swebhdfs://"};
  for (std::string_view scheme : kSchemes) {
    if (name.starts_with(scheme)) return true;
  }
  return false;
}

class WebFile final : public RemoteFile {
 public:
  explicit WebFile(const std::string& url) : url_(url) {}

  HttpRequest request(uint64_t, std::optional<uint64_t>) const override {
    return {url_};
  }
  std::optional<ObjectState> state() const override { return std::nullopt; }
  std::string refusal(long status, std::string_view,
                      const HeaderOf&) const override {
    return "HTTP status " + std::to_string(status);
  }

 private:
  std::string url_;
};

// Who decides what has changed asks for the same objects again and again.
class RecentStates {
 public:
  std::optional<ObjectState> find(const std::string& name) {
    std::lock_guard lock(mutex_);
    auto found = states_.find(name);
    if (found == states_.end() ||
        Clock::now() - found->second.since > kRecent) {
      return std::nullopt;
    }
    return found->second.state;
  }
  void add(const std::string& name, const ObjectState& state) {
    std::lock_guard lock(mutex_);
    states_[name] = {state, Clock::now()};
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Known {
    ObjectState state;
    Clock::time_point since;
  };

  static constexpr std::chrono::seconds kRecent{10};

  std::mutex mutex_;
  std::unordered_map<std::string, Known> states_;
};

RecentStates& recent_states() {
  static RecentStates states;
  return states;
}

}  // namespace

bool is_url(std::string_view name) {
  return name.starts_with("http://") || name.starts_with("https://") ||
         is_object(name);
}

bool is_object(std::string_view name) { return is_s3(name) || is_hdfs(name); }

bool is_object_folder(std::string_view name) {
  if (!is_object(name)) return false;
  // "s3://bucket" has no path.
  return name.ends_with('/') ||
         name.find('/', name.find("://") + 3) == name.npos;
}

std::unique_ptr<RemoteFile> remote_file(const std::string& name) {
  if (is_object_folder(name)) {
    throw IoError(name, "is a folder; here the name of an object is needed");
  }
  if (is_s3(name)) return s3_file(name);
  if (is_hdfs(name)) return hdfs_file(name);
  if (is_url(name)) return std::make_unique<WebFile>(name);
  throw IoError(name, "is no URL");
}

std::optional<ObjectState> object_state(const std::string& name) {
  return remote_file(name)->state();
}

std::optional<ObjectState> recent_state(const std::string& name) {
  RecentStates& states = recent_states();
  if (auto known = states.find(name)) return known;
  std::optional<ObjectState> state = object_state(name);
  if (state) states.add(name, *state);
  return state;
}

std::vector<StoredObject> objects_below(const std::string& folder) {
  std::vector<StoredObject> objects =
      is_s3(folder) ? s3_objects_below(folder) : hdfs_objects_below(folder);
  for (const StoredObject& object : objects) {
    recent_states().add(object.name, object.state);
  }
  return objects;
}

std::unique_ptr<Output> open_object_output(const std::string& name,
                                           bool force) {
  if (is_object_folder(name)) {
    throw UsageError(name + ": is a folder; give the name of an object");
  }
  return is_s3(name) ? open_s3_output(name, force)
                     : open_hdfs_output(name, force);
}

std::unique_ptr<Output> open_named_output(const std::string& name, bool force) {
  return is_object(name) ? open_object_output(name, force)
                         : open_output(name, force);
}

}  // namespace wax::io
