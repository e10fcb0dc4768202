// Exit codes of every command. An error never becomes a pass.
#pragma once

namespace kilter {

inline constexpr int k_exit_done = 0;   // done, gates hold
inline constexpr int k_exit_gate = 1;   // a gate failed
inline constexpr int k_exit_usage = 2;  // usage, config or suite error, or the store is in use
inline constexpr int k_exit_inconclusive =
    3;  // trials missing or failed, or K below the gate's minimum
inline constexpr int k_exit_no_engine = 4;  // no engine passed preflight
inline constexpr int k_exit_bug = 70;
inline constexpr int k_exit_interrupted = 130;  // resumable

}  // namespace kilter
