// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport
import Synchronization

/// A source that counts the content of an answer while it is read, and writes the log lines when
/// reading ends.
final class LoggedSource: ContentSource {
    private struct State {
        var count = 0
        var kept: [UInt8] = []
        var hasEnded = false
    }

    private let base: any ContentSource
    private let entry: LogEntry
    private let state = Mutex(State())

    var length: Int? { base.length }

    init(_ base: any ContentSource, _ entry: LogEntry) {
        self.base = base
        self.entry = entry
    }

    deinit {
        let (count, hasEnded) = state.withLock { ($0.count, $0.hasEnded) }
        if !hasEnded { entry.fail("left after \(count) bytes") }
    }

    func next() async throws -> [UInt8]? {
        do {
            guard let piece = try await base.next() else {
                let (kept, count) = end()
                entry.end(kept, count: count)
                return nil
            }
            let limit = entry.keptLimit
            state.withLock { state in
                let (sum, overflows) = state.count.addingReportingOverflow(piece.count)
                state.count = overflows ? .max : sum
                if limit > 0, state.kept.count <= limit {
                    // Keeping one byte beyond the limit shows that the content exceeds it.
                    state.kept += piece.prefix(limit + 1 - state.kept.count)
                }
            }
            return piece
        } catch {
            let count = end().count
            entry.fail(
                "\((error as? TransportError)?.description ?? "\(type(of: error))") after \(count) bytes"
            )
            throw error
        }
    }

    private func end() -> (kept: [UInt8], count: Int) {
        state.withLock { state in
            state.hasEnded = true
            return (state.kept, state.count)
        }
    }
}
