// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Synchronization

/// The signals that ask a process to end: an interrupt from the terminal, a request to end, and the end of the
/// terminal unless that has another meaning.
///
/// ```swift
/// let signals = StopSignals()
/// for await _ in signals.all { await server.shutdown(grace: .seconds(10)) }
/// ```
///
/// The first is told; a further one ends the process at once, as it would by default. ``Server/run(stoppingOn:announcing:)``
/// does all of it.
public final class StopSignals: Sendable {
    /// The signals; the first is all that comes.
    public let all: AsyncStream<Void>
    private let sources: Mutex<[any DispatchSourceSignal]>

    /// Takes the signals from now on.
    ///
    /// - Parameter hangup: `true`, the default, ends the process with its terminal, unless that was ignored before, as
    ///   by `nohup`; `false` ignores the end of the terminal.
    public init(hangup: Bool = true) {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        let counter = Counter()
        all = signals
        if !hangup { _ = signal(SIGHUP, SIG_IGN) }
        let numbers = [SIGINT, SIGTERM] + (hangup ? [SIGHUP] : [])
        let taken = numbers.filter { Self.takes($0) }.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if counter.isFirst() {
                    continuation.yield()
                } else {
                    // Dispatch has a handler of its own for the signal, which is replaced here.
                    _ = signal(number, SIG_DFL)
                    _ = kill(getpid(), number)
                }
            }
            source.resume()
            return source
        }
        sources = Mutex(taken)
    }

    /// Keeps a signal from ending the process; `false` if somebody has it ignored, as `nohup` does.
    private static func takes(_ number: Int32) -> Bool {
        let before = signal(number, SIG_IGN)
        let isIgnored =
            unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        return !isIgnored || number != SIGHUP
    }

    /// Takes no more signals; they stay ignored.
    public func cancel() {
        sources.withLock { sources in
            for source in sources { source.cancel() }
            sources = []
        }
    }

    /// Tells the first signal from the others.
    private final class Counter: Sendable {
        private let count = Atomic(0)

        func isFirst() -> Bool { count.wrappingAdd(1, ordering: .relaxed).oldValue == 0 }
    }
}
