// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Synchronization

/// The process's signal sources, one for each signal.
///
/// Dispatch installs its handler of a signal only once, so a source is created when its signal is
/// first needed, and then kept.
enum SignalSources {
    private struct State {
        var sources: [Int32: any DispatchSourceSignal] = [:]
        var requests: [ObjectIdentifier: (numbers: Set<Int32>, request: StopRequest)] = [:]
    }

    private static let state = Mutex(State())

    /// Registers a request for signals.
    static func add(_ request: StopRequest, for numbers: [Int32]) {
        state.withLock { state in
            for number in numbers where state.sources[number] == nil {
                state.sources[number] = source(of: number)
            }
            let taken = Set(numbers.filter { state.sources[$0] != nil })
            state.requests[ObjectIdentifier(request)] = (taken, request)
        }
    }

    /// Ends the registration of a request.
    static func remove(_ request: StopRequest) {
        _ = state.withLock { $0.requests.removeValue(forKey: ObjectIdentifier(request)) }
    }

    /// Creates the source of a signal; `nil` for `SIGHUP` if it is ignored, as after `nohup`.
    private static func source(of number: Int32) -> (any DispatchSourceSignal)? {
        let before = signal(number, SIG_IGN)
        let isIgnored =
            unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        guard !isIgnored || number != SIGHUP else { return nil }
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { arrived(number) }
        source.resume()
        return source
    }

    private static func arrived(_ number: Int32) {
        let requests = state.withLock { state in
            state.requests.values.filter { $0.numbers.contains(number) }.map(\.request)
        }
        let isNew = requests.map { $0.make() }
        guard isNew.isEmpty || isNew.contains(false) else { return }
        // Dispatch has its own handler for the signal. The default handler replaces it, so that the
        // signal ends the process.
        _ = signal(number, SIG_DFL)
        _ = kill(getpid(), number)
    }
}
