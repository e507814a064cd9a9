// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Recordings (HAR) with the peculiarities of browsers.
enum BrowserRecordings {
    /// A recording in the style of Chromium.
    ///
    /// It has HTTP/2's names, custom members, decoded content that keeps its coding, a request
    /// without a response, and content that was left out.
    static let chromium = #"""
        {"log": {"version": "1.2", "creator": {"name": "WebInspector", "version": "537.36"}, "pages": [],
        "entries": [
          {"_initiator": {"type": "script"}, "_priority": "High", "_resourceType": "fetch", "cache": {},
           "connection": "443", "pageref": "page_1",
           "request": {"method": "GET", "url": "https://example.org/films?page=1#top",
             "httpVersion": "http/2.0", "headersSize": -1, "bodySize": 0, "cookies": [],
             "headers": [{"name": ":authority", "value": "example.org"},
                         {"name": ":method", "value": "GET"}, {"name": "accept", "value": "*/*"}],
             "queryString": [{"name": "page", "value": "1"}]},
           "response": {"status": 200, "statusText": "", "httpVersion": "http/2.0", "cookies": [],
             "headers": [{"name": "content-encoding", "value": "br"},
                         {"name": "content-length", "value": "9"},
                         {"name": "content-type", "value": "application/json"},
                         {"name": "set-cookie", "value": "a=1; path=/\nb=2"}],
             "content": {"size": 13, "mimeType": "application/json", "text": "[{\"id\": 700}]"},
             "redirectURL": "", "headersSize": -1, "bodySize": -1, "_transferSize": 99, "_error": null},
           "serverIPAddress": "192.0.2.1", "startedDateTime": "2026-05-04T10:20:30.123Z",
           "time": 12.5, "timings": {"blocked": 1.2, "dns": -1, "ssl": -1, "connect": -1,
             "send": 0.1, "wait": 11.002, "receive": 0.2, "_blocked_queueing": 0.9}},
          {"request": {"method": "GET", "url": "https://ads.example/x.js", "headers": []},
           "response": {"status": 0, "statusText": "", "headers": [], "content": {"size": 0,
             "mimeType": "x-unknown"}, "_error": "net::ERR_NAME_NOT_RESOLVED"}, "timings": {}},
          {"request": {"method": "GET", "url": "https://example.org/poster.png", "headers": []},
           "response": {"status": 200, "headers": [{"name": "content-type", "value": "image/png"}],
             "content": {"size": 4, "mimeType": "image/png", "text": "iVBO\r\nRw==",
             "encoding": "base64"}}},
          {"request": {"method": "GET", "url": "https://example.org/film.mp4", "headers": []},
           "response": {"status": 200, "headers": [], "content": {"size": 99, "mimeType": "video/mp4"}}}
        ]}}
        """#

    /// A recording in the style of Firefox: with a byte order mark, null for missing values, and a
    /// form with its parameters.
    static let firefox =
        "\u{FEFF}" + #"""
            {"log": {"version": "1.2", "creator": {"name": "Firefox", "version": "140.0"},
            "browser": {"name": "Firefox", "version": "140.0"}, "pages": [{"id": "page_1"}],
            "entries": [
              {"startedDateTime": "2026-05-04T12:20:30.123+02:00", "_securityState": "secure",
               "request": {"bodySize": 15, "method": "POST", "url": "https://example.org/films",
                 "httpVersion": "HTTP/2", "headersSize": 400, "cookies": [], "queryString": [],
                 "headers": [{"name": "Host", "value": "example.org"},
                   {"name": "Content-Type", "value": "application/x-www-form-urlencoded"}],
                 "postData": {"mimeType": "application/x-www-form-urlencoded",
                   "params": [{"name": "title", "value": "El Camión"}]}},
               "response": {"status": 201, "statusText": "Created", "httpVersion": "HTTP/2",
                 "headers": [{"name": "transfer-encoding", "value": "chunked"}], "cookies": [],
                 "content": {"mimeType": "text/plain", "size": 4, "text": "done", "encoding": null},
                 "redirectURL": "", "headersSize": 100, "bodySize": 104},
               "cache": {}, "timings": {"blocked": -1, "wait": 5, "receive": 0}, "time": 5,
               "serverIPAddress": null, "connection": "443"},
              {"request": {"method": "DELETE", "url": "http://example.org:80/films/7", "headers": [],
                 "postData": null},
               "response": {"status": 204, "headers": [], "content": {"size": 0, "text": null}}}
            ]}}
            """#
}
