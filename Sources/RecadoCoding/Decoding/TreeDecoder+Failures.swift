// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The path from an object to a member that it lacks, with the names of the document.
struct MissingMember: Error {
    let steps: [CodingPath.Step]
}

extension TreeDecoder {
    /// The path to a node as models see it.
    func codingPath(_ index: Int) -> [any CodingKey] {
        document.path(to: index).map { step in
            switch step {
            case .key(let key): AnyCodingKey(stringValue: key)
            case .index(let index): AnyCodingKey(index: index)
            }
        }
    }

    /// The error for a value of another kind than requested, or for null.
    @inline(never)
    func mismatch(_ type: Any.Type, _ index: Int) -> DecodingError {
        let kind = node(index).kind
        let message = "expected \(type), found \(kind.name)"
        let context = context(kind == .null ? .valueNotFound : .typeMismatch, message, index)
        return kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// The error for a key that an object does not contain.
    @inline(never)
    func missing(_ key: any CodingKey, _ object: Int) -> DecodingError {
        missing(key, [.name(key.stringValue)], object)
    }

    /// The error for a key without a value, with the path that it denotes in the document.
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

    /// The error for a value that is of the right kind but invalid.
    @inline(never)
    func corrupted(_ code: CodingError.Code, _ message: String, _ index: Int) -> DecodingError {
        .dataCorrupted(context(code, message, index))
    }

    /// The error for a value whose part could not be read.
    func corrupted(_ failure: CodingError, _ index: Int) -> DecodingError {
        .dataCorrupted(
            DecodingError.Context(
                codingPath: codingPath(index),
                debugDescription: failure.message,
                underlyingError: failure
            )
        )
    }

    /// The error for a key that a dictionary cannot tell from an earlier one.
    @inline(never)
    func equivalent(_ index: Int) -> DecodingError {
        corrupted(.duplicateKey, Self.equivalentKeys, index)
    }

    static var equivalentKeys: String {
        "expected keys that differ in more than how Unicode composes their characters"
    }

    /// The error for a key that a dictionary would take too long to find.
    @inline(never)
    func unsafeKey(_ index: Int) -> DecodingError { corrupted(.tooLarge, Self.unsafeKeys, index) }

    static var unsafeKeys: String { "expected a key with at most 30 marks on a letter" }

    /// The error for the end of an array.
    @inline(never)
    func exhausted(_ type: Any.Type, _ array: Int, _ position: Int) -> DecodingError {
        let message = "expected \(type), found the end of the array after \(position) elements"
        return .valueNotFound(type, context(.valueNotFound, message, array))
    }

    /// The offset of a value, since the names in its path do not distinguish repeated XML elements.
    ///
    /// Lines are counted only when the error leaves the call; many errors are caught before.
    private func offset(of index: Int) -> CodingError.Location? {
        guard !state.view.bytes.isEmpty else { return nil }
        return document.sourceOffset(of: index).map { CodingError.Location(offset: $0) }
    }

    /// The context of an error of this module, with a `CodingError` from which its code is known
    /// when the call ends.
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
