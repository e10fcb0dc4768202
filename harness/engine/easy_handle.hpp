// A libcurl handle with every option that requests of one kind share: where they go, how, with what
// head and which limits. It is used again for requests that are alike, since setting one up costs
// as much as a quarter of what libcurl does for a request. Sends nothing. Loop's thread.
#pragma once

#include <curl/curl.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/engine/engine_client.hpp"
#include "harness/engine/route.hpp"

namespace kilter {

class EasyHandle {
  public:
    // Of this request all but the body counts. nullptr: libcurl could not be set up.
    static std::unique_ptr<EasyHandle> make(const HttpRequest& request);

    bool is_for(const HttpRequest& request) const;
    CURL* get() const { return easy_.get(); }
    const Proxy& proxy() const { return proxy_; }
    const TrustedCertificates& trusted() const { return trusted_; }
    // What libcurl says of a failure of the present request.
    const char* error_text() const { return error_text_; }
    void clear_error() { error_text_[0] = '\0'; }

  private:
    struct Cleanup {
        void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
        void operator()(curl_slist* list) const { curl_slist_free_all(list); }
        void operator()(CURLU* url) const { curl_url_cleanup(url); }
    };

    explicit EasyHandle(const HttpRequest& request);
    bool add_header(const std::string& line);
    bool build_headers();
    void set_url();
    void set_options();
    void set_route();
    void set_timeouts();

    HttpRequest kind_;  // without a body
    Proxy proxy_;
    TrustedCertificates trusted_;
    char error_text_[CURL_ERROR_SIZE] = {};
    std::unique_ptr<curl_slist, Cleanup> headers_;
    std::unique_ptr<CURLU, Cleanup> url_;
    std::unique_ptr<CURL, Cleanup> easy_;  // goes first: it points into the others
};

// Handles that nobody uses now, a few.
class EasyHandles {
  public:
    // nullptr: libcurl could not be set up.
    std::unique_ptr<EasyHandle> take(const HttpRequest& request);
    // One whose exchange went well.
    void give_back(std::unique_ptr<EasyHandle> handle);

  private:
    std::vector<std::unique_ptr<EasyHandle>> idle_;
};

}  // namespace kilter
