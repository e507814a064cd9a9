// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// The page of the best three in two pieces: at once without the scores, and the rest when they come.
///
/// It needs no script: the style sheet hides what was shown first as soon as something follows it.
struct Top3Stream: Sendable {
    /// The view while the scores are on their way.
    let beginning: Top3View
    /// The view when they are there, or will not come.
    let end: @Sendable () async -> Top3View

    /// What stands in the page where the second piece begins.
    private static let mark: StaticString = "<!-- the rest -->"

    var response: Response {
        let pending: HTML = """
            <div class="pending" role="status" aria-busy="true">
            \(beginning.board)
            </div>
            \(HTML.trusted(Self.mark))
            """
        let screen = beginning.screen(around: pending)
        var response = Shell(screen: screen, visit: beginning.visit).response(.ok)
        let page = String(decoding: response.content.bytes ?? [], as: UTF8.self)
        guard let mark = page.firstRange(of: "\(Self.mark)") else { return response }
        let pieces = Pieces(
            start: Array(page[..<mark.lowerBound].utf8),
            end: Array(page[mark.upperBound...].utf8),
            stream: self
        )
        response.content = Content(reading: pieces)
        return response
    }

    /// What follows when the scores are there, or will not come.
    private func rest() async -> HTML {
        """
        <div class="arrived">
        \(await end().board)
        </div>
        """
    }

    /// The pieces, of which the second is waited for when the first has been taken.
    private actor Pieces: ContentSource {
        nonisolated let length: Int? = nil
        private var start: [UInt8]?
        private var end: [UInt8]?
        private let stream: Top3Stream

        init(start: [UInt8], end: [UInt8], stream: Top3Stream) {
            self.start = start
            self.end = end
            self.stream = stream
        }

        func next() async throws -> [UInt8]? {
            if let start {
                self.start = nil
                return start
            }
            guard let end else { return nil }
            self.end = nil
            return await stream.rest().bytes + end
        }
    }
}
