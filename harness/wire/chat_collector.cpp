#include "harness/wire/chat_collector.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "base/json/write.hpp"
#include "base/text/utf8.hpp"
#include "harness/wire/surrogates.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_thinking = 2;           // index of k_reasoning_names
constexpr std::size_t k_reasoning_details = 3;  // likewise
constexpr std::size_t k_most_tool_calls = 1024;

const std::string* string_in(const json::Value& object, std::string_view name) {
    const json::Value* value = object.find(name);
    return value != nullptr && value->is_string() ? &value->text : nullptr;
}

void keep_if_told(std::string& target, const json::Value& object, std::string_view name) {
    const std::string* text = string_in(object, name);
    if (text != nullptr && !text->empty()) target = *text;
}

// Seconds; a few servers tell a fraction, or milliseconds.
std::optional<long long> read_created(const json::Value& body) {
    constexpr long long k_surely_milliseconds = 100'000'000'000;  // as seconds: the year 5138
    const json::Value* value = body.find("created");
    if (value == nullptr || !value->is_number()) return std::nullopt;
    const std::string& text = value->text;
    long long number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    const bool whole = stop == end;
    if (error != std::errc{} || number <= 0 || (!whole && *stop != '.')) return std::nullopt;
    if (text.find_first_of("eE") != std::string::npos) return std::nullopt;
    return number >= k_surely_milliseconds ? number / 1000 : number;
}

// The choice with index 0; the first one where indexes are missing.
const json::Value* first_choice(const json::Value& choices) {
    for (const json::Value& choice : choices.items) {
        const json::Value* index = choice.find("index");
        if (index == nullptr || !index->is_number() || index->text == "0") return &choice;
    }
    return nullptr;
}

long long tool_index(const json::Value& call, std::size_t position) {
    const json::Value* index = call.find("index");
    // Indexes are small; anything longer than 4 digits is nonsense and falls back to the position.
    if (index == nullptr || !index->is_number() || index->text.empty() || index->text.size() > 4) {
        return static_cast<long long>(position);
    }
    long long number = 0;
    for (const char c : index->text) {
        if (c < '0' || c > '9') return static_cast<long long>(position);
        number = number * 10 + (c - '0');
    }
    return number;
}

// Keeps the code point whole that the cut goes through. Three bytes can follow its first; a longer
// run of them is damage and is cut where it was asked for.
void cut_text(std::string& text, std::size_t size) {
    constexpr std::size_t k_most_following = 3;
    std::size_t end = size;
    while (end < text.size() && utf8::is_continuation(text[end])) {
        if (++end - size > k_most_following) {
            end = size;
            break;
        }
    }
    if (end < text.size()) text.resize(end);
}

// A streamed text that grows long gets its room at once. Pages that it never reaches cost nothing,
// while the smaller buffers that many texts would leave behind at the same time stay in the heap.
void make_room(std::string& text, std::size_t more) {
    constexpr std::size_t k_short = std::size_t{8} << 10;
    constexpr std::size_t k_long = std::size_t{192} << 10;
    const std::size_t size = text.size() + more;
    if (size > text.capacity() && size > k_short && size < k_long) text.reserve(k_long);
}

}  // namespace

std::string_view ChatCollector::reasoning_so_far() const {
    for (const ChannelText& channel : reasoning_) {
        if (channel.has_text()) return without_open_half(channel.text);
    }
    return {};
}

std::string_view ChatCollector::content_so_far() const {
    return without_open_half(completion_.content.text);
}

void ChatCollector::cut(std::size_t reasoning, std::size_t content) {
    for (ChannelText& channel : reasoning_) cut_text(channel.text, reasoning);
    cut_text(completion_.content.text, content);
    completion_.finish_reason.clear();
    completion_.finished = false;
}

