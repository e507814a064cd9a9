// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A request that is being answered.
final class Exchange {
    /// An answer whose content is sent in pieces.
    struct ResponseProgress {
        let framing: ResponsePlan.Framing
        /// True if the connection is closed after the answer.
        let closes: Bool
        private var sent = 0

        init(framing: ResponsePlan.Framing, closes: Bool) {
            self.framing = framing
            self.closes = closes
        }

        /// Counts bytes of content; returns false if they exceed the announced length.
        mutating func count(_ bytes: Int) -> Bool {
            if case .length(let length) = framing, bytes > length - sent { return false }
            sent += bytes
            return true
        }

        /// True if all announced bytes have been sent, or no length was announced.
        var isComplete: Bool {
            if case .length(let length) = framing { sent == length } else { true }
        }
    }

    /// A switch of the connection to another protocol, and the channel for the bytes that arrive.
    struct Takeover: Sendable {
        let user: any ConnectionTakeover
        let channel: ContentChannel

        init(_ user: any ConnectionTakeover, _ channel: ContentChannel) {
            self.user = user
            self.channel = channel
        }
    }

    /// The number of the request on its connection.
    let number: Int
    let traits: RequestTraits
    /// The request without its content, which is still arriving.
    let request: Request?
    /// The task that answers the request.
    let task: RequestTask

    // MARK: - Content of the request

    /// The channel for content that did not arrive with the head, or for all bytes after a
    /// takeover.
    var content: ContentChannel?
    /// True if the client sends its content only after 100 Continue, which has not been sent yet.
    var awaitsContinue = false
    /// True while a task waits for content.
    var isReadWanted = false
    var contentDeadline = Ticks.never
    /// The bytes of content that have arrived since the rate was last checked.
    var periodBytes = 0
    /// True if, at some time since the rate was last checked, no task wanted content.
    var hasPaused = false

    // MARK: - Answer

    var answer: ResponseProgress?
    /// The source of the answer's content, if the source reports new content to the reactor; `nil`
    /// if a task sends the content.
    var source: (any PolledSource)?
    /// The ticks without output after which filler content is sent.
    var silence = Ticks.never
    /// True if the source has more content than the client has taken.
    var awaitsRoom = false
    /// The takeover of the connection after the answer, if there is one.
    var takeover: Takeover?
    /// The task that waits for room in the output.
    var permission: Message.Permission?

    init(
        number: Int,
        traits: RequestTraits,
        content: ContentChannel? = nil,
        of request: Request? = nil,
        _ task: RequestTask
    ) {
        self.number = number
        self.content = content
        self.traits = traits
        self.request = request
        self.task = task
    }

    /// Releases the waiting tasks, because the answer is not needed any more.
    func abandon(_ reason: RequestContentError) {
        content?.fail(reason)
        permission?.resume(returning: false)
    }
}
