// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The signal that servers take for the wish to be succeeded by a new process, SIGUSR2.
final class RestartSignal {
    /// The wishes; those that come while one is seen to are one.
    let all: AsyncStream<Void>
    private let source: any DispatchSourceSignal

    /// Takes the signal from now on.
    init() {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        all = stream
        // Dispatch sees it all the same; by default it would end the process.
        _ = signal(SIGUSR2, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGUSR2, queue: .global())
        source.setEventHandler { continuation.yield() }
        source.resume()
    }

    /// Takes no more signals.
    func cancel() { source.cancel() }
}