void ChatCollector::add(const json::Value& body, std::optional<Milliseconds> since_start) {
    now_ = since_start;
    usage_.read(body);
    keep_if_told(completion_.response_id, body, "id");
    if (!completion_.created) completion_.created = read_created(body);
    keep_if_told(completion_.model, body, "model");
    keep_if_told(completion_.system_fingerprint, body, "system_fingerprint");
    const json::Value* choices = body.find("choices");
    if (choices == nullptr || choices->items.empty()) return;
    if (choices->items.size() > 1) add_flag("extra_choices");
    if (const json::Value* choice = first_choice(*choices)) add_choice(*choice);
}

namespace {

bool is_nothing(const json::Value& value) {
    return value.is_null() || (value.is_string() && value.text.empty()) ||
           (value.is_array() && value.items.empty());
}

bool has_something(const json::Value& object, std::string_view name) {
    const json::Value* value = object.find(name);
    return value != nullptr && !is_nothing(*value);
}

}  // namespace

// Strict: what it does not know is no lone text. A name given twice is not looked at twice by
// find(), so it is refused as well.
const json::Value* ChatCollector::lone_text(const json::Value& chunk) {
    const json::Value* choices = chunk.find("choices");
    if (choices == nullptr || choices->items.size() != 1) return nullptr;
    const json::Value& choice = choices->items.front();
    const json::Value* delta = choice.find("delta");
    if (delta == nullptr || !delta->is_object() || first_choice(*choices) != &choice)
        return nullptr;
    if (has_something(choice, "finish_reason") || has_something(choice, "stop_reason") ||
        has_something(choice, "error") || has_something(chunk, "error"))
        return nullptr;
    const json::Value* found = nullptr;
    for (const json::Member& member : delta->members) {
        const json::Value& value = member.value;
        if (delta->find(member.key) != &value) return nullptr;
        if (is_nothing(value) || member.key == "role") continue;
        const bool is_text =
            member.key == "content" ||
            std::find(k_reasoning_names.begin(), k_reasoning_names.begin() + k_reasoning_details,
                      member.key) != k_reasoning_names.begin() + k_reasoning_details;
        if (found != nullptr || !is_text || !value.is_string()) return nullptr;
        found = &value;
    }
    return found;
}

bool ChatCollector::reads(std::string_view member) {
    constexpr std::array<std::string_view, 8> names = {
        "id", "created", "model", "system_fingerprint", "choices", "usage", "timings", "stats"};
    return std::find(names.begin(), names.end(), member) != names.end();
}

void ChatCollector::add_lone_text(const json::Value& chunk, const json::Value& text,
                                  Milliseconds since_start) {
    now_ = since_start;
    const json::Value& delta = *chunk.find("choices")->items.front().find("delta");
    for (std::size_t i = 0; i < k_reasoning_details; ++i) {
        if (delta.find(k_reasoning_names[i]) == &text) return append(reasoning_[i], text.text);
    }
    append(completion_.content, text.text);
}

void ChatCollector::add_choice(const json::Value& choice) {
    const json::Value* message = choice.find("delta");
    if (message == nullptr || !message->is_object()) message = choice.find("message");
    if (message != nullptr && message->is_object()) {
        has_choice_ = true;
        add_message(*message);
        if (!now_) completion_.finished = true;
    }
    const std::string* finish = string_in(choice, "finish_reason");
    if (finish != nullptr && !finish->empty()) {
        completion_.finish_reason = *finish;
        completion_.finished = true;
        has_choice_ = true;
    }
    const std::string* stop = string_in(choice, "stop_reason");
    if (stop != nullptr && stop->starts_with("repetition")) add_flag("engine_repetition_stop");
}

void ChatCollector::add_message(const json::Value& message) {
    for (std::size_t i = 0; i < k_reasoning_details; ++i) {
        add_text(reasoning_[i], message.find(k_reasoning_names[i]));
    }
    add_reasoning_details(message.find(k_reasoning_names[k_reasoning_details]));
    add_content(message.find("content"));
    if (const std::string* refusal = string_in(message, "refusal")) {
        append_joined(completion_.refusal, *refusal);
    }
    add_tool_calls(message.find("tool_calls"));
    const json::Value* call = message.find("function_call");  // the older form: one call, no list
    if (call != nullptr && call->is_object()) {
        json::Value wrapped = json::make_object();
        wrapped.set("function", *call);
        add_tool_call(0, wrapped);
    }
}

