// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Document {
    /// Decodes the part at a path.
    ///
    /// - Throws: ``CodingError`` with the whole path if there is no such part.
    package func decode<T: Decodable>(
        _ type: T.Type = T.self,
        atPath path: CodingPath,
        _ choices: DecodingChoices
    ) throws(CodingError) -> T {
        let part = try reading(choices, from: 0) { context in
            try context.part(type, path) ?? context.absent(type)
        }
        guard let part else { throw try missing(path, choices) }
        return part
    }

    /// Decodes the part at a path, or returns `nil` if the part is missing or null.
    package func decodeIfPresent<T: Decodable>(
        _ type: T.Type = T.self,
        atPath path: CodingPath,
        _ choices: DecodingChoices
    ) throws(CodingError) -> T? {
        try reading(choices, from: 0) { context in
            try context.part(type, path, isOptional: true)
        }
    }

    /// Creates the error for a path that leads to no value; it has the position of the last value
    /// that the path reaches.
    private func missing(
        _ path: CodingPath,
        _ choices: DecodingChoices
    ) throws(CodingError) -> CodingError {
        let last = try reading(choices, from: 0) { context in
            for count in (0..<path.steps.count).reversed() {
                let steps = path.steps[..<count]
                guard !steps.contains(.every) else { continue }
                let index = try context.walk(steps, from: 0)
                if index >= 0 { return index }
            }
            return 0
        }
        return CodingError(
            .keyNotFound,
            "expected a value at the path \(path)",
            pointer: pointer(to: 0, behind: path.steps),
            place: place(of: last)
        )
    }
}

extension TreeDecoder {
    /// Reads the part at a path, or returns `nil` if there is none.
    ///
    /// If `isOptional` is true, null counts as missing, and so does an empty field unless the type
    /// is `String`.
    fileprivate func part<T: Decodable>(
        _ type: T.Type,
        _ path: CodingPath,
        isOptional: Bool = false
    ) throws -> T? {
        if path.isProjection { return try projection(type, path, 0) }
        let index = try walk(path.steps, from: 0)
        guard index >= 0 else { return nil }
        if isOptional, isNull(index) || (isAbsent(index) && type != String.self) { return nil }
        return try value(type, index)
    }
}
