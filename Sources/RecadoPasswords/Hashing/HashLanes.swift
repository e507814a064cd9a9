// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// A few threads for work that occupies a core for some time, with a bounded queue.
///
/// Each lane is a serial dispatch queue, which runs on threads outside Swift's cooperative pool. A
/// lane that has finished takes the oldest waiting work.
final class HashLanes: Sendable {
    typealias Work = @Sendable () -> Void

    private struct State: Sendable {
        var idle: [DispatchQueue]
        var waiting: [Work] = []
    }

    private let waitingLimit: Int
    private let state: Mutex<State>

    init(count: Int, waitingLimit: Int) {
        self.waitingLimit = max(waitingLimit, 0)
        let lanes = (0..<min(max(count, 1), 64)).map {
            DispatchQueue(label: "recado.passwords.\($0)")
        }
        state = Mutex(State(idle: lanes))
    }

    /// Starts or queues some work; returns `false` if the queue is full.
    func submit(_ work: @escaping Work) -> Bool {
        enum Admission {
            case lane(DispatchQueue)
            case queue
            case none
        }
        let admission: Admission = state.withLock { state in
            if let lane = state.idle.popLast() { return .lane(lane) }
            guard state.waiting.count < waitingLimit else { return .none }
            state.waiting.append(work)
            return .queue
        }
        switch admission {
        case .lane(let lane): lane.async { self.run(work, on: lane) }
        case .queue: break
        case .none: return false
        }
        return true
    }

    private func run(_ first: Work, on lane: DispatchQueue) {
        first()
        while let next = takeNext(on: lane) { next() }
    }

    private func takeNext(on lane: DispatchQueue) -> Work? {
        state.withLock { state in
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            state.idle.append(lane)
            return nil
        }
    }
}
