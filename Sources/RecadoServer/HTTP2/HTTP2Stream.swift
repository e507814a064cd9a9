// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// An HTTP/2 stream: one request and its answer.
///
/// Properties that every request changes are `@exclusivity(unchecked)`, for the reason given at
/// ``Reactor``.
final class HTTP2Stream {
    let id: Int32

    // MARK: - The request

    /// The header section, until the exchange begins.
    @safe @exclusivity(unchecked) var head = HTTP2Head()
    @safe @exclusivity(unchecked) var isHeadWhole = false
    @safe @exclusivity(unchecked) var isStarted = false
    /// True if the client has sent all of the request.
    @safe @exclusivity(unchecked) var isRequestWhole = false
    var isHead = false
    /// True if the answer may contain Strict-Transport-Security, which tells the client to use only
    /// TLS in future.
    var isStrict = false
    /// True while the reactor has to process arrived parts of the stream.
    @safe @exclusivity(unchecked) var isTouched = false
    /// True if nothing can be sent or received any more.
    @safe @exclusivity(unchecked) var isClosed = false

    // MARK: - Content of the request

    /// Content that has arrived since the reactor last checked.
    @safe @exclusivity(unchecked) var received: [UInt8] = []
    /// The number of bytes of content that have arrived.
    var receivedCount = 0
    /// The number of content bytes for which the client's windows have not been opened again.
    var unreadCount = 0
    /// The request without its content, which is still arriving.
    var request: Request?
    /// The channel of content that did not arrive with the head.
    var content: ContentChannel?
    /// True if the client sends its content only after 100 Continue, which has not been sent yet.
    var awaitsContinue = false
    /// True while a task waits for content.
    var isReadWanted = false
    /// True if no task will read further content.
    var isContentUnwanted = false
    var contentDeadline = Ticks.never
    /// The tick at which the rate of the arriving content is next checked.
    var periodEnd = Ticks.never
    var periodBytes = 0
    /// True if the client's window was closed at some time in the current period.
    var hasPaused = false

    // MARK: - The answer

    /// The task that has not answered yet; `nil` after the answer.
    @safe @exclusivity(unchecked) var task: RequestTask?
    /// True if the answer's head has been submitted.
    @safe @exclusivity(unchecked) var isAnswered = false
    /// The answer's content that waits for the client's windows.
    @safe @exclusivity(unchecked) var output = OutputQueue()
    /// True if `output` contains the end of the content.
    @safe @exclusivity(unchecked) var isOutputWhole = false
    /// The number of announced content bytes that are not in `output` yet; `nil` if no length was
    /// announced.
    var announcedRest: Int?
    /// The task that waits for room in the output.
    var permission: Message.Permission?
    /// The answer's content, if its source reports new content to the reactor; `nil` if a task
    /// sends the content.
    var polled: PolledContent?
    /// The number of output bytes that were sent since the client's time limit was last started.
    @safe @exclusivity(unchecked) var takenOutput = 0
    /// The number of bytes that the client had taken in all streams when its time limit was last
    /// started.
    var sessionOutput = 0
    /// The tick by which the client must have taken enough output; only set while a window is
    /// closed.
    @safe @exclusivity(unchecked) var writeDeadline = Ticks.never
    /// The tick at which the server resets an answered stream whose request has not ended by then.
    var endsAt = Ticks.never
    /// True if the client has sent a Priority field.
    var prefersOrder = false

    init(id: Int32) {
        self.id = id
    }

    /// Releases the tasks that wait on the stream.
    ///
    /// - Returns: The task that had not answered yet.
    func abandon(_ reason: RequestContentError) -> RequestTask? {
        received = []
        guard let task = task.take() else { return nil }
        content?.fail(reason)
        permission?.resume(returning: false)
        (permission, polled) = (nil, nil)
        return task
    }

    // MARK: - Deadlines

    /// True if part of the answer is still to be sent, even if it is only the end of the stream.
    var waitsForClient: Bool {
        !output.isEmpty || (isAnswered && isOutputWhole && endsAt == Ticks.never)
    }

    /// Starts the time limit for the content; more content does not extend the limit.
    func startContentClock(now: Int, _ settings: ReactorSettings) {
        contentDeadline = now + settings.content
        startPeriod(now: now, settings)
    }

    /// Starts a new period in which the rate of the content is measured.
    func startPeriod(now: Int, _ settings: ReactorSettings) {
        periodBytes = 0
        hasPaused = false
        periodEnd = min(contentDeadline, now + settings.contentRatePeriod)
    }

    /// True if the content comes too late or too slowly.
    func isContentLate(now: Int, _ settings: ReactorSettings) -> Bool {
        now >= contentDeadline || (!hasPaused && periodBytes < settings.contentPerPeriod)
    }

    /// Stops the time limit of the content.
    func stopContentClock() {
        contentDeadline = Ticks.never
        periodEnd = Ticks.never
    }

    /// The tick at which this stream has to be checked again.
    var nextDeadline: Int {
        min(periodEnd, writeDeadline, endsAt, polled?.silenceEnd ?? Ticks.never)
    }
}
