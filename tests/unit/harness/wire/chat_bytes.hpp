// Short ways to write chat bodies and to read them back in tests.
#pragma once

#include <string>
#include <string_view>

#include "harness/wire/response.hpp"

namespace kilter::test {

// A stream's event with a delta and no finish.
inline std::string delta(std::string_view json) {
    return "data: {\"choices\":[{\"index\":0,\"delta\":" + std::string(json) +
           ",\"finish_reason\":null}]}\n\n";
}

inline std::string content_delta(std::string_view text) {
    return delta("{\"content\":\"" + std::string(text) + "\"}");
}

inline std::string finish_event(std::string_view reason) {
    return "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"" +
           std::string(reason) + "\"}]}\n\n";
}

inline const std::string k_done = "data: [DONE]\n\n";

// A whole body; `message` is the inside of the message object.
inline std::string whole_body(std::string_view message, std::string_view finish) {
    return "{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\"," +
           std::string(message) + "},\"finish_reason\":\"" + std::string(finish) + "\"}]}";
}

inline TransferEnd ended(int status = 200) {
    TransferEnd end;
    end.http_status = status;
    return end;
}

inline TransferEnd ended(TransferEnd::Kind kind, std::string message) {
    TransferEnd end;
    end.kind = kind;
    end.message = std::move(message);
    end.http_status = 200;
    return end;
}

inline std::chrono::duration<double, std::milli> at_ms(double value) {
    return std::chrono::duration<double, std::milli>(value);
}

// The body in one piece.
inline WireResult read_body(std::string_view body, const TransferEnd& end = ended()) {
    ResponseReader reader({"think"});
    reader.feed(body, at_ms(1));
    return reader.finish(end, at_ms(2));
}

// The body cut into two after `at` bytes.
inline WireResult read_cut(std::string_view body, std::size_t at) {
    ResponseReader reader({"think"});
    reader.feed(body.substr(0, at), at_ms(1));
    reader.feed(body.substr(at), at_ms(1));
    return reader.finish(ended(), at_ms(2));
}

inline WireResult read_bytewise(std::string_view body) {
    ResponseReader reader({"think"});
    for (const char& byte : body) reader.feed(std::string_view(&byte, 1), at_ms(1));
    return reader.finish(ended(), at_ms(2));
}

}  // namespace kilter::test
