// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ServerSentEvent {
    /// A parser of an event stream, which may arrive in pieces of any size (WHATWG HTML §9.2.6).
    ///
    /// ```swift
    /// parser.feed(piece)
    /// while let event = try parser.next() { … }
    /// ```
    ///
    /// Invalid UTF-8 becomes U+FFFD, and an incomplete event at the end of the stream is ignored.
    public struct Parser: Sendable {
        /// The limits on the size of lines and events.
        public struct Limits: Sendable, Hashable {
            /// The maximum length of a line in bytes: 1 MiB, a thousand times the size of most
            /// events.
            public var lineBytes = 1 << 20
            /// The maximum size of an event's data in bytes: 4 MiB.
            public var eventBytes = 4 << 20

            /// Creates the default limits.
            public init() {}
        }

        /// The identifier of the last event that had one; until then, the identifier that the
        /// parser was created with.
        public private(set) var lastEventID: String
        /// The wait before reconnecting that the server last asked for; `nil` if it has not asked.
        public private(set) var retryDelay: Duration?

        private let limits: Limits
        private var splitter: LineSplitter
        private var isAtStart = true
        private var name = ""
        private var data: [UInt8] = []
        private var hasData = false
        private var id: String

        /// Creates a parser at the start of a stream.
        ///
        /// - Parameters:
        ///   - limits: The limits on the size of lines and events.
        ///   - lastEventID: The identifier of the event after which the stream continues; empty for
        ///     a new stream.
        public init(limits: Limits = Limits(), lastEventID: String = "") {
            self.limits = limits
            self.lastEventID = lastEventID
            id = lastEventID
            splitter = LineSplitter(.any, limit: limits.lineBytes)
        }

        /// Adds the next piece of the stream, of any size.
        ///
        /// - Parameter piece: The bytes that follow the previous piece.
        public mutating func feed(_ piece: [UInt8]) {
            splitter.feed(piece)
        }

        /// Returns the next event, or `nil` if another piece is needed.
        ///
        /// - Throws: ``StreamLimitError`` if a line or an event is too large.
        public mutating func next() throws(StreamLimitError) -> ServerSentEvent? {
            while var line = try splitter.next() {
                if isAtStart {
                    isAtStart = false
                    if line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
                }
                if line.isEmpty {
                    if let event = dispatch() { return event }
                } else {
                    try read(line)
                }
            }
            return nil
        }

        /// Prepares for the bytes of a new connection, and discards an incomplete event.
        mutating func restart() {
            splitter = LineSplitter(.any, limit: limits.lineBytes)
            isAtStart = true
            (name, data, hasData, id) = ("", [], false, lastEventID)
        }

        private mutating func read(_ line: ArraySlice<UInt8>) throws(StreamLimitError) {
            let colon = line.firstIndex(of: UInt8(ascii: ":"))
            let field = line[..<(colon ?? line.endIndex)]
            var value = colon.map { line[$0...].dropFirst() } ?? []
            if value.first == 0x20 { value = value.dropFirst() }
            switch String(decoding: field, as: UTF8.self) {
            case "event": name = String(decoding: value, as: UTF8.self)
            case "data":
                guard data.count + value.count < limits.eventBytes else {
                    throw StreamLimitError(.event, limit: limits.eventBytes)
                }
                data += value
                data.append(0x0A)
                hasData = true
            case "id":
                if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
            case "retry":
                if let delay = ServerDelay.milliseconds(value) { retryDelay = delay }
            // Comments, which begin with a colon, and unknown fields are ignored.
            default: break
            }
        }

        private mutating func dispatch() -> ServerSentEvent? {
            lastEventID = id
            defer { (name, data, hasData) = ("", [], false) }
            guard hasData else { return nil }
            return ServerSentEvent(
                name: name.isEmpty ? "message" : name,
                data: String(decoding: data.dropLast(), as: UTF8.self),
                id: lastEventID
            )
        }
    }
}

extension ServerDelay {
    /// Parses a number of milliseconds; more than a day becomes a day.
    fileprivate static func milliseconds(_ digits: ArraySlice<UInt8>) -> Duration? {
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let day = 86_400_000
        let number = Int(String(decoding: digits, as: UTF8.self)) ?? day
        return .milliseconds(min(number, day))
    }
}
