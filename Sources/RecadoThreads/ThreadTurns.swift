// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A wake-up of another thread that can be delayed to the end of a turn.
package protocol DelayedWakeup: AnyObject, Sendable {
    /// Wakes the thread, unless it has been woken in the meantime.
    func wakeUp()
}

/// The turns of a thread that repeatedly waits for work and then does all work that has arrived,
/// such as a server's event loop.
///
/// ```
/// wait ─▶ request, request, request … ─▶ end: wake the threads that were given work ─▶ wait
/// ```
///
/// Waking a thread costs more than most of the work for which it is woken. Therefore, all requests
/// of a turn collect the work for a thread, and the thread is woken once, at the end of the turn.
package final class ThreadTurns {
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return unsafe pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    private var wakeups: [any DelayedWakeup] = []
    /// The delayed wake-ups of a turn that is ending.
    private var ending: [any DelayedWakeup] = []

    private init() {}

    /// The turns of the current thread; `nil` unless the thread is inside ``run(_:)``.
    package static var current: ThreadTurns? {
        guard let key, let pointer = unsafe pthread_getspecific(key) else { return nil }
        return unsafe Unmanaged<ThreadTurns>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Runs a closure on the current thread, whose work is divided into turns while the closure
    /// runs.
    ///
    /// - Parameter body: The work of the thread. It must end each turn with ``end()`` before it
    ///   waits for anything.
    package static func run(_ body: (ThreadTurns) -> Void) {
        let turns = ThreadTurns()
        if let key {
            _ = unsafe pthread_setspecific(key, Unmanaged.passUnretained(turns).toOpaque())
        }
        body(turns)
        if let key { _ = pthread_setspecific(key, nil) }
        turns.end()
    }

    /// Delays a wake-up to the end of the turn.
    package func delay(_ wakeup: any DelayedWakeup) {
        if !wakeups.contains(where: { $0 === wakeup }) { wakeups.append(wakeup) }
    }

    /// Returns the delayed wake-up that the caller needs, or creates and delays it.
    ///
    /// - Parameters:
    ///   - isWanted: Returns true for the wake-up that the caller needs.
    ///   - new: Creates the wake-up if there is none yet.
    /// - Returns: The delayed wake-up; `nil` if none can be created.
    package func wakeup<Wakeup: DelayedWakeup>(
        where isWanted: (Wakeup) -> Bool,
        else new: @autoclosure () -> Wakeup?
    ) -> Wakeup? {
        for wakeup in wakeups {
            if let wakeup = wakeup as? Wakeup, isWanted(wakeup) { return wakeup }
        }
        guard let wakeup = new() else { return nil }
        wakeups.append(wakeup)
        return wakeup
    }

    /// Ends a turn: wakes the threads for which there is work.
    ///
    /// Wake-ups that are delayed in the meantime belong to the same turn.
    ///
    /// - Returns: True if any wake-up was delayed; results of the work may then already have
    ///   arrived.
    @discardableResult
    package func end() -> Bool {
        guard !wakeups.isEmpty else { return false }
        while !wakeups.isEmpty {
            swap(&wakeups, &ending)
            for wakeup in ending { wakeup.wakeUp() }
            ending.removeAll(keepingCapacity: true)
        }
        return true
    }
}
