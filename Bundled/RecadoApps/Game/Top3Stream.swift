// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoScreens

/// The page of the three best scores, sent in pieces: the page without scores, a note that the
/// answer has arrived, and the scores with the end of the page.
///
/// No script is needed, because the style sheet hides each piece as soon as another piece follows
/// it.
struct Top3Stream: Sendable {
    /// The view while the scores are being requested.
    let beginning: Top3View
    /// Returns the view with the scores or an error; calls the closure when the answer has arrived
    /// and is being decoded.
    let end: @Sendable (_ downloaded: @escaping @Sendable () -> Void) async -> Top3View

    /// The marker at which the page is split; the scores follow it.
    private static let mark: StaticString = "<!-- the rest -->"

    var response: Response {
        let pending: HTML = """
            \(Self.pending(beginning))
            \(HTML.trusted(Self.mark))
            """
        let screen = beginning.screen(around: pending)
        var response = Shell(screen: screen, visit: beginning.visit)
            .response(.ok, isWhole: false)
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

    /// Returns the part that is visible until another part follows it.
    private static func pending(_ view: Top3View) -> HTML {
        """
        <div class="pending" role="status" aria-busy="true">
        \(view.board)
        </div>
        """
    }

    /// Returns the pieces after the first one: the scores, and before them a note that the answer
    /// is being decoded, unless the call fails earlier.
    private func rest(ending end: [UInt8]) -> AsyncStream<[UInt8]> {
        AsyncStream { pieces in
            var analysing = beginning
            analysing.state.analyse()
            let note = Self.pending(analysing).bytes
            let work = Task {
                let view = await self.end { pieces.yield(note) }
                let arrived: HTML = """

                    <div class="arrived">
                    \(view.board)
                    </div>
                    """
                pieces.yield(arrived.bytes + end)
                pieces.finish()
            }
            pieces.onTermination = { _ in work.cancel() }
        }
    }

    /// The pieces as content; the service is called only after the first piece has been sent.
    private actor Pieces: ContentSource {
        nonisolated let length: Int? = nil
        private var start: [UInt8]?
        private let end: [UInt8]
        private let stream: Top3Stream
        private var rest: AsyncStream<[UInt8]>.Iterator?

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
            // The local copy of the iterator reads from the same stream.
            var pieces = rest ?? stream.rest(ending: end).makeAsyncIterator()
            rest = pieces
            return await pieces.next(isolation: self)
        }
    }
}