void ChatCollector::append(ChannelText& channel, std::string_view piece) {
    channel.state = TextState::text;
    if (piece.empty()) return;
    if (now_) make_room(channel.text, piece.size());
    append_joined(channel.text, piece);
    Timings& timings = completion_.timings;
    if (now_ && !timings.first_token_ms) timings.first_token_ms = now_->count();
    if (now_ && &channel == &completion_.content) mark_content();
}

void ChatCollector::mark_content() {
    const std::string_view text = completion_.content.text;
    // A '>' with which the last piece ended counts for this one.
    const std::size_t before = std::min(marked_, text.size());
    const std::string_view passed = text.substr(before == 0 ? 0 : before - 1);
    const bool beyond_tag = passed.substr(0, passed.size() - 1).find('>') != std::string_view::npos;
    if (content_marks_.empty() || beyond_tag)
        content_marks_.emplace_back(text.size(), now_->count());
    marked_ = text.size();
}

void ChatCollector::add_text(ChannelText& channel, const json::Value* value) {
    if (value == nullptr) return;
    if (value->is_null()) {
        if (channel.state == TextState::absent) channel.state = TextState::null;
    } else if (value->is_string()) {
        append(channel, value->text);
    }
}

void ChatCollector::add_content(const json::Value* value) {
    if (value == nullptr || value->is_null() || value->is_string()) {
        add_text(completion_.content, value);
    } else if (value->is_array()) {
        add_flag("content_parts");
        completion_.content.state = TextState::text;
        for (const json::Value& part : value->items) add_part(part);
    } else {
        add_flag("content_not_text");
        append(completion_.content, json::write(*value));
    }
}

void ChatCollector::add_part(const json::Value& part) {
    if (part.is_string()) return append(completion_.content, part.text);
    if (const json::Value* thinking = part.find("thinking")) {
        if (thinking->is_string()) return append(reasoning_[k_thinking], thinking->text);
        for (const json::Value& one : thinking->items) {
            if (const std::string* text = string_in(one, "text"))
                append(reasoning_[k_thinking], *text);
        }
        return;
    }
    if (const std::string* text = string_in(part, "text")) append(completion_.content, *text);
}

void ChatCollector::add_reasoning_details(const json::Value* value) {
    if (value == nullptr || !value->is_array()) return;
    ChannelText& channel = reasoning_[k_reasoning_details];
    for (const json::Value& part : value->items) {
        if (const std::string* text = string_in(part, "text")) append(channel, *text);
        if (const std::string* summary = string_in(part, "summary")) append(channel, *summary);
    }
}

void ChatCollector::add_tool_calls(const json::Value* value) {
    if (value == nullptr || !value->is_array()) return;
    for (std::size_t i = 0; i < value->items.size(); ++i) {
        const json::Value& call = value->items[i];
        if (call.is_object()) add_tool_call(tool_index(call, i), call);
    }
}

void ChatCollector::add_tool_call(long long index, const json::Value& call) {
    if (!tool_calls_.contains(index) && tool_calls_.size() >= k_most_tool_calls) {
        return add_flag("too_many_tool_calls");
    }
    ToolCall& target = tool_calls_[index];
    if (now_ && !completion_.timings.first_token_ms) {
        completion_.timings.first_token_ms = now_->count();
    }
    const json::Value* function = call.find("function");
    if (function == nullptr || !function->is_object()) return;
    const std::string* name = string_in(*function, "name");
    if (name != nullptr && *name != target.name) append_joined(target.name, *name);
    const json::Value* arguments = function->find("arguments");
    if (arguments == nullptr || arguments->is_null()) return;
    append_joined(target.arguments,
                  arguments->is_string() ? arguments->text : json::write(*arguments));
}

}  // namespace kilter
