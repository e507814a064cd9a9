// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

extension Content {
    /// The part of content that could be read within a limit.
    package struct Beginning: Sendable {
        package var bytes: [UInt8] = []
        /// True if the content has no more bytes than these.
        package var isWhole = true
        /// The error that interrupted the content.
        package var failure: (any Error)?
    }

    /// Reads content up to a limit and abandons the rest.
    ///
    /// - Parameter limit: The maximum number of bytes to keep.
    /// - Returns: The beginning, even if reading the rest fails.
    package func beginning(upTo limit: Int) async -> Beginning {
        var beginning = Beginning()
        func add(_ piece: [UInt8]) {
            let room = limit - beginning.bytes.count
            beginning.isWhole = piece.count <= room
            if beginning.bytes.isEmpty, beginning.isWhole {
                beginning.bytes = piece
            } else {
                beginning.bytes += piece.prefix(room)
            }
        }
        if let bytes {
            add(bytes)
            return beginning
        }
        let source = makeSource()
        do {
            while beginning.isWhole, let piece = try await source.next() { add(piece) }
        } catch {
            beginning.isWhole = false
            beginning.failure = error
        }
        return beginning
    }
}
