// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The options of `recado serve` that limit its clients.
extension ServeCommand {
    static let connections = CommandOption(
        "connections",
        "number",
        about: "The most connections at a time; 10000 by default. More are answered with 503."
    )
    static let connectionsPerAddress = CommandOption(
        "connections-per-address",
        "number",
        about: """
            The most connections of one address or IPv6 /64 network; 256 by default. This machine's \
            own and trusted proxies' are not counted.
            """
    )
    static let requests = CommandOption(
        "requests",
        "number",
        about: "The most requests under way; 2048 by default. More are answered with 503."
    )
    static let requestsPerAddress = CommandOption(
        "requests-per-address",
        "number",
        about:
            "The most requests under way of one address or IPv6 /64 network; a quarter by default."
    )
    static let pendingBytes = CommandOption(
        "pending-bytes",
        "number",
        about: """
            The most bytes that wait for clients which take their answers slowly; 134217728 by default. \
            Beyond it long answers are 503, and the slowest clients are let go.
            """
    )
    static let waiting = CommandOption(
        "waiting",
        "milliseconds",
        about: """
            The longest that a request waits for its turn; 2000 by default. One that has waited \
            longer is answered with 503.
            """
    )
    static let limitOptions = [
        connections, connectionsPerAddress, requests, requestsPerAddress, waiting, pendingBytes,
    ]
}
