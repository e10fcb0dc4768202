#include "scorers/statistics/repeated_success.hpp"

#include <algorithm>
#include <charconv>

#include "scorers/statistics/probability_row.hpp"

namespace kilter {
namespace {

// C(a, k) / C(n, k) for 0 <= k <= n; 0 where k > a.
double choose_ratio(int a, int n, int k) {
    if (k > a) return 0;
    double ratio = 1;
    for (int i = 0; i < k; ++i) ratio *= static_cast<double>(a - i) / static_cast<double>(n - i);
    return ratio;
}

bool in_range(int n, int c, int k) {
    return k >= 1 && n >= k && c >= 0 && c <= n;
}

// P(at least `fewest` of k drawn runs are right).
double at_least(int n, int c, int k, long long fewest) {
    if (fewest <= 0) return 1;
    const ProbabilityRow row = hypergeometric_row(c, n - c, k);
    double sum = 0;
    for (long long right = row.last(); right >= std::max(fewest, row.first); --right)
        sum += row.at(right);
    return std::min(1.0, sum);
}

bool is_share(ExactShare share) {
    return share.denominator > 0 && share.numerator >= 0 && share.numerator <= share.denominator;
}

constexpr std::size_t k_most_digits = 9;  // so that t x k fits into 64 bits

std::optional<long long> digits_value(std::string_view digits) {
    if (digits.empty() || digits.size() > k_most_digits) return std::nullopt;
    long long value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size() || digits.front() == '-')
        return std::nullopt;
    return value;
}

}  // namespace

std::optional<ExactShare> exact_share(std::string_view text) {
    const std::size_t slash = text.find('/');
    const std::size_t point = text.find('.');
    if (slash != std::string_view::npos && point != std::string_view::npos) return std::nullopt;
    const auto whole = digits_value(text.substr(0, std::min(slash, point)));
    if (!whole) return std::nullopt;
    ExactShare share{*whole, 1};
    if (slash != std::string_view::npos) {
        const auto below = digits_value(text.substr(slash + 1));
        if (!below) return std::nullopt;
        share.denominator = *below;
    } else if (point != std::string_view::npos) {
        const std::string_view decimals = text.substr(point + 1);
        const auto fraction = digits_value(decimals);
        if (!fraction) return std::nullopt;
        for (std::size_t i = 0; i < decimals.size(); ++i) share.denominator *= 10;
        share.numerator = *whole * share.denominator + *fraction;
    }
    if (!is_share(share)) return std::nullopt;
    return share;
}

std::optional<double> pass_at_k(int n, int c, int k) {
    if (!in_range(n, c, k)) return std::nullopt;
    return 1 - choose_ratio(n - c, n, k);
}

std::optional<double> pass_hat_k(int n, int c, int k) {
    if (!in_range(n, c, k)) return std::nullopt;
    return choose_ratio(c, n, k);
}

std::optional<double> g_pass_at_k(int n, int c, int k, ExactShare t) {
    if (!in_range(n, c, k) || !is_share(t)) return std::nullopt;
    const long long fewest = (t.numerator * k + t.denominator - 1) / t.denominator;
    return at_least(n, c, k, std::max(1LL, fewest));
}

std::optional<double> mg_pass_at_k(int n, int c, int k) {
    if (!in_range(n, c, k)) return std::nullopt;
    double sum = 0;
    for (int i = (k + 1) / 2 + 1; i <= k; ++i) sum += at_least(n, c, k, i);
    return 2 * sum / k;
}

}  // namespace kilter
