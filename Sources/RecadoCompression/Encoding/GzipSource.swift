// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// A source that compresses the content of another source while it is being read.
///
/// It is an actor because two tasks must not use the encoder at the same time.
package actor GzipSource: ContentSource {
    package nonisolated let length: Int? = nil

    private let source: any ContentSource
    private var encoder: GzipEncoder?
    private var input: ArraySlice<UInt8> = []
    private var isLast = false
    private var isOver = false

    package init(_ source: any ContentSource) {
        self.source = source
    }

    package func next() async throws -> [UInt8]? {
        do {
            return try await read()
        } catch {
            (isOver, encoder, input) = (true, nil, [])
            throw error
        }
    }

    private func read() async throws -> [UInt8]? {
        while !isOver {
            if input.isEmpty, !isLast {
                if let piece = try await source.next() { input = piece[...] } else { isLast = true }
            }
            let encoder = try self.encoder ?? GzipEncoder()
            self.encoder = encoder
            let piece = try encoder.encode(&input, isLast: isLast)
            isOver = piece.isLast
            if !piece.bytes.isEmpty { return piece.bytes }
        }
        return nil
    }
}
