// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The path from an object to a member that it lacks, as names in the document.
struct MissingMember: Error {
    let steps: [CodingPath.Step]
}

extension TreeDecoder {
    /// Returns the coding path to a node.
    func codingPath(_ index: Int) -> [any CodingKey] {
        document.path(to: index).map { step in
            switch step {
            case .key(let key): AnyCodingKey(stringValue: key)
            case .index(let index): AnyCodingKey(index: index)
            }
        }
    }

    /// Creates the error for a value of a different kind than requested, or for null.
    @inline(never)
    func mismatch(_ type: Any.Type, _ index: Int) -> DecodingError {
        let kind = node(index).kind
        let message = "expected \(type), found \(kind.name)"
        let context = context(kind == .null ? .valueNotFound : .typeMismatch, message, index)
        return kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// Creates the error for a key that an object does not contain.
    @inline(never)
    func missing(_ key: any CodingKey, _ object: Int) -> DecodingError {
        missing(key, [.name(key.stringValue)], object)
    }

    /// Creates the error for a key that has no value in the document, with the path that the key
    /// denotes.
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

    /// Creates the error for a value that is of the right kind but invalid.
    @inline(never)
    func corrupted(_ code: CodingError.Code, _ message: String, _ index: Int) -> DecodingError {
        .dataCorrupted(context(code, message, index))
    }

    /// Creates the error for a value of which a part could not be read.
    func corrupted(_ failure: CodingError, _ index: Int) -> DecodingError {
        .dataCorrupted(
            DecodingError.Context(
                codingPath: codingPath(index),
                debugDescription: failure.message,
                underlyingError: failure
            )
        )
    }

    /// Creates the error for a key that is equal to an earlier one by Unicode equivalence.
    @inline(never)
    func equivalent(_ index: Int) -> DecodingError {
        corrupted(.duplicateKey, Self.equivalentKeys, index)
    }

    static var equivalentKeys: String {
        "expected keys that differ in more than how Unicode composes their characters"
    }

    /// Creates the error for a key with so many combining marks that hashing it would be slow.
    @inline(never)
    func unsafeKey(_ index: Int) -> DecodingError { corrupted(.tooLarge, Self.unsafeKeys, index) }

    static var unsafeKeys: String { "expected a key with at most 30 marks on a letter" }

    /// Creates the error for reading past the end of an array.
    @inline(never)
    func exhausted(_ type: Any.Type, _ array: Int, _ position: Int) -> DecodingError {
        let message = "expected \(type), found the end of the array after \(position) elements"
        return .valueNotFound(type, context(.valueNotFound, message, array))
    }

    /// Returns the offset of a value, which errors need because a path does not tell repeated XML
    /// elements apart.
    ///
    /// The line is determined only if the error leaves the decode call, because models catch many
    /// errors.
    private func offset(of index: Int) -> CodingError.Location? {
        guard !state.view.bytes.isEmpty else { return nil }
        return document.sourceOffset(of: index).map { CodingError.Location(offset: $0) }
    }

    /// Creates the context of a `DecodingError`; its underlying `CodingError` keeps the code and
    /// the location for the error of the whole call.
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
    /// The name of the kind for error messages.
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
