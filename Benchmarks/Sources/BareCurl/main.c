// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>

// Calls a server as CallingClient does, with the least that a program in C does with libcurl:
// no headers are kept and no content.

static size_t discard(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    (void)context;
    return size * count;
}

static CURL *transfer(const char *address, const char *certificate) {
    CURL *handle = curl_easy_init();
    curl_easy_setopt(handle, CURLOPT_URL, address);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, discard);
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    if (certificate) {
        curl_easy_setopt(handle, CURLOPT_CAINFO, certificate);
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

// Returns the number of calls that were answered. A buffer of 0 is of libcurl's own size.
static long one_after_another(CURL *handle, long calls, long buffer) {
    long answers = 0;
    if (buffer) curl_easy_setopt(handle, CURLOPT_BUFFERSIZE, buffer);
    for (long number = 0; number < calls; number++) {
        answers += succeeded(handle, curl_easy_perform(handle));
    }
    curl_easy_cleanup(handle);
    return answers;
}

static long at_once(const char *address, const char *certificate, long calls, long tasks) {
    CURLM *multi = curl_multi_init();
    CURL **handles = calloc((size_t)tasks, sizeof *handles);
    long answers = 0, started = 0, finished = 0;
    for (; started < tasks && started < calls; started++) {
        handles[started] = transfer(address, certificate);
        curl_multi_add_handle(multi, handles[started]);
    }
    while (finished < calls) {
        int running = 0, left = 0;
        curl_multi_perform(multi, &running);
        for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
            CURL *handle = message->easy_handle;
            answers += succeeded(handle, message->data.result);
            finished++;
            curl_multi_remove_handle(multi, handle);
            if (started < calls) {
                curl_multi_add_handle(multi, handle);
                started++;
            }
        }
        if (finished < calls) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
    for (long number = 0; number < tasks; number++) curl_easy_cleanup(handles[number]);
    free(handles);
    curl_multi_cleanup(multi);
    return answers;
}

int main(int count, char **arguments) {
    if (count < 4) {
        fputs("usage: BareCurl ADDRESS CALLS TASKS [CERTIFICATE]\n", stderr);
        return 2;
    }
    const char *address = arguments[1], *certificate = count > 4 ? arguments[4] : NULL;
    long calls = atol(arguments[2]), tasks = atol(arguments[3]);
    // What it reads at once of a long answer is as large as the pieces of the others.
    long buffer = tasks == 0 ? 65536 : 0;
    long answers = tasks > 1
        ? at_once(address, certificate, calls, tasks)
        : one_after_another(transfer(address, certificate), calls, buffer);
    return answers == calls ? 0 : 1;
}
