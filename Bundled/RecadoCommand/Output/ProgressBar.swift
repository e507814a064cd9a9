// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient

/// A line that shows the progress of a transfer:
/// `film.mp4  42 %  ████████▍         12.1 MB/s  0:14`.
struct ProgressBar: Sendable {
    /// The characters that fill a column in steps of one eighth.
    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    /// The text before the bar.
    let title: String
    /// The number of columns of the line.
    let width: Int

    /// Returns the line for some progress, in exactly ``width`` columns.
    func text(_ progress: TransferProgress) -> String {
        let rate = progress.rate.map { "\(Self.size($0))/s" } ?? ""
        let left = progress.isOver ? "" : progress.remaining.map(Self.time) ?? ""
        let numbers = DisplayText.fit(rate, to: 11) + " " + DisplayText.fit(left, to: 7)
        let amount: String
        if let fraction = progress.fraction {
            amount = "\(Int(fraction * 100)) %"
        } else {
            amount = Self.size(Double(progress.done))
        }
        // The title and the bar share the remaining columns; without a known total, there is no
        // bar.
        let rest = max(width - 9 - 1 - 20 - 2, 0)
        let barWidth = progress.fraction == nil ? 0 : min(rest / 2, 40)
        let name = DisplayText.fit(DisplayText.clean(title), to: rest - barWidth)
        let line =
            name + " " + DisplayText.fit(amount, to: 9) + " "
            + bar(progress.fraction ?? 0, barWidth) + " " + numbers
        return DisplayText.fit(line, to: width)
    }

    private func bar(_ fraction: Double, _ width: Int) -> String {
        let eighths = Int(min(max(fraction, 0), 1) * Double(width) * 8)
        let bar = String(repeating: "█", count: eighths / 8) + Self.eighths[eighths % 8]
        return DisplayText.fit(bar, to: width)
    }

    /// Returns a number of bytes with a decimal unit, such as MB.
    static func size(_ bytes: Double) -> String {
        var number = max(bytes, 0)
        for unit in ["B", "kB", "MB", "GB", "TB"] {
            if number < 999.5 || unit == "TB" {
                let isWhole = unit == "B" || number >= 99.95
                let tenths = Int(min((number * 10).rounded(), 1e15))
                return isWhole
                    ? "\(Int(min(number.rounded(), 1e15))) \(unit)"
                    : "\(tenths / 10).\(tenths % 10) \(unit)"
            }
            number /= 1000
        }
        return ""
    }

    /// Returns a duration in hours, minutes and seconds: `0:14`, `1:02:03`.
    static func time(_ duration: Duration) -> String {
        let seconds = max(duration.components.seconds, 0)
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let last = seconds % 60 < 10 ? "0\(seconds % 60)" : "\(seconds % 60)"
        guard hours > 0 else { return "\(minutes):\(last)" }
        return "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(last)"
    }
}
