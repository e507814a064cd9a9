// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The signals that end the command: an interrupt from the terminal, a request to end, and the end of
/// the terminal unless that has another meaning.
///
/// The first is waited for; a further one ends the process at once, as it would by default.
final class StopSignals {
    /// The signals; the first is all that comes.
    let all: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    /// Takes the signals from now on.
    ///
    /// - Parameter hangup: Whether the end of the terminal ends the command; it is ignored otherwise.
    init(hangup: Bool = true) {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        let counter = Counter()
        all = signals
        if !hangup { _ = signal(SIGHUP, SIG_IGN) }
        let numbers = [SIGINT, SIGTERM] + (hangup ? [SIGHUP] : [])
        sources = numbers.filter { Self.takes($0) }.map { number in
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
    }

    /// Keeps a signal from ending the process; `false` if somebody has it ignored, as `nohup` does.
    private static func takes(_ number: Int32) -> Bool {
        let before = signal(number, SIG_IGN)
        let isIgnored =
            unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        return !isIgnored || number != SIGHUP
    }

    /// Takes no more signals.
    func cancel() {
        for source in sources { source.cancel() }
    }

    /// Tells the first signal from the others.
    private final class Counter: Sendable {
        private let count = Atomic(0)

        func isFirst() -> Bool { count.wrappingAdd(1, ordering: .relaxed).oldValue == 0 }
    }
}
