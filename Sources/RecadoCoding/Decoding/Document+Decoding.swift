// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Document {
    /// Decodes the document as a type.
    package func decode<T: Decodable>(
        _ type: T.Type = T.self,
        _ choices: DecodingChoices = DecodingChoices()
    ) throws(CodingError) -> T {
        try decode(type, node: 0, choices)
    }

    /// Decodes one member of the root; returns `nil` if the root is not an object with that key.
    package func decode<T: Decodable>(
        _ type: T.Type,
        at key: String,
        _ choices: DecodingChoices = DecodingChoices()
    ) throws(CodingError) -> T? {
        guard let index = member(key, of: 0) else { return nil }
        return try decode(type, node: index, choices)
    }

    /// Decodes the subtree of a node.
    func decode<T: Decodable>(
        _ type: T.Type,
        node: Int,
        _ choices: DecodingChoices
    ) throws(CodingError) -> T {
        try reading(choices, from: node) { try $0.value(type, node) }
    }

    /// Runs a decode call and converts its errors to ``CodingError``, with their positions.
    func reading<Result>(
        _ choices: DecodingChoices,
        from node: Int,
        _ body: (TreeDecoder) throws -> Result
    ) throws(CodingError) -> Result {
        do {
            return try TreeDecoder.withContext(for: self, choices) { context in
                do {
                    return try body(context)
                } catch {
                    throw failure(error, from: node, failed: context.failed)
                }
            }
        } catch let failure as CodingError {
            throw failure
        } catch {
            // The closure above throws no other error.
            throw CodingError(.invalidValue, "the value was refused")
        }
    }

    /// Returns the node index of the value with a key, or `nil` if there is none.
    func member(_ key: String, of object: Int) -> Int? {
        guard nodes[object].kind == .object else { return nil }
        var index = object + 1
        while index < nodes[object].end {
            let node = nodes[index]
            if !node.isShadowed, slice(of: node).elementsEqual(key.utf8) { return index + 1 }
            index = end(of: index + 1)
        }
        return nil
    }

    // MARK: - Failures

    /// Returns the ``CodingError`` for an error that a model or this module threw.
    func failure(_ error: any Error, from node: Int, failed: Int?) -> CodingError {
        guard let error = error as? DecodingError else {
            if let failure = error as? CodingError { return failure }
            let index = failed ?? node
            return CodingError(
                .invalidValue,
                "the model refused the value",
                pointer: pointer(to: index),
                place: place(of: index),
                reason: (nil, error)
            )
        }
        switch error {
        case .keyNotFound(let key, let context):
            return failure(.keyNotFound, "expected a value for this key", context, key)
        case .valueNotFound(let type, let context):
            return failure(.valueNotFound, "expected \(type), found nothing", context)
        case .typeMismatch(let type, let context):
            return failure(.typeMismatch, "expected \(type)", context)
        case .dataCorrupted(let context):
            return failure(.invalidValue, "the model refused the value", context)
        @unknown default:
            return CodingError(.invalidValue, "the value was refused", reason: (nil, error))
        }
    }

    private func failure(
        _ code: CodingError.Code,
        _ message: String,
        _ context: DecodingError.Context,
        _ key: (any CodingKey)? = nil
    ) -> CodingError {
        let (index, steps) = resolve(context.codingPath)
        if let missing = context.underlyingError as? MissingMember {
            return CodingError(
                code,
                context.debugDescription,
                pointer: pointer(to: index, steps + missing.steps.map { .key($0.text) }),
                place: place(of: index)
            )
        }
        let own = context.underlyingError as? CodingError
        let last: [Step] = key.map { [.key($0.stringValue)] } ?? []
        let exact = own?.place.map { place(at: $0.offset) }
        let known = own.flatMap { $0.pointer.isEmpty ? nil : $0.pointer }
        return CodingError(
            own?.code ?? code,
            own?.message ?? message,
            pointer: known ?? pointer(to: index, steps + last),
            place: exact ?? place(of: index),
            reason: own.map { ($0.detail, $0.underlying) }
                ?? (context.debugDescription, context.underlyingError)
        )
    }

    /// Follows a coding path as far as the members exist in the document.
    private func resolve(_ path: [any CodingKey]) -> (index: Int, steps: [Step]) {
        var index = 0
        var steps: [Step] = []
        var isKnown = true
        for key in path {
            if let position = key.intValue, nodes[index].kind != .object {
                steps.append(.index(position))
            } else {
                steps.append(.key(key.stringValue))
            }
            guard isKnown, let step = steps.last, let next = child(step, of: index) else {
                isKnown = false
                continue
            }
            index = next
        }
        return (index, steps)
    }

    private func child(_ step: Step, of parent: Int) -> Int? {
        switch step {
        case .key(let key): return member(key, of: parent)
        case .index(let number):
            // Elements of the root whose nodes have been freed are skipped.
            let (first, gone) = parent == 0 ? nodes.released : (parent + 1, 0)
            guard nodes[parent].kind == .array, number >= gone, number < nodes[parent].count else {
                return nil
            }
            var index = first
            for _ in gone..<number { index = end(of: index) }
            return index
        }
    }
}
