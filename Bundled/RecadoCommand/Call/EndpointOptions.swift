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
        let wireName: String
        let schema: Schema
    }

    /// An option for each input and each property of the content, and ``body``.
    let options: [CommandOption]
    /// The whole content at once.
    let body: CommandOption

    private let plan: EndpointPlan
    private let library: SchemaLibrary
    private let fields: [Field]

    /// Derives the options.
    ///
    /// - Parameter reserved: Names that mean something else: an input of such a name has the option
    ///   `--input-name`, and so has a property of the content that is called like an input.
    /// - Throws: A failure of this program, when the endpoint cannot be described.
    init(reserved: [String]) throws(CommandFailure) {
        let recorder = SchemaRecorder()
        do {
            plan = try EndpointPlan(of: E.self, with: recorder)
        } catch {
            throw .failed("\(E.name): \(error)")
        }
        let library = recorder.library
        self.library = library
        body = CommandOption(
            "body",
            "json",
            about: "The content as JSON, instead of its options; - for standard input."
        )
        var taken = Set(reserved + [body.name])
        fields = Self.members(of: plan, library).map { member in
            var name = KebabCase.name(from: member.name).replacing("_", with: "-")
            if !taken.insert(name).inserted { name = "input-" + name }
            taken.insert(name)
            return Field(
                option: Self.option(name, member.schema, member.isRequired, library),
                location: member.location,
                wireName: member.wireName,
                schema: library.resolve(member.schema)
            )
        }
        options = fields.map(\.option) + (plan.content == nil ? [] : [body])
    }

    private typealias Member = (
        name: String, wireName: String, location: InputLocation, schema: Schema, isRequired: Bool
    )

    private static func members(of plan: EndpointPlan, _ library: SchemaLibrary) -> [Member] {
        var members: [Member] = plan.inputs.filter { $0.location != .content }.map {
            ($0.property, $0.wireName, $0.location, $0.schema, $0.isRequired)
        }
        guard let content = plan.content,
            case .object(let properties) = library.resolve(content.schema).kind
        else { return members }
        members += properties.map {
            // What is required can come from --body too, so that the option itself is not.
            ($0.name, $0.name, .content, $0.schema, false)
        }
        return members
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
            fields.first { $0.location == .path && $0.wireName == name }?.option
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
        let inputs = IncomingInputs(
            path: try document(arguments) { $0 == .path },
            query: try document(arguments) { $0 == .query },
            fields: try document(arguments) { if case .header = $0 { true } else { false } },
            content: try content(arguments, body)
        )
        do throws(ProblemDetails) {
            return try EndpointReader<E>(plan: plan, library: library).read(inputs)
        } catch {
            guard !error.errors.isEmpty else { throw .usage(error.description) }
            let lines = error.errors.map { "\(option(of: $0)): \($0.detail)" }
            throw CommandFailure(code: 2, lines: lines)
        }
    }

    private func document(
        _ arguments: ParsedArguments,
        where isThere: (InputLocation) -> Bool
    ) throws(CommandFailure) -> Document? {
        let pairs = fields.filter { isThere($0.location) }.flatMap { field in
            (arguments.values[field.option.name] ?? []).map { (name: field.wireName, value: $0) }
        }
        guard !pairs.isEmpty else { return nil }
        do throws(CodingFailure) {
            return try Document(pairs: pairs)
        } catch {
            throw .usage("\(error)")
        }
    }

    private func content(
        _ arguments: ParsedArguments,
        _ body: [UInt8]?
    ) throws(CommandFailure) -> Document? {
        guard let input = plan.content else { return nil }
        let given = fields.filter { $0.location == .content && arguments.contains($0.option) }
        do throws(CodingFailure) {
            if let body, given.isEmpty { return try JSON().document(from: body) }
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
            object[field.wireName] = try OptionValue(field.option, field.schema, library).value(
                texts
            )
        }
        do throws(CodingFailure) {
            return try JSON().document(from: try JSON().encode(Value.object(object)))
        } catch {
            throw .usage("\(error)")
        }
    }

    /// The option that a refused input was given by.
    private func option(of error: InputError) -> String {
        let pointer = error.pointer.map { String($0.dropFirst()) }
        let field = fields.first { field in
            switch field.location {
            case .path, .query: field.wireName == error.parameter
            case .header(let name): error.header.map { FieldName($0) == name } ?? false
            case .content: field.wireName == pointer
            }
        }
        return field.map { "--\($0.option.name)" } ?? "--body \(error.pointer ?? "")"
    }
}
