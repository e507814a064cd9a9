// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A request that is being answered.
final class Exchange {
    /// An answer whose content comes in pieces.
    struct Answer {
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

        /// True if as many bytes have been sent as were announced, or none were announced.
        var isComplete: Bool {
            if case .length(let length) = framing { sent == length } else { true }
        }
    }

    /// Another use of the connection, and the channel in which its bytes are left.
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
    /// The task that answers it.
    let task: RequestTask

    // MARK: - Content of the request

    /// The channel of content that did not arrive with the head, or of all bytes after a takeover.
    var content: ContentChannel?
    /// True if the client waits for 100 Continue, not sent yet, before it sends its content.
    var awaitsContinue = false
    /// True while a task waits for content.
    var isReadWanted = false
    var contentDeadline = Ticks.never
    /// The bytes of content that have arrived since the rate was last checked.
    var periodBytes = 0
    /// True if, since the rate was last checked, there was a time in which no task wanted content.
    var hasPaused = false

    // MARK: - Answer

    var answer: Answer?
    /// The answer's content, if its source reports when there is more; `nil` if a task sends the
    /// content.
    var source: (any PolledSource)?
    /// The ticks of silence after which the client is sent something in any case.
    var silence = Ticks.never
    /// True if the content has more than the client has taken.
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

    /// Releases the tasks that wait, since the answer has become pointless.
    func abandon(_ reason: RequestContentError) {
        content?.fail(reason)
        permission?.resume(returning: false)
    }
}
