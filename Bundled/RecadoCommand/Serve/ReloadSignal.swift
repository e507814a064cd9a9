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

/// The signal that servers take for the wish to read their files again, SIGHUP.
final class ReloadSignal {
    private let source: any DispatchSourceSignal

    /// Takes the signal from now on.
    ///
    /// - Parameter action: The closure that is called each time.
    init(_ action: @escaping @Sendable () -> Void) {
        // Dispatch sees it all the same; by default it would end the process.
        _ = signal(SIGHUP, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
        source.setEventHandler(handler: action)
        source.resume()
    }

    /// Takes no more signals.
    func cancel() { source.cancel() }
}
