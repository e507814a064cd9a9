// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// A source that passes on the content of another source, and delivers a copy of the whole content
/// at the end.
///
/// The copy is dropped if the content fails, ends early or exceeds the limit.
final class CacheRecorder: ContentSource {
    private let source: any ContentSource
    private let limit: Int
    private let copy: Mutex<[UInt8]?>
    private let finish: @Sendable ([UInt8]) -> Void

    init(
        _ source: any ContentSource,
        limit: Int,
        finish: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.source = source
        self.limit = limit
        self.finish = finish
        copy = Mutex([])
    }

    var length: Int? { source.length }

    func next() async throws -> [UInt8]? {
        do {
            guard let piece = try await source.next() else {
                let whole = copy.withLock { copy in
                    defer { copy = nil }
                    return copy
                }
                if let whole, length.map({ $0 == whole.count }) ?? true { finish(whole) }
                return nil
            }
            copy.withLock { copy in
                let count = copy?.count ?? 0
                if piece.count <= limit - count {
                    copy?.append(contentsOf: piece)
                } else {
                    copy = nil
                }
            }
            return piece
        } catch {
            copy.withLock { $0 = nil }
            throw error
        }
    }
}
