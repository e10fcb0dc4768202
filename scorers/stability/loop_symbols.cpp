#include "scorers/stability/loop_symbols.hpp"

#include <algorithm>

#include "base/text/byte_runs.hpp"
#include "base/text/utf8.hpp"
#include "scorers/stability/symbol_looks.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_usual_symbols = 1U << 20U;  // buffers beyond this are given back

// Bytes at the end that begin a sequence which could still be completed.
std::size_t unfinished_bytes(std::string_view bytes) {
    const std::size_t most = std::min<std::size_t>(3, bytes.size());
    for (std::size_t back = 1; back <= most; ++back) {
        const char byte = bytes[bytes.size() - back];
        if (utf8::is_continuation(byte)) continue;
        const auto lead = static_cast<unsigned char>(byte);
        const std::size_t length = lead >= 0xF0U ? 4 : lead >= 0xE0U ? 3 : lead >= 0xC2U ? 2 : 1;
        return lead <= 0xF4U && length > back ? back : 0;
    }
    return 0;
}

// The first symbol from `at` on that is part of no token.
std::size_t end_of_token(Symbols text, std::size_t at, const SymbolLook* kept) {
    while (at < text.size()) {
        const SymbolClass kind = look_of(text[at], kept).kind;
        if (kind != SymbolClass::letter && kind != SymbolClass::digit) break;
        ++at;
    }
    return at;
}

template <class T>
void give_back(std::vector<T>& storage) {
    if (storage.size() > k_usual_symbols) std::vector<T>().swap(storage);
}

}  // namespace

void SymbolBuffer::append(std::string_view text) {
    if (storage_.size() < size_ + text.size()) storage_.resize(size_ + text.size());
    char32_t* out = storage_.data() + size_;
    const char* bytes = text.data();
    std::size_t at = 0;
    const auto decode = [&] {
        const SymbolAt one = symbol_at(text, at);
        *out++ = one.symbol;
        at += one.length;
    };
    constexpr std::size_t k_block = 8;
    while (at + k_block <= text.size()) {
        // All of them, as if they were ASCII: what stands behind the last that is gets overwritten.
        // There is room, for no text has more symbols than bytes.
        for (std::size_t i = 0; i < k_block; ++i)
            out[i] = static_cast<unsigned char>(bytes[at + i]);
        const std::size_t ascii = ascii_run(text.substr(at, k_block), 0);
        out += ascii;
        at += ascii;
        if (ascii < k_block) decode();
    }
    while (at < text.size()) decode();
    size_ = static_cast<std::size_t>(out - storage_.data());
}

void SymbolBuffer::trim_memory() {
    size_ = 0;
    give_back(storage_);
}

void SymbolStream::feed(std::string_view bytes, SymbolBuffer& out) {
    std::string joined;
    if (!pending_.empty()) {
        joined = std::move(pending_);
        joined += bytes;
        bytes = joined;
    }
    const std::size_t held = unfinished_bytes(bytes);
    out.append(bytes.substr(0, bytes.size() - held));
    pending_ = std::string(bytes.substr(bytes.size() - held));
}

void SymbolStream::finish(SymbolBuffer& out) {
    out.append(pending_);
    pending_.clear();
}

void MaskedText::assign(Symbols original) {
    const std::size_t n = original.size();
    if (symbols_.size() < n + 1) {
        symbols_.resize(n + 1);
        offsets_.resize(n + 1);
    }
    const SymbolLook* const kept = kept_looks();
    char32_t* out = symbols_.data();
    std::uint32_t* offsets = offsets_.data();
    std::size_t size = 0;
    std::size_t after_space = 0;  // or 1
    for (std::size_t i = 0; i < n; ++i) {
        const SymbolLook look = look_of(original[i], kept);
        if (look.kind == SymbolClass::digit) {
            // The token's letters were written as they are: taken back.
            std::size_t token = size;
            while (token > 0 && look_of(out[token - 1], kept).kind == SymbolClass::letter) --token;
            if (token == size) offsets[size] = static_cast<std::uint32_t>(i);
            out[token] = k_masked_token;
            size = token + 1;
            after_space = 0;
            i = end_of_token(original, i, kept) - 1;
            continue;
        }
        // Arithmetic instead of branches: where a word ends cannot be predicted.
        const std::size_t space = look.kind == SymbolClass::space ? 1 : 0;
        offsets[size] = static_cast<std::uint32_t>(i);
        out[size] = look.masked;
        size += 1 - (space & after_space);
        after_space = space;
    }
    offsets[size] = static_cast<std::uint32_t>(n);
    size_ = size;
}

void MaskedText::trim_memory() {
    size_ = 0;
    give_back(symbols_);
    give_back(offsets_);
}

std::string to_text(Symbols symbols) {
    std::string out;
    for (const char32_t symbol : symbols) {
        utf8::append(out, symbol < k_first_bad_byte ? symbol : utf8::k_replacement);
    }
    return out;
}

}  // namespace kilter
