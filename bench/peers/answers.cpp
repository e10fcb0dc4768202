#include "bench/peers/answers.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <vector>

namespace kilter::bench {
namespace {

constexpr std::size_t k_pool_bytes = 8U << 20U;
constexpr std::size_t k_words = 3000;
constexpr std::uint32_t k_notes = 1'000'000;
constexpr std::string_view k_number_mark = "Delivery note DN-";
constexpr std::string_view k_amount_mark = "Amount due: ";

// The finaliser of MurmurHash3 (Austin Appleby, public domain): one number into another.
std::uint64_t mixed(std::uint64_t x) {
    x ^= x >> 33U;
    x *= 0xff51afd7ed558ccdU;
    x ^= x >> 33U;
    x *= 0xc4ceb9fe1a85ec53U;
    return x ^ (x >> 33U);
}

std::vector<std::string> vocabulary() {
    constexpr std::string_view k_heads = "bcdfghjklmnprstvwz", k_tails = "aeiou";
    std::vector<std::string> words;
    for (std::size_t i = 0; i < k_words; ++i) {
        std::string word;
        std::uint64_t dice = mixed(i + 1);
        for (std::uint64_t syllables = 1 + dice % 4; syllables > 0; --syllables) {
            dice = mixed(dice);
            word += k_heads[dice % k_heads.size()];
            word += k_tails[(dice >> 8U) % k_tails.size()];
        }
        words.push_back(word);
    }
    return words;
}

std::string word_pool() {
    const std::vector<std::string> words = vocabulary();
    std::string pool;
    pool.reserve(k_pool_bytes + 16);
    for (std::uint64_t i = 1; pool.size() < k_pool_bytes; ++i) {
        const double share = static_cast<double>(mixed(i * 7919) >> 11U) * 0x1p-53;
        const double rank = std::pow(static_cast<double>(k_words), share) - 1;
        pool += words[static_cast<std::size_t>(rank)];
        pool += i % 11 == 0 ? ". " : " ";
    }
    return pool;
}

}  // namespace

Note find_note(std::string_view request) {
    Note note{0, "0.00"};
    if (const auto at = request.find(k_number_mark); at != std::string_view::npos) {
        const char* digits = request.data() + at + k_number_mark.size();
        std::from_chars(digits, request.data() + request.size(), note.number);
        note.number %= k_notes;
    }
    if (const auto at = request.find(k_amount_mark); at != std::string_view::npos) {
        const std::string_view rest = request.substr(at + k_amount_mark.size(), 20);
        const auto end = std::find_if(rest.begin(), rest.end(), [](char c) {
            return c != '.' && std::isdigit(static_cast<unsigned char>(c)) == 0;
        });
        note.amount = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
    }
    return note;
}

Answers::Answers(AnswerPlan plan) : plan_(plan), pool_(word_pool()) {}

std::string_view Answers::prose(std::uint64_t seed, std::size_t bytes) const {
    const std::size_t length = std::min(bytes, pool_.size() / 2);
    return std::string_view{pool_}.substr(mixed(seed) % (pool_.size() - length), length);
}

std::string Answers::text(const Note& note, std::uint32_t ask) const {
    const bool parts = differs(note);
    std::string number = std::to_string(note.number);
    number.insert(0, 6 - std::min<std::size_t>(6, number.size()), '0');
    std::string out = R"({"note":"DN-)" + number + R"(","amount":")";
    out += is_wrong(note, ask) ? "0.00" : note.amount;
    out += R"(","remarks":")";
    const std::size_t room = plan_.bytes > out.size() + 2 ? plan_.bytes - out.size() - 2 : 0;
    const std::uint64_t seed = note.number + 1;
    out += prose(seed, parts ? room / 2 : room);
    if (parts) out += prose(seed * k_notes + ask, room - room / 2);
    return out + "\"}";
}

std::string quoted(std::string_view text) {
    std::string out;
    out.reserve(text.size() + 16);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t quote = std::min(text.find('"', at), text.size());
        out.append(text, at, quote - at);
        if (quote < text.size()) out += "\\\"";
        at = quote + 1;
    }
    return out;
}

}  // namespace kilter::bench
