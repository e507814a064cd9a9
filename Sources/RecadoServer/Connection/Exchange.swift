// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A request that is being answered.
final class Exchange {
    /// An answer whose content comes in pieces.
    struct Answer {
        let framing: ResponsePlan.Framing
        /// Whether the connection is closed after it.
        let closes: Bool
        private var sent = 0

        init(framing: ResponsePlan.Framing, closes: Bool) {
            self.framing = framing
            self.closes = closes
        }

        /// Counts bytes of content, unless they are more than were announced.
        mutating func count(_ bytes: Int) -> Bool {
            if case .length(let length) = framing, bytes > length - sent { return false }
            sent += bytes
            return true
        }

        /// Whether as much has been sent as was announced.
        var isComplete: Bool {
            if case .length(let length) = framing { sent == length } else { true }
        }
    }

    /// Another use of the connection, and where its bytes are left for that.
    struct Takeover: Sendable {
        let user: any ConnectionTakeover
        let channel: ContentChannel

        init(_ user: any ConnectionTakeover, _ channel: ContentChannel) {
            self.user = user
            self.channel = channel
        }
    }

    /// Which request of its connection it is.
    let number: Int
    let traits: RequestTraits
    /// The request without its content, while that comes.
    let request: Request?
    /// The task that answers it.
    let task: RequestTask

    // MARK: - Content of the request

    /// The channel of content that did not arrive with the head, or of all bytes after a takeover.
    var content: ContentChannel?
    /// Whether the client sends its content only after 100 Continue, which was not sent.
    var awaitsContinue = false
    /// Whether a task waits for content.
    var isReadWanted = false
    var contentDeadline = Ticks.never
    /// The content that has come since the rate was looked at.
    var periodBytes = 0
    /// Whether there was a time since then in which nothing was wanted.
    var hasPaused = false

    // MARK: - Answer

    var answer: Answer?
    /// The content, if it says when there is more; otherwise a task sends it.
    var source: (any PolledSource)?
    /// The ticks after which a client of it is sent something in any case.
    var silence = Ticks.never
    /// Whether there is more of it than the client has taken.
    var awaitsRoom = false
    /// The takeover of the connection after it was answered, if there was one.
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

    /// Lets go of whoever waits, since the answer has become pointless.
    func abandon(_ reason: RequestContentError) {
        content?.fail(reason)
        permission?.resume(returning: false)
    }
}
