// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The promises that a transport does not keep, with the reasons.
enum Defects {
    /// By the transport and the name of the promise: the reason.
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

    /// Promises that have no meaning for a transport, would never end or would end the program.
    static let unsuited: [Subject: Set<String>] = [
        // A stub reads a request before it looks for a rule, and leaves
        // the closures of rules alone.
        .stub: [
            "an answer may come before the content is sent",
            "an answer that never comes is given up in time",
            "a wait without a byte is given up",
            "content that never ends is given up in time",
        ],
        .urlSession: [
            // On Linux content is read before it is sent.
            "an answer may come before the content is sent",
            // On Linux Foundation ends the program then: “Transfer
            // completed, but there's no response.”
            "an answer with half a header section is an error",
            "an answer with trailers is read, and its connection kept if it may be",
            // On Linux the task never ends; it is sent once nevertheless.
            "a request that is not idempotent is sent once",
        ],
    ]
}
