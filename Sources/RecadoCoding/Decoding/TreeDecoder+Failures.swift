// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The way from an object to a member that it lacks, under the names of the document.
struct MissingMember: Error {
    let steps: [CodingPath.Step]
}

extension TreeDecoder {
    /// The way to a node as models see it.
    func codingPath(_ index: Int) -> [any CodingKey] {
        document.path(to: index).map { step in
            switch step {
            case .key(let key): AnyCodingKey(stringValue: key)
            case .index(let index): AnyCodingKey(index: index)
            }
        }
    }

    /// An error for a value of another kind than wanted, or for null.
    @inline(never)
    func mismatch(_ type: Any.Type, _ index: Int) -> DecodingError {
        let kind = node(index).kind
        let message = "expected \(type), found \(kind.name)"
        let context = context(kind == .null ? .valueNotFound : .typeMismatch, message, index)
        return kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// An error for a key that an object does not hold.
    @inline(never)
    func missing(_ key: any CodingKey, _ object: Int) -> DecodingError {
        missing(key, [.name(key.stringValue)], object)
    }

    /// An error for a key that leads nowhere, with the way that it names in the document.
    @inline(never)
    func missing(_ key: any CodingKey, _ steps: [CodingPath.Step], _ object: Int) -> DecodingError {
        .keyNotFound(
            key,
            DecodingError.Context(
                codingPath: codingPath(object),
                debugDescription: "expected a value for the key \"\(key.stringValue)\"",
                underlyingError: MissingMember(steps: steps)
            )
        )
    }

    /// An error for a value that is of the right kind and still unusable.
    @inline(never)
    func corrupted(_ code: CodingError.Code, _ message: String, _ index: Int) -> DecodingError {
        .dataCorrupted(context(code, message, index))
    }

    /// An error for a value of which a part has failed.
    func corrupted(_ failure: CodingError, _ index: Int) -> DecodingError {
        .dataCorrupted(
            DecodingError.Context(
                codingPath: codingPath(index),
                debugDescription: failure.message,
                underlyingError: failure
            )
        )
    }

    /// An error for a key that a dictionary cannot tell from an earlier one.
    @inline(never)
    func equivalent(_ index: Int) -> DecodingError {
        corrupted(.duplicateKey, Self.equivalentKeys, index)
    }

    static var equivalentKeys: String {
        "expected keys that differ in more than how Unicode composes their characters"
    }

    /// An error for a key that a dictionary would take too long to find.
    @inline(never)
    func unsafeKey(_ index: Int) -> DecodingError { corrupted(.tooLarge, Self.unsafeKeys, index) }

    static var unsafeKeys: String { "expected a key with at most 30 marks on a letter" }

    /// An error for the end of an array.
    @inline(never)
    func exhausted(_ type: Any.Type, _ array: Int, _ position: Int) -> DecodingError {
        let message = "expected \(type), found the end of the array after \(position) elements"
        return .valueNotFound(type, context(.valueNotFound, message, array))
    }

    /// The offset of a value: the names on the way to it do not tell
    /// repeated elements of XML apart.
    ///
    /// Lines are counted when the error leaves the call; many errors are caught before.
    private func offset(of index: Int) -> CodingError.Location? {
        guard !state.view.bytes.isEmpty else { return nil }
        return document.sourceOffset(of: index).map { CodingError.Location(offset: $0) }
    }

    /// Our own errors carry a failure, so that the end of the call knows its code.
    private func context(
        _ code: CodingError.Code,
        _ message: String,
        _ index: Int
    ) -> DecodingError.Context {
        DecodingError.Context(
            codingPath: codingPath(index),
            debugDescription: message,
            underlyingError: CodingError(code, message, place: offset(of: index))
        )
    }
}

extension Document.Node.Kind {
    /// The kind in words.
    var name: String {
        switch self {
        case .null: "null"
        case .true, .false: "a boolean"
        case .integer, .number: "a number"
        case .string: "a string"
        case .text: "a text"
        case .bytes: "bytes"
        case .key: "a key"
        case .object: "an object"
        case .array: "an array"
        }
    }
}
