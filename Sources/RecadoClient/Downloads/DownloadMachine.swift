// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A state machine that decides which request to send for a partial file and how to use the
/// response.
///
/// It performs no I/O.
///
///     nothing kept ──▶ ask for all ──200──▶ anew
///     kept ──▶ Range, If-Range ──206, as asked──▶ append
///                              ├─200──▶ anew
///                              └─416, 206 otherwise──▶ ask for all
///
/// 1. Content is appended only if it begins at the requested offset according to the server, and if
///    the answer agrees with the ``DownloadRecord``.
/// 2. If the address differs from the recorded one, a strong entity tag and a length must identify
///    the file, and the answer must repeat both.
/// 3. A request without a range is never repeated.
struct DownloadMachine: Sendable {
    /// The partial file that earlier responses left.
    struct Kept: Sendable, Hashable {
        var record: DownloadRecord
        /// The number of bytes in the partial file.
        var length: Int
    }

    enum Action: Sendable, Hashable {
        /// Discard the partial file, because the answer holds the whole content.
        case anew(DownloadRecord)
        /// Keep the bytes before an offset, and append the answer, which extends to the given end.
        case append(at: Int, to: Int, DownloadRecord)
        /// The answer is useless: request the whole content.
        case askForAll
        /// The download fails, because the server violates the protocol.
        case fail

        /// The offset at which the response is stored; `nil` if it is not stored.
        var start: Int? {
            switch self {
            case .anew: 0
            case .append(let start, _, _): start
            case .askForAll, .fail: nil
            }
        }
    }

    private let url: String
    private(set) var kept: Kept?

    /// Creates the machine for one download.
    ///
    /// - Parameters:
    ///   - url: The address of the download, without secrets, in the form of
    ///     ``DownloadRecord/url``.
    ///   - kept: The partial file that an earlier answer left, if there is one.
    init(url: String, kept: Kept?) {
        self.url = url
        self.kept = kept
    }

    /// The offset from which content is requested; `nil` for the whole content.
    var offset: Int? {
        guard let kept, kept.record.validator != nil else { return nil }
        // At another address, a date alone does not identify the file.
        guard kept.record.url == url || kept.record.eTag != nil && kept.record.length != nil else {
            return nil
        }
        // Requesting the last byte again lets the server confirm that a complete file is up to
        // date.
        let offset = kept.record.length.map { min(kept.length, $0 - 1) } ?? kept.length
        return offset > 0 ? offset : nil
    }

    /// Adds a range to a request, so that only the missing part is sent.
    func prepare(_ request: inout Request) {
        // Offsets count the bytes of the file, which must therefore be sent without a content
        // coding.
        request.fields[.acceptEncoding] = "identity"
        guard let offset, let validator = kept?.record.validator else { return }
        request.fields[.range] = "bytes=\(offset)-"
        request.fields[.ifRange] = validator
    }

    /// Records the length of the partial file, for the next request.
    mutating func keep(_ record: DownloadRecord, _ length: Int) {
        kept = Kept(record: record, length: length)
    }

    /// Decides how an answer is used.
    mutating func receive(_ response: Response) -> Action {
        guard let offset, let kept else {
            return response.status == .partialContent
                ? .fail : .anew(DownloadRecord(response, url: url))
        }
        if response.status == .partialContent {
            if let append = append(response, at: offset, kept.record) { return append }
        } else if response.status != .rangeNotSatisfiable {
            return .anew(DownloadRecord(response, url: url))
        }
        self.kept = nil
        return .askForAll
    }

    private func append(
        _ response: Response,
        at offset: Int,
        _ record: DownloadRecord
    ) -> Action? {
        let fields = response.fields
        guard let range = fields[.contentRange].flatMap({ ContentRange($0) }),
            range.start == offset, !fields.isEncoded
        else { return nil }
        if let length = response.expectedLength, length != range.end - range.start { return nil }
        var record = record
        if let length = record.length, let total = range.total, length != total { return nil }
        record.length = record.length ?? range.total
        guard range.end <= record.length ?? .max else { return nil }
        let tag = fields[.eTag]
        if let expected = record.eTag.flatMap({ EntityTag($0) }) {
            if let tag, EntityTag(tag)?.isStronglyEqual(to: expected) != true { return nil }
        } else if let modified = fields[.lastModified], modified != record.lastModified {
            return nil
        }
        if record.url != url {
            guard tag != nil, range.total != nil else { return nil }
            record.url = url
        }
        let digests = fields[values: .reprDigest]
        if !digests.isEmpty { record.digest = digests.joined(separator: ", ") }
        return .append(at: offset, to: range.end, record)
    }
}

/// The value of a Content-Range field (RFC 9110 §14.4): `bytes 42-1233/1234`.
struct ContentRange: Sendable, Hashable {
    let start: Int
    /// The offset after the last byte.
    let end: Int
    /// The size of the whole content in bytes; `nil` if the server does not state it.
    let total: Int?

    /// Parses a value; returns `nil` if it is not a range of bytes.
    init?(_ text: String) {
        var scanner = FieldScanner(text)
        scanner.skipBlanks()
        guard scanner.token()?.lowercased() == "bytes", scanner.skipBlanks(),
            let start = Self.number(&scanner), scanner.consume("-"),
            let last = Self.number(&scanner), scanner.consume("/"), last >= start, last < .max
        else { return nil }
        if scanner.consume("*") {
            total = nil
        } else {
            guard let total = Self.number(&scanner), total > last else { return nil }
            self.total = total
        }
        scanner.skipBlanks()
        guard scanner.isAtEnd else { return nil }
        (self.start, end) = (start, last + 1)
    }

    private static func number(_ scanner: inout FieldScanner) -> Int? {
        let digits = scanner.take { (0x30...0x39).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
