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

/// The signal SIGHUP, which asks a server to read its files again.
final class ReloadSignal {
    private let source: any DispatchSourceSignal

    /// Starts handling the signal.
    ///
    /// - Parameter action: Called each time the signal arrives.
    init(_ action: @escaping @Sendable () -> Void) {
        // By default, the signal would end the process. Dispatch receives it even though it is
        // ignored here.
        _ = signal(SIGHUP, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
        source.setEventHandler(handler: action)
        source.resume()
    }

    /// Stops handling the signal.
    func cancel() { source.cancel() }
}
