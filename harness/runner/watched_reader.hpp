// A ResponseReader with a watch over it, event by event: what is kept of an answer that the watch
// ends depends on the events alone, not on how the network cut them. Without a watch, a plain
// reader. No I/O; loop's thread.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/runner/text_watch.hpp"
#include "harness/wire/response.hpp"

namespace kilter {

class WatchedReader {
  public:
    // `watch`: nullptr for none.
    WatchedReader(std::vector<std::string> think_tags, std::unique_ptr<TextWatch> watch);

    // As ResponseReader::feed. False: the watch has ended the answer; the rest is not read.
    bool feed(std::string_view bytes, std::chrono::duration<double, std::milli> since_start);
    WireResult finish(const TransferEnd& end, std::chrono::duration<double, std::milli> total);

  private:
    bool look();

    ResponseReader reader_;
    std::unique_ptr<TextWatch> watch_;
    bool finished_ = false, ended_ = false;
};

}  // namespace kilter
