// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTransport

/// Requests and their answers, stored in the format HAR 1.2, which browsers also write.
///
/// ```swift
/// let recorder = RecordingTransport(SocketTransport.shared)
/// …
/// try recorder.recording.write(to: "Fixtures/films.har")
///
/// let transport = ReplayTransport(try Recording(file: "Fixtures/films.har"))
/// ```
public struct Recording: Sendable {
    /// The maximum size of a file that is read: 256 MiB.
    private static let fileLimit = 256 << 20

    var exchanges: [RecordedExchange]

    init(_ exchanges: [RecordedExchange]) {
        self.exchanges = exchanges
    }

    /// Reads a file.
    ///
    /// - Parameter path: The path of the file, of 256 MiB at most.
    /// - Throws: ``RecordingError`` when the file does not exist, or does not have the format.
    public init(file path: String) throws(RecordingError) {
        let bytes: [UInt8]?
        do {
            bytes = try PrivateFile.read(path, limit: Self.fileLimit, isGuarded: false)
        } catch {
            throw .file("\(error)")
        }
        guard let bytes else { throw .noFile(path) }
        try self.init(har: bytes)
    }

    /// Reads a recording that this library or a browser wrote.
    ///
    /// If the writer of the recording had already decoded content, its Content-Encoding field is
    /// removed. If a browser cancelled a request or left out its content, the request fails when it
    /// is replayed.
    ///
    /// - Parameter bytes: A document in the format HAR 1.2.
    /// - Throws: ``RecordingError`` that names the malformed entry.
    public init(har bytes: [UInt8]) throws(RecordingError) {
        exchanges = try HARReader(bytes).exchanges()
    }

    /// The number of requests.
    public var count: Int { exchanges.count }

    /// The recording as a document in the format HAR 1.2, with a line for each member.
    public var har: [UInt8] { HARWriter.document(exchanges) }

    /// Writes the recording to a file, either completely or not at all.
    ///
    /// - Parameter path: The path of the file, which is replaced if it exists.
    /// - Throws: ``RecordingError`` when the file cannot be written.
    public func write(to path: String) throws(RecordingError) {
        do {
            try PrivateFile.write(har, to: path)
        } catch {
            throw .file("\(error)")
        }
    }
}
