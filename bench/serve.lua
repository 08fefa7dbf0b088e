-- For wrk: asks the paths in the file that PATHS names, in their order.
local requests = {}
local at = 0

function init()
  for path in io.lines(os.getenv("PATHS")) do
    requests[#requests + 1] = wrk.format("GET", path)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

-- Rate, median and 99th percentile in ms, requests, requests that failed.
function done(summary, latency)
  local errors = summary.errors
  print(string.format("RESULT\t%.0f\t%.2f\t%.2f\t%d\t%d",
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3, summary.requests,
    errors.connect + errors.read + errors.write + errors.status +
    errors.timeout))
end
