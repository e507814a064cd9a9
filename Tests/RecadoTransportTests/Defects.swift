// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The promises that some transports do not keep.
enum Defects {
    /// The reasons why transports do not keep a promise, by the transport and the promise's name.
    static let known: [Subject: [String: String]] = [
        .urlSession: [
            "dots and doubled slashes arrive byte for byte":
                "The session's libcurl removes segments with dots.",
            "fields arrive in their order, each by itself":
                "A URLRequest keeps fields in a dictionary.",
            "fields of answers come in their order, each by itself":
                "An HTTPURLResponse keeps fields in a dictionary.",
            "compressed content comes as it was sent":
                "The session decodes content by itself.",
            "a reader that falls behind holds up the sender":
                "A task on Linux cannot be paused.",
            "what is sent is what the request says and no more":
                "The session adds fields of its own.",
            "what is no HTTP is a violation": "Errors on Linux have one number.",
            "a server that speaks no TLS is no secure one": "Errors on Linux have one number.",
            "a handshake that does not end is given up while connecting":
                "A session does not tell when it has connected.",
            "an answer without a reason is read, and its connection kept if it may be":
                "Linux demands a blank behind the status.",
            "an answer with bare line feeds is read, and its connection kept if it may be":
                "Linux demands line ends of two characters.",
            "an answer with a status of two digits is an error":
                "Linux says that the URL is not supported.",
            "an answer with a line that is no field is an error":
                "Errors on Linux have one number.",
            "an answer with two lengths is an error": "The session's libcurl takes one of them.",
            "an answer with chunks of no length is an error": "Errors on Linux have one number.",
            "an answer with a switch that nobody asked for is an error":
                "On Linux it looks like a connection that was lost.",
        ]
    ]

    /// Promises that cannot be tested with a transport: they mean nothing for it, or the test would
    /// never end or would end the program.
    static let unsuited: [Subject: Set<String>] = [
        // A stub reads the whole request before it looks for a rule, and does not end the closures
        // of rules.
        .stub: [
            "an answer may come before the content is sent",
            "an answer that never comes is given up in time",
            "a wait without a byte is given up",
            "content that never ends is given up in time",
        ],
        .urlSession: [
            // On Linux the session reads all content before it sends any.
            "an answer may come before the content is sent",
            // On Linux Foundation then ends the program: “Transfer completed, but there's no
            // response.”
            "an answer with half a header section is an error",
            "an answer with trailers is read, and its connection kept if it may be",
            // On Linux the task never ends, although the request is sent only once.
            "a request that is not idempotent is sent once",
        ],
    ]
}
