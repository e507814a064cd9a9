// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// Content to which a test adds pieces.
final class Additions: PolledSource {
    struct Broken: Error {}

    private struct State {
        var pieces: [PolledPiece]
        var isBroken = false
        var polls = 0
        var signal: (@Sendable () -> Void)?
    }

    let length: Int? = nil
    let silence: Duration
    let filler = Array("~".utf8)
    let isFollowed = Gate()
    private let released: Gate?
    private let state: Mutex<State>

    init(
        _ pieces: [String] = [],
        silence: Duration = .seconds(15),
        released: Gate? = nil
    ) {
        (self.silence, self.released) = (silence, released)
        state = Mutex(State(pieces: pieces.map { .bytes(Array($0.utf8)) }))
    }

    deinit { released?.open() }

    /// The number of pieces that were read.
    var polls: Int { state.withLock { $0.polls } }

    func add(_ piece: PolledPiece) {
        state.withLock { state in
            state.pieces.append(piece)
            return state.signal
        }?()
    }

    func add(_ text: String) { add(.bytes(Array(text.utf8))) }

    func breakOff() {
        state.withLock { state in
            state.isBroken = true
            return state.signal
        }?()
    }

    func poll() throws -> PolledPiece {
        try state.withLock { state in
            if state.isBroken { throw Broken() }
            guard !state.pieces.isEmpty else { return .nothing }
            state.polls += 1
            return state.pieces.removeFirst()
        }
    }

    func follow(_ signal: @escaping @Sendable () -> Void) {
        state.withLock { $0.signal = signal }
        isFollowed.open()
    }

    /// Reads a piece for a task; its prefix shows that the server did not poll the source.
    func next() async throws -> [UInt8]? {
        guard case .bytes(let bytes) = try poll() else { return nil }
        return Array("task:".utf8) + bytes
    }
}
