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

/// The signal that asks servers to read their files again, SIGHUP.
final class ReloadSignal {
    private let source: any DispatchSourceSignal

    /// Handles the signal from now on.
    ///
    /// - Parameter action: Called each time the signal arrives.
    init(_ action: @escaping @Sendable () -> Void) {
        // Dispatch receives the signal nevertheless; by default it would end the process.
        _ = signal(SIGHUP, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
        source.setEventHandler(handler: action)
        source.resume()
    }

    /// Stops handling the signal.
    func cancel() { source.cancel() }
}
