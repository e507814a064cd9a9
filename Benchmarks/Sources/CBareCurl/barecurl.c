// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#include "barecurl.h"

#include <curl/curl.h>
#include <stdlib.h>

// The least that a program in C does with libcurl: no headers are kept, no content, no errors.

static size_t discard(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    (void)context;
    return size * count;
}

static CURL *transfer(const char *url, const char *authorities) {
    CURL *handle = curl_easy_init();
    curl_easy_setopt(handle, CURLOPT_URL, url);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, discard);
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    if (authorities) {
        curl_easy_setopt(handle, CURLOPT_CAINFO, authorities);
        curl_easy_setopt(handle, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
        curl_easy_setopt(handle, CURLOPT_PIPEWAIT, 1L);
    }
    return handle;
}

static int succeeded(CURL *handle, CURLcode result) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return result == CURLE_OK && status == 200;
}

long bare_curl_one_after_another(const char *url, long requests) {
    CURL *handle = transfer(url, NULL);
    long answers = 0;
    for (long number = 0; number < requests; number++) {
        answers += succeeded(handle, curl_easy_perform(handle));
    }
    curl_easy_cleanup(handle);
    return answers;
}

long bare_curl_at_once(
    const char *url, const char *authorities, long requests, int transfers) {
    CURLM *multi = curl_multi_init();
    CURL **handles = calloc((size_t)transfers, sizeof *handles);
    long answers = 0, started = 0, finished = 0;
    for (int number = 0; number < transfers && started < requests; number++, started++) {
        handles[number] = transfer(url, authorities);
        curl_multi_add_handle(multi, handles[number]);
    }
    while (finished < requests) {
        int running = 0, left = 0;
        curl_multi_perform(multi, &running);
        for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
            CURL *handle = message->easy_handle;
            answers += succeeded(handle, message->data.result);
            finished++;
            curl_multi_remove_handle(multi, handle);
            if (started < requests) {
                curl_multi_add_handle(multi, handle);
                started++;
            }
        }
        if (finished < requests) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
    for (int number = 0; number < transfers; number++) {
        if (handles[number]) curl_easy_cleanup(handles[number]);
    }
    free(handles);
    curl_multi_cleanup(multi);
    return answers;
}

static size_t count(char *bytes, size_t size, size_t number, void *context) {
    (void)bytes;
    *(long *)context += (long)(size * number);
    return size * number;
}

long bare_curl_download(const char *url, long buffer) {
    long bytes = 0;
    CURL *handle = transfer(url, NULL);
    if (buffer > 0) curl_easy_setopt(handle, CURLOPT_BUFFERSIZE, buffer);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, count);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, &bytes);
    CURLcode result = curl_easy_perform(handle);
    if (!succeeded(handle, result)) bytes = -1;
    curl_easy_cleanup(handle);
    return bytes;
}
