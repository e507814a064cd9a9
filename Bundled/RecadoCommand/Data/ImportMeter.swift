// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoServices
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Shows the progress of an import: on a terminal as a bar, elsewhere as positions from which the
/// import can resume.
final class ImportMeter: Sendable {
    private let terminal: Terminal
    private let file: String
    private let size: Int?
    private let start = ContinuousClock.now
    private let hasDrawn = Mutex(false)

    init(_ file: String, on terminal: Terminal) {
        self.file = file
        self.terminal = terminal
        var facts = stat()
        let isKnown = unsafe file != "-" && stat(file, &facts) == 0 && facts.st_size > 0
        size = isKnown ? Int(facts.st_size) : nil
    }

    /// Shows the current progress.
    func show(_ progress: DataImport.Progress) {
        guard terminal.showsProgress else {
            guard let place = progress.resumption else { return }
            return terminal.note("\(file): \(progress.records) read, go on with --from \(place)")
        }
        let elapsed = ContinuousClock.now - start
        let (seconds, fraction) = elapsed.components
        let duration = Double(seconds) + Double(fraction) / 1e18
        let rate = duration > 0.2 ? Double(progress.bytes) / duration : nil
        let state = TransferProgress(done: progress.bytes, expected: size, rate: rate)
        terminal.draw(ProgressBar(title: file, width: terminal.width - 1).text(state))
        hasDrawn.withLock { $0 = true }
    }

    /// Removes the progress bar.
    func end() {
        guard hasDrawn.withLock({ $0 }) else { return }
        terminal.draw("")
    }
}
