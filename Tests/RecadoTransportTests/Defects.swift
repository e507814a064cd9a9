// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a transport does not keep, and why.
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
        ]
    ]

    /// Promises that have no meaning for a transport, or would never end.
    static let unsuited: [Subject: Set<String>] = [
        // A stub reads a request before it looks for a rule, and leaves the closures of rules alone.
        .stub: [
            "an answer may come before the content is sent",
            "an answer that never comes is given up in time",
            "a wait without a byte is given up",
            "content that never ends is given up in time",
        ],
        // On Linux content is read before it is sent.
        .urlSession: ["an answer may come before the content is sent"],
    ]
}
