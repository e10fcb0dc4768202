// How often k of n runs succeed, c of which were right: pass@k (any; arXiv 2107.03374), pass^k
// (all; arXiv 2406.12045), G-Pass@k_t (a share t of them; arXiv 2412.13147) and its mean above one
// half, mG-Pass@k. All are unbiased: k runs drawn without return. The plug-in (c/n)^k would be too
// high. nullopt unless 1 <= k <= n and 0 <= c <= n. Pure, any thread.
#pragma once

#include <optional>
#include <string_view>

namespace kilter {

// A share between 0 and 1, exact: t x k must not be rounded up because 0.7 is no binary number.
struct ExactShare {
    long long numerator = 0, denominator = 1;
};
// "0.75", "1", "3/4"; nullopt for other words, more than nine decimals and values outside of [0,
// 1].
std::optional<ExactShare> exact_share(std::string_view text);

std::optional<double> pass_at_k(int n, int c, int k);   // 1 - C(n-c,k) / C(n,k)
std::optional<double> pass_hat_k(int n, int c, int k);  // C(c,k) / C(n,k)

// P(at least max(1, ceil(t k)) of k drawn runs are right); t near 0 is pass@k, t = 1 is pass^k.
// nullopt too for a share outside of [0, 1].
std::optional<double> g_pass_at_k(int n, int c, int k, ExactShare t);
// 2/k x the sum of P(at least i right) for i = ceil(k/2)+1 .. k. At k = 1 the sum is empty and the
// value 0 even where every run is right: read it from k = 2 on.
std::optional<double> mg_pass_at_k(int n, int c, int k);

}  // namespace kilter
