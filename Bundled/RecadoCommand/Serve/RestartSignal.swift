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

/// The signal SIGUSR2, which asks a server to start a new process that replaces it.
final class RestartSignal {
    /// The signals that arrived; signals that arrive while another one is handled are combined.
    let all: AsyncStream<Void>
    private let source: any DispatchSourceSignal

    /// Starts handling the signal.
    init() {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        all = stream
        // By default, the signal would end the process. Dispatch receives it even though it is
        // ignored here.
        _ = signal(SIGUSR2, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGUSR2, queue: .global())
        source.setEventHandler { continuation.yield() }
        source.resume()
    }

    /// Stops handling the signal.
    func cancel() { source.cancel() }
}
