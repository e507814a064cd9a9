// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoMultipart

/// Checks that content gives the same parts however it is cut, and that the content of each part is
/// the same after it was written and read again.
enum MultipartTarget {
    fileprivate struct Part: Equatable {
        var header: Multipart.Header
        var bytes: [UInt8] = []
        var isEnded = false
    }

    /// The result of reading content with the boundary `x`.
    fileprivate struct Outcome: Equatable {
        var parts: [Part] = []
        var failure: String?
    }

    static func read(_ input: [UInt8]) {
        guard let boundary = Multipart.Boundary("x") else { fail("x is a boundary") }
        var tight = Multipart.Limits()
        (tight.parts, tight.headBytes, tight.partBytes, tight.fields) = (3, 100, 50, 2)
        tight.nameBytes = 8
        for limits in [Multipart.Limits(), tight] {
            let whole = outcome([input], boundary, limits)
            for cut in cuts(of: input) {
                expect(outcome(cut, boundary, limits), whole, "pieces differ from the whole")
            }
        }
        let whole = outcome([input], boundary, Multipart.Limits())
        if whole.failure == nil { writeAgain(whole.parts) }
        _ = try? MultipartForm().decode(Value.self, from: input, boundary: boundary)
    }

    private static func outcome(
        _ pieces: [[UInt8]],
        _ boundary: Multipart.Boundary,
        _ limits: Multipart.Limits
    ) -> Outcome {
        var reader = Multipart.Reader(boundary: boundary, limits: limits)
        var outcome = Outcome()
        do {
            for piece in pieces {
                reader.feed(piece)
                while let event = try reader.next() { outcome.add(event) }
            }
            try reader.finish()
        } catch {
            // How much of a refused part has been read depends on the cuts, so it is left out.
            if outcome.parts.last?.isEnded == false { outcome.parts.removeLast() }
            outcome.failure = "\(error.code)"
        }
        return outcome
    }

    private static func writeAgain(_ parts: [Part]) {
        var writer = Multipart.Writer()
        for part in parts {
            writer.append(
                Content(part.bytes),
                named: part.header.name ?? "",
                filename: part.header.filename,
                mediaType: part.header.mediaType
            )
        }
        guard !parts.isEmpty else { return }
        let (content, mediaType) = writer.content()
        guard let bytes = content.bytes, let boundary = try? Multipart.Boundary(of: mediaType)
        else {
            return
        }
        let again = outcome([bytes], boundary, Multipart.Limits())
        expect(again.failure, nil, "what was written is refused")
        expect(again.parts.map(\.bytes), parts.map(\.bytes), "contents changed on the way")
    }
}

extension MultipartTarget.Outcome {
    fileprivate mutating func add(_ event: Multipart.Reader.Event) {
        switch event {
        case .began(let header): parts.append(MultipartTarget.Part(header: header))
        case .bytes(let bytes):
            if bytes.isEmpty || parts.isEmpty { fail("bytes of no part, or none") }
            parts[parts.count - 1].bytes += bytes
        case .ended: parts[parts.count - 1].isEnded = true
        }
    }
}
