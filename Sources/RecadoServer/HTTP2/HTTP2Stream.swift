// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// One stream of a connection in HTTP/2: a request and its answer.
///
/// Properties that every request changes are `@exclusivity(unchecked)`, for the reason given at
/// ``Reactor``.
final class HTTP2Stream {
    let id: Int32

    // MARK: - The request

    /// The header section, until the exchange is started.
    @safe @exclusivity(unchecked) var head = HTTP2Head()
    @safe @exclusivity(unchecked) var isHeadWhole = false
    @safe @exclusivity(unchecked) var isStarted = false
    /// Whether the client has sent all of the request.
    @safe @exclusivity(unchecked) var isRequestWhole = false
    var isHead = false
    /// Whether the answer may tell the client to come back over TLS only.
    var isStrict = false
    /// Whether the reactor has to look at what has come.
    @safe @exclusivity(unchecked) var isTouched = false
    /// Whether nothing can be sent or received any more.
    @safe @exclusivity(unchecked) var isClosed = false

    // MARK: - Content of the request

    /// Content that has come since the reactor has looked.
    @safe @exclusivity(unchecked) var received: [UInt8] = []
    /// All the content that has come.
    var receivedCount = 0
    /// Content for which the client's windows have not been opened again.
    var unreadCount = 0
    /// The request without its content, while that comes.
    var request: Request?
    /// The channel of content that did not arrive with the head.
    var content: ContentChannel?
    /// Whether the client sends its content only after 100 Continue, which was not sent.
    var awaitsContinue = false
    /// Whether a task waits for content.
    var isReadWanted = false
    /// Whether nobody will read what comes.
    var isContentUnwanted = false
    var contentDeadline = Ticks.never
    /// When the rate of the content is looked at.
    var periodEnd = Ticks.never
    var periodBytes = 0
    /// Whether there was a time since then in which the client's window was shut.
    var hasPaused = false

    // MARK: - The answer

    /// The task that has still to answer.
    @safe @exclusivity(unchecked) var task: RequestTask?
    /// Whether the answer's head has been handed over.
    @safe @exclusivity(unchecked) var isAnswered = false
    /// The content that waits for the client's windows.
    @safe @exclusivity(unchecked) var output = OutputQueue()
    /// Whether `output` ends the content.
    @safe @exclusivity(unchecked) var isOutputWhole = false
    /// The bytes of content that were announced and have not come.
    var announcedRest: Int?
    /// The task that waits for room in the output.
    var permission: Message.Permission?
    /// The content, if it says when there is more; otherwise a task sends it.
    var polled: PolledContent?
    /// The bytes of output that have gone since the client was last given time.
    @safe @exclusivity(unchecked) var takenOutput = 0
    /// The output of all streams that the client had taken when it was last given time.
    var sessionOutput = 0
    /// Until then the client must take its share of the output; not kept unless it shuts a window.
    @safe @exclusivity(unchecked) var writeDeadline = Ticks.never
    /// When a request whose answer was sent whole is ended, if the client does not.
    var endsAt = Ticks.never
    /// Whether the client has said in which order it wants its answers.
    var prefersOrder = false

    init(id: Int32) {
        self.id = id
    }

    /// Lets go of whoever takes part in the exchange.
    ///
    /// - Returns: The task that was still to answer.
    func abandon(_ reason: RequestContentError) -> RequestTask? {
        received = []
        guard let task = task.take() else { return nil }
        content?.fail(reason)
        permission?.resume(returning: false)
        (permission, polled) = (nil, nil)
        return task
    }

    // MARK: - Deadlines

    /// Whether some of the answer has still to go, be it only its end.
    var waitsForClient: Bool {
        !output.isEmpty || (isAnswered && isOutputWhole && endsAt == Ticks.never)
    }

    /// Starts the clock of the content, which further content does not move.
    func startContentClock(now: Int, _ settings: ReactorSettings) {
        contentDeadline = now + settings.content
        startPeriod(now: now, settings)
    }

    /// Begins to take the rate of the content anew.
    func startPeriod(now: Int, _ settings: ReactorSettings) {
        periodBytes = 0
        hasPaused = false
        periodEnd = min(contentDeadline, now + settings.contentRatePeriod)
    }

    /// Whether the content comes too late or too slowly.
    func isContentLate(now: Int, _ settings: ReactorSettings) -> Bool {
        now >= contentDeadline || (!hasPaused && periodBytes < settings.contentPerPeriod)
    }

    /// Stops the clock of the content.
    func stopContentClock() {
        contentDeadline = Ticks.never
        periodEnd = Ticks.never
    }

    /// When this stream has to be looked at again.
    var nextDeadline: Int {
        min(periodEnd, writeDeadline, endsAt, polled?.silenceEnd ?? Ticks.never)
    }
}
