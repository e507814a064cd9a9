// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import Testing

@testable import RecadoCommand

@Suite struct `The progress bar` {
    private func text(_ progress: TransferProgress, width: Int = 79) -> String {
        ProgressBar(title: "trailer.mp4", width: width).text(progress)
    }

    @Test func `has exactly the width of the line, even of a narrow one`() {
        let states = [
            TransferProgress(done: 0), TransferProgress(done: .max, rate: 1e300),
            TransferProgress(done: 50, expected: 100, rate: 3),
            TransferProgress(done: 9, expected: 8),
            TransferProgress(done: 0, expected: .max, rate: 0.01, isOver: true),
        ]
        for state in states {
            for width in [0, 1, 20, 32, 33, 79, 200] {
                #expect(DisplayText.width(of: text(state, width: width)) == width)
            }
        }
    }

    @Test func `shows percentage, rate and remaining time`() {
        let half = text(TransferProgress(done: 50_000_000, expected: 100_000_000, rate: 2_500_000))
        #expect(half.hasPrefix("trailer.mp4 "))
        #expect(half.contains("50 %"))
        #expect(half.contains("███"))
        #expect(half.contains("2.5 MB/s"))
        #expect(half.contains("0:20"))
        let unknown = text(TransferProgress(done: 1_500))
        #expect(unknown.contains("1.5 kB"))
        #expect(!unknown.contains("%"))
    }

    @Test(arguments: [
        (0.0, "0 B"), (999, "999 B"), (999.6, "1.0 kB"), (1_000, "1.0 kB"), (99_940, "99.9 kB"),
        (99_960, "100 kB"), (999_400, "999 kB"), (999_600, "1.0 MB"), (2.5e12, "2.5 TB"),
        (5e15, "5000 TB"), (-1, "0 B"),
    ])
    func `sizes are shown with three digits`(bytes: Double, text: String) {
        #expect(ProgressBar.size(bytes) == text)
    }

    @Test func `times have minutes and seconds, and hours if needed`() {
        #expect(ProgressBar.time(.seconds(5)) == "0:05")
        #expect(ProgressBar.time(.seconds(754)) == "12:34")
        #expect(ProgressBar.time(.seconds(3_723)) == "1:02:03")
        #expect(ProgressBar.time(.seconds(-1)) == "0:00")
    }

    @Test func `a file name cannot inject terminal escapes`() {
        let bar = ProgressBar(title: "a\u{1B}[2Jb", width: 79)
        #expect(!bar.text(TransferProgress(done: 1)).contains("\u{1B}"))
    }
}
