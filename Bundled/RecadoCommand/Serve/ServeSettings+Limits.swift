// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoServer

extension ServerConfiguration.Limits {
    /// Creates the limits from the options of `recado serve`; other limits keep their defaults.
    init(_ arguments: ParsedArguments) throws(CommandError) {
        self.init()
        let counts = 1...1_000_000
        connections = try arguments.number(ServeCommand.connections, in: counts) ?? connections
        connectionsPerAddress =
            try arguments.number(ServeCommand.connectionsPerAddress, in: counts)
            ?? connectionsPerAddress
        requests = try arguments.number(ServeCommand.requests, in: counts) ?? requests
        requestsPerAddress =
            try arguments.number(ServeCommand.requestsPerAddress, in: counts)
            ?? requestsPerAddress
        pendingBytes =
            try arguments.number(ServeCommand.pendingBytes, in: 0...1_000_000_000_000)
            ?? pendingBytes
        if let milliseconds = try arguments.number(ServeCommand.waiting, in: 1...3_600_000) {
            waiting = .milliseconds(milliseconds)
        }
    }
}
