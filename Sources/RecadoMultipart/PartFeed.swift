// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// The events of a reader, shared by the parts of one content.
///
/// Nothing is read ahead: the next piece is requested when the reader has no events left.
final class PartFeed {
    private let nextEvent: () async throws -> Multipart.Reader.Event?
    /// The number of the current part, from 1.
    private var current = 0
    private var isInPart = false

    init(_ nextEvent: @escaping () async throws -> Multipart.Reader.Event?) {
        self.nextEvent = nextEvent
    }

    /// Returns the next part; the rest of the previous part is skipped.
    func nextPart() async throws -> Multipart.Part? {
        while let event = try await nextEvent() {
            guard case .began(let header) = event else { continue }
            current += 1
            isInPart = true
            return Multipart.Part(
                header: header,
                content: Multipart.Part.Pieces(feed: self, number: current)
            )
        }
        return nil
    }

    /// Returns the next bytes of a part, or `nil` at its end.
    func nextBytes(ofPart number: Int) async throws -> [UInt8]? {
        guard number == current else {
            throw CodingError(
                .invalidValue,
                "part \(number): its content was passed over when the next part was asked for"
            )
        }
        guard isInPart else { return nil }
        if case .bytes(let bytes) = try await nextEvent() { return bytes }
        isInPart = false
        return nil
    }
}
