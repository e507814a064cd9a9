// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP

extension EndpointOptions {
    /// Returns the endpoint with the values of the options.
    ///
    /// - Parameters:
    ///   - arguments: The given options.
    ///   - bytes: The content from the option for the complete content.
    /// - Returns: The endpoint.
    /// - Throws: A usage error that names the option of every missing or invalid value.
    func endpoint(
        from arguments: ParsedArguments,
        data bytes: [UInt8]?
    ) throws(CommandError) -> E {
        let content = try content(arguments, bytes)
        let texts = fields.flatMap { field in
            guard let input = field.input else { return [(EndpointInputs<E>.Input, String)]() }
            return (arguments.values[field.option.name] ?? []).map { (input, $0) }
        }
        do throws(ProblemDetails) {
            return try inputs.endpoint(from: texts, content: content)
        } catch {
            guard !error.errors.isEmpty else { throw .usage("\(error)") }
            let lines = error.errors.flatMap { refused in
                places(of: refused, isInData: bytes != nil).map { place -> LocalizedText in
                    let option = options.first { "--\($0.name)" == place }
                    guard let option, !arguments.contains(option), bytes == nil else {
                        return "\(place): \(refused.detail)"
                    }
                    return "\(option.usage) is missing"
                }
            }
            throw CommandError(code: 2, lines: lines.map(\.description))
        }
    }

    private func content(
        _ arguments: ParsedArguments,
        _ bytes: [UInt8]?
    ) throws(CommandError) -> Value? {
        guard let input = inputs.content else { return nil }
        let given = fields.filter { $0.location == .content && arguments.contains($0.option) }
        do throws(CodingError) {
            if let bytes, given.isEmpty { return try JSON().value(from: bytes) }
        } catch {
            // The message names the file. It does not repeat JSON from the command line, which the
            // user can still see.
            let file = arguments[data].flatMap { $0.first == "@" ? $0 : nil }.map { " \($0)" } ?? ""
            throw .usage("--\(data.name)\(DisplayText.clean(file)) is no JSON: \(error)")
        }
        if bytes != nil, let first = given.first {
            throw .usage("--\(data.name) and --\(first.option.name) do not go together")
        }
        if given.isEmpty, !input.isRequired { return nil }
        var object = Value.Object()
        for field in given {
            let texts = arguments.values[field.option.name] ?? []
            let value = try OptionValue(field.option, field.schema, inputs.library).value(texts)
            Self.set(value, at: field.path[...], in: &object)
        }
        return .object(object)
    }

    private static func set(
        _ value: Value,
        at path: ArraySlice<String>,
        in object: inout Value.Object
    ) {
        guard let name = path.first else { return }
        guard path.count > 1 else {
            object[name] = value
            return
        }
        var inner = object[name]?.objectValue ?? [:]
        set(value, at: path.dropFirst(), in: &inner)
        object[name] = .object(inner)
    }

    // MARK: - Errors

    /// Returns the options that caused an invalid input.
    ///
    /// If the input came with the option for the complete content, also names the position in the
    /// content.
    private func places(of error: InputError, isInData: Bool) -> [String] {
        if let pointer = error.pointer {
            return isInData ? [placeInData(pointer)] : places(of: pointer)
        }
        let field = fields.first { field in
            switch field.location {
            case .path, .query: field.name == error.parameter
            case .header(let name): error.header.map { FieldName($0) == name } ?? false
            case .content: false
            }
        }
        return [field.map { "--\($0.option.name)" } ?? "--\(data.name)"]
    }

    /// Returns the options for a position in the content.
    ///
    /// If a property at or above the position has an option, that option is returned. Otherwise,
    /// the options of the properties below the position are returned, or only those of required
    /// properties if there are any. Without such options, the option for the complete content is
    /// returned.
    private func places(of pointer: String) -> [String] {
        let place = Self.names(in: pointer)
        let contents = fields.filter { $0.location == .content }
        if let field = contents.first(where: { place.starts(with: $0.path) }) {
            let rest = pointer.split(separator: "/").dropFirst(field.path.count)
            let inner = rest.isEmpty ? "" : " /" + rest.joined(separator: "/")
            return ["--\(field.option.name)\(inner)"]
        }
        let below = place.isEmpty ? [] : contents.filter { $0.path.starts(with: place) }
        let named = below.contains(where: \.isRequired) ? below.filter(\.isRequired) : below
        if !named.isEmpty { return named.map { "--\($0.option.name)" } }
        return [placeInData(pointer)]
    }

    private func placeInData(_ pointer: String) -> String {
        "--\(data.name)" + (pointer.isEmpty ? "" : " \(pointer)")
    }

    /// Returns the names in a JSON Pointer (RFC 6901 §4).
    private static func names(in pointer: String) -> [String] {
        pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
            String($0).replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }
}
