// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoCoding
import RecadoHTTP

/// The options of a call, derived from an endpoint's declaration.
struct EndpointOptions<E: Endpoint>: Sendable {
    /// An option with the place that its value travels to.
    private struct Field: Sendable {
        let option: CommandOption
        /// Where it travels; a property of the content for ``InputLocation/content``.
        let location: InputLocation
        /// The input; `nil` for a property of the content.
        let input: EndpointInputs<E>.Input?
        /// The name on the wire; for a property of the content the names that lead there, with `/` between them.
        let name: String
        /// The names that lead to a property of the content.
        let path: [String]
        let schema: Schema
    }

    /// An option for each input and each property of the content, and ``body``.
    let options: [CommandOption]
    /// The whole content at once.
    let body: CommandOption

    private let inputs: EndpointInputs<E>
    private let fields: [Field]

    /// Derives the options.
    ///
    /// - Parameter reserved: Names that mean something else: an input of such a name has the option
    ///   `--input-name`, and so has a property of the content that is called like an input.
    /// - Throws: A failure of this program, when the endpoint cannot be described.
    init(reserved: [String]) throws(CommandFailure) {
        do throws(UndescribedType) {
            inputs = try EndpointInputs<E>()
        } catch {
            throw .failed("\(E.name): \(error)")
        }
        let library = inputs.library
        body = CommandOption(
            "body",
            "json",
            about: "The content as JSON, instead of its options; - for standard input."
        )
        var taken = Set(reserved + [body.name])
        fields = Self.members(of: inputs).map { member in
            var name = KebabCase.name(from: member.name).replacing("_", with: "-")
            if !taken.insert(name).inserted { name = "input-" + name }
            taken.insert(name)
            return Field(
                option: Self.option(name, member.schema, member.isRequired, library),
                location: member.input?.location ?? .content,
                input: member.input,
                name: member.input?.name ?? member.path.joined(separator: "/"),
                path: member.path,
                schema: library.resolve(member.schema)
            )
        }
        options = fields.map(\.option) + (inputs.content == nil ? [] : [body])
    }

    private typealias Member = (
        name: String, input: EndpointInputs<E>.Input?, path: [String], schema: Schema,
        isRequired: Bool
    )

    private static func members(of inputs: EndpointInputs<E>) -> [Member] {
        let own: [Member] = inputs.inputs.filter { $0.location != .content }.map {
            ($0.property, $0, [], $0.schema, $0.isRequired)
        }
        return own + members(of: inputs.contentProperties, below: [])
    }

    /// The properties of content; those of objects that key paths lead through one by one.
    private static func members(
        of properties: [Schema.Property],
        below path: [String]
    ) -> [Member] {
        properties.flatMap { property -> [Member] in
            let path = path + [property.name]
            if case .object(let inner) = property.schema.kind {
                return members(of: inner, below: path)
            }
            // What is required can come from --body too, so that the option itself is not.
            return [(path.joined(separator: "-"), nil, path, property.schema, false)]
        }
    }

    private static func option(
        _ name: String,
        _ schema: Schema,
        _ isRequired: Bool,
        _ library: SchemaLibrary
    ) -> CommandOption {
        let schema = library.resolve(schema)
        let placeholder =
            switch schema.kind {
            case .integer: "integer"
            case .number: "number"
            case .boolean: "true|false"
            case .array, .map, .object: "json"
            case .any, .oneOf, .reference, .string: schema.format ?? "text"
            }
        return CommandOption(
            name,
            placeholder,
            about: [schema.about ?? "", schema.bounds].filter { !$0.isEmpty }.joined(
                separator: " "
            ),
            values: schema.values.compactMap { $0.stringValue ?? $0.intValue.map(String.init) },
            isRequired: isRequired
        )
    }

    // MARK: - Operands

    /// The options of the inputs in the path, in its order.
    var pathOptions: [CommandOption] {
        E.route.parameters.compactMap { name in
            fields.first { $0.location == .path && $0.name == name }?.option
        }
    }

    /// The options that operands can stand for: those of the path or, where it has none, the first of
    /// the query, for that is what is asked for most.
    var operandOptions: [CommandOption] {
        let path = pathOptions
        guard path.isEmpty else { return path }
        return fields.first { $0.location == .query }.map { [$0.option] } ?? []
    }

    /// The options, of which none must be given that operands can stand for.
    var withoutRequiredOperands: [CommandOption] {
        let names = operandOptions.map(\.name)
        return options.map { names.contains($0.name) ? $0.optional : $0 }
    }

    /// The same arguments with operands as the values of inputs.
    ///
    /// - Throws: A failure of use, for an operand too many.
    func naming(_ arguments: ParsedArguments) throws(CommandFailure) -> ParsedArguments {
        var named = arguments
        let missing = operandOptions.filter { !arguments.contains($0) }
        guard arguments.operands.count <= missing.count else {
            throw .usage("unexpected argument “\(arguments.operands[missing.count])”")
        }
        for (option, operand) in zip(missing, arguments.operands) { named.add(operand, to: option) }
        return named
    }

    // MARK: - Reading

    /// The endpoint with the values of the options.
    ///
    /// - Parameters:
    ///   - arguments: The options as they were given.
    ///   - body: The bytes that `--body` stands for.
    /// - Returns: The endpoint.
    /// - Throws: A failure of use that names every value that is missing or wrong, by its option.
    func endpoint(
        from arguments: ParsedArguments,
        body: [UInt8]?
    ) throws(CommandFailure) -> E {
        let content = try content(arguments, body)
        let texts = fields.flatMap { field in
            guard let input = field.input else { return [(EndpointInputs<E>.Input, String)]() }
            return (arguments.values[field.option.name] ?? []).map { (input, $0) }
        }
        do throws(ProblemDetails) {
            return try inputs.endpoint(from: texts, content: content)
        } catch {
            guard !error.errors.isEmpty else { throw .usage(error.description) }
            let lines = error.errors.map { "\(option(of: $0)): \($0.detail)" }
            throw CommandFailure(code: 2, lines: lines)
        }
    }

    private func content(
        _ arguments: ParsedArguments,
        _ body: [UInt8]?
    ) throws(CommandFailure) -> Value? {
        guard let input = inputs.content else { return nil }
        let given = fields.filter { $0.location == .content && arguments.contains($0.option) }
        do throws(CodingFailure) {
            if let body, given.isEmpty { return try JSON().value(from: body) }
        } catch {
            throw .usage("--body: \(error)")
        }
        if body != nil, let first = given.first {
            throw .usage("--body and --\(first.option.name) do not go together")
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

    /// The option that a refused input was given by.
    private func option(of error: InputError) -> String {
        let pointer = error.pointer.map { String($0.dropFirst()) }
        let field = fields.first { field in
            switch field.location {
            case .path, .query: field.name == error.parameter
            case .header(let name): error.header.map { FieldName($0) == name } ?? false
            case .content: field.name == pointer
            }
        }
        return field.map { "--\($0.option.name)" } ?? "--body \(error.pointer ?? "")"
    }
}
