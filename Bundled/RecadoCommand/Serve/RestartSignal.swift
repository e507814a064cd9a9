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

/// The signal that asks servers to start a new process that succeeds them, SIGUSR2.
final class RestartSignal {
    /// The requests; those that arrive while one is being handled are combined.
    let all: AsyncStream<Void>
    private let source: any DispatchSourceSignal

    /// Handles the signal from now on.
    init() {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        all = stream
        // Dispatch receives the signal nevertheless; by default it would end the process.
        _ = signal(SIGUSR2, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGUSR2, queue: .global())
        source.setEventHandler { continuation.yield() }
        source.resume()
    }

    /// Stops handling the signal.
    func cancel() { source.cancel() }
}
