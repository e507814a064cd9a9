// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// A source that passes on the bytes of another source and reports their number to a meter.
final class MeteredSource: ContentSource {
    private let source: any ContentSource
    private let meter: TransferMeter
    var length: Int? { source.length }

    init(_ source: any ContentSource, _ meter: TransferMeter, expected: Int?) {
        self.source = source
        self.meter = meter
        meter.begin(at: 0, of: expected)
    }

    func next() async throws -> [UInt8]? {
        guard let piece = try await source.next() else { return nil }
        meter.advance(by: piece.count)
        return piece
    }
}

/// A source that delivers bytes in memory a part at a time, so that progress can be observed.
private final class SlicedSource: ContentSource {
    private static let pieceSize = 1 << 16
    private let rest: Mutex<ArraySlice<UInt8>>
    let length: Int?

    init(_ bytes: [UInt8]) {
        rest = Mutex(bytes[...])
        length = bytes.count
    }

    func next() async throws -> [UInt8]? {
        rest.withLock { rest in
            let piece = Array(rest.prefix(Self.pieceSize))
            rest = rest.dropFirst(piece.count)
            return piece.isEmpty ? nil : piece
        }
    }
}

extension Content {
    /// Returns the same content; a meter counts its bytes as they are read.
    func metered(by meter: TransferMeter) -> Content {
        let length = length
        if let bytes {
            return Content(length: length) {
                MeteredSource(SlicedSource(bytes), meter, expected: length)
            }
        }
        guard isReplayable else {
            return Content(reading: MeteredSource(makeSource(), meter, expected: length))
        }
        return Content(length: length) {
            MeteredSource(self.makeSource(), meter, expected: length)
        }
    }
}
