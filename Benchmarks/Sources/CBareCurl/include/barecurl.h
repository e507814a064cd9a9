// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#ifndef RECADO_BARE_CURL_H
#define RECADO_BARE_CURL_H

/// Fetches a URL over and over on one kept connection, and returns the number of 200 answers.
long bare_curl_one_after_another(const char *url, long requests);

/// Fetches a URL with a number of transfers under way at once, and returns the number of 200 answers.
///
/// With a file of certificates to trust, HTTP/2 is offered, and transfers wait to share a connection.
long bare_curl_at_once(const char *url, const char *authorities, long requests, int transfers);

/// Fetches a URL and returns the number of bytes of its content, -1 when it fails.
///
/// The buffer is what is read at once in bytes; 0 stands for libcurl's own size.
long bare_curl_download(const char *url, long buffer);

#endif
