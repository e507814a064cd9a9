// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient

/// A connection as callers hold it: releasing it closes the line.
final class CurlConnection: ByteConnection {
    private let line: Line

    init(_ line: Line) {
        self.line = line
    }

    deinit {
        line.close()
    }

    var backlog: Int { line.backlog }

    func read() async throws(TransportError) -> [UInt8]? { try await line.read() }

    func write(_ bytes: [UInt8]) { line.write(bytes) }

    func drain() async throws(TransportError) { try await line.drain() }

    func close() { line.close() }
}
