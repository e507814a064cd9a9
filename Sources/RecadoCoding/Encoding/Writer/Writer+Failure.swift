// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Writer {
    // MARK: - Taking back

    /// Removes a member or element from the output, because of an error that is about to be
    /// rethrown.
    ///
    /// - Parameters:
    ///   - token: The token of the container.
    ///   - length: The length of the output before the member or element, as `begin` returned it.
    @inline(never)
    func takeBack(_ token: Token<Target>, to length: Int) {
        let level = Int(token.level)
        guard outOfOrderLevel < 0 else { return }
        remember(pointer: pointer(to: level + 1))
        output.truncate(to: length)
        trace?.length = output.count
        top = level + 1
        place = 0
        frames[level].count &-= 1
        sink.takeBack(to: top, in: output)
    }

    /// Removes a value whose encoding failed, so that another can be written in its place.
    @inline(never)
    func takeBack(valueOf token: Token<Target>, to length: Int) {
        guard outOfOrderLevel < 0 else { return }
        remember(pointer: pointer(to: Int(token.level)))
        output.truncate(to: length)
        trace?.length = output.count
        top = Int(token.level)
        place = token.serial
        sink.takeBack(to: top, in: output)
    }

    /// Stores the pointer of an error, unless a deeper pointer is already stored for it.
    private func remember(pointer: String) {
        if trace?.length != output.count { trace = Trace(length: output.count, pointer: pointer) }
    }

    /// Creates the error for a value of a scalar type that has no representation.
    @inline(never)
    func unwritable(_ value: Any, _ reason: Scalar.WritingError) -> EncodingError {
        reason.error(for: value, at: path(to: top))
    }

    // MARK: - Places

    /// Returns the names and indexes that lead to the latest value in the frame at `level - 1`.
    func path(to level: Int) -> [any CodingKey] {
        (0..<min(level, top)).map { index in
            let frame = frames[index]
            if !frame.isObject { return AnyCodingKey(intValue: max(0, frame.count - 1)) }
            let next = index + 1 < top ? frames[index + 1] : nil
            return AnyCodingKey(stringValue: sink.latestName(of: frame, before: next, in: output))
        }
    }

    /// Returns the JSON Pointer (RFC 6901) of the latest value in the frame at `level - 1`.
    func pointer(to level: Int) -> String {
        AnyCodingKey.pointer(path(to: level))
    }

    /// Returns the error for the caller, given an error that a model or one of its containers
    /// threw.
    func failure(for error: any Error) -> CodingError {
        let pointer = trace?.length == output.count ? trace?.pointer : nil
        return .encoding(error, pointer: pointer ?? "")
    }
}

extension CodingError {
    /// Returns the error for the caller, given an error that a model threw and its position.
    static func encoding(_ error: any Error, pointer: String) -> CodingError {
        switch error {
        case let failure as CodingError:
            return failure
        case EncodingError.invalidValue(_, let context):
            let path = AnyCodingKey.pointer(context.codingPath)
            // A model may also encode another document, whose errors are not errors of this
            // document.
            if let own = context.underlyingError as? CodingError, own.pointer == path {
                return own
            }
            return CodingError(
                .invalidValue,
                "the model cannot encode the value",
                pointer: path.utf8.count > pointer.utf8.count ? path : pointer,
                reason: (context.debugDescription, context.underlyingError)
            )
        default:
            return CodingError(
                .invalidValue,
                "the model threw an error while it encoded itself",
                pointer: pointer,
                reason: (nil, error)
            )
        }
    }

    static func encodingTooDeep(limit: Int, pointer: String) -> CodingError {
        CodingError(
            .tooDeep,
            "the value is nested more deeply than the limit of \(limit) levels",
            pointer: pointer
        )
    }
}
