// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP

/// The options of a call, derived from an endpoint's declaration.
struct EndpointOptions<E: Endpoint>: Sendable {
    /// An option, and the position of its value in the request.
    struct Field: Sendable {
        let option: CommandOption
        /// The location of the value in the request; ``InputLocation/content`` means a property of
        /// the content.
        let location: InputLocation
        /// The input; `nil` for a property of the content.
        let input: EndpointInputs<E>.Input?
        /// The name of the input in the request; empty for a property of the content.
        let name: String
        /// The member names that lead to a property of the content; empty for an input.
        let path: [String]
        let schema: Schema
        /// True if a value is required.
        let isRequired: Bool
    }

    /// One option for each input and each property of the content, and ``data``.
    let options: [CommandOption]
    /// The option for the complete content.
    let data: CommandOption

    let inputs: EndpointInputs<E>
    let fields: [Field]

    /// Derives the options.
    ///
    /// - Parameter reserved: Names that other options have. An input with such a name gets the
    ///   option `--input-name`, as does a property of the content with the same name as an input.
    /// - Throws: An error of this program, if the endpoint cannot be described.
    init(reserved: [String]) throws(CommandError) {
        do throws(UndescribedType) {
            inputs = try EndpointInputs<E>()
        } catch {
            throw .failed("\(E.name): \(error)")
        }
        let library = inputs.library
        var taken = Set(reserved)
        fields = Self.members(of: inputs).map { member in
            var name = Self.name(from: member.name)
            while !taken.insert(name).inserted { name = "input-" + name }
            // Required properties can also come from --data, so the option itself is not required.
            let isNeeded = member.isRequired && member.input != nil
            return Field(
                option: Self.option(name, member, isNeeded, library),
                location: member.input?.location ?? .content,
                input: member.input,
                name: member.input?.name ?? "",
                path: member.path,
                schema: library.resolve(member.schema),
                isRequired: member.isRequired
            )
        }
        data = CommandOption(
            // If an input or a property is called `data`, this option is called `whole-data`
            // instead.
            taken.contains("data") ? "whole-data" : "data",
            "json|@file|-",
            about: """
                The content as JSON, instead of its options: the text, @ and the name of a file that holds it, or \
                - for standard input.
                """
        )
        options = fields.map(\.option) + (inputs.content == nil ? [] : [data])
    }

    /// Returns the name of the option for an input, with hyphens between words: `page-offset` for
    /// `page[offset]`.
    private static func name(from input: String) -> String {
        // A capital begins a word if the character before it is not a capital, or if a lowercase
        // letter follows it.
        let parts = input.replacing(/\P{Lu}(?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})/) { $0.output + "-" }
        let words = parts.lowercased().split { !$0.isLetter && !$0.isNumber }
        return words.isEmpty ? "input" : words.joined(separator: "-")
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

    /// Returns the properties of content that become options; an object with declared properties is
    /// replaced by its properties, as in `--address-city`.
    private static func members(
        of properties: [Schema.Property],
        below path: [String],
        areRequired: Bool = true
    ) -> [Member] {
        properties.flatMap { property -> [Member] in
            let path = path + [property.name]
            let isRequired = areRequired && property.isRequired
            if case .object(let inner) = property.schema.kind, !inner.isEmpty {
                return members(of: inner, below: path, areRequired: isRequired)
            }
            return [(path.joined(separator: "-"), nil, path, property.schema, isRequired)]
        }
    }

    private static func option(
        _ name: String,
        _ member: Member,
        _ isRequired: Bool,
        _ library: SchemaLibrary
    ) -> CommandOption {
        let schema = library.resolve(member.schema)
        let placeholder =
            switch schema.kind {
            case .integer: "integer"
            case .number: "number"
            case .boolean: "true|false"
            case .array, .map, .object: "json"
            case .any, .oneOf, .reference, .string: schema.format ?? "text"
            }
        let about = [schema.about ?? place(of: member), schema.bounds]
        let isTruth = if case .boolean = schema.kind { true } else { false }
        return CommandOption(
            name,
            placeholder,
            about: LocalizedText(about.filter { !$0.isEmpty }.joined(separator: " ")),
            values: schema.values.compactMap { $0.stringValue ?? $0.intValue.map(String.init) },
            examples: isTruth ? ["true", "false"] : [],
            isRequired: isRequired
        )
    }

    /// Returns a description for an input that has none: its location in the request.
    private static func place(of member: Member) -> String {
        switch member.input?.location {
        case .path: "\(member.name) in the path."
        case .query: "\(member.input?.name ?? member.name) in the query."
        case .header(let name): "The field \(name)."
        case .content, nil: "\(member.path.joined(separator: ".")) in the content."
        }
    }

    // MARK: - Operands

    /// The options of the inputs in the path, in the order of the path.
    var pathOptions: [CommandOption] {
        E.route.parameters.compactMap { name in
            fields.first { $0.location == .path && $0.name == name }?.option
        }
    }

    /// The options that can be given as operands: the inputs in the path or, if there are none, the
    /// first query item, which is used most often.
    var operandOptions: [CommandOption] {
        let path = pathOptions
        guard path.isEmpty else { return path }
        return fields.first { $0.location == .query }.map { [$0.option] } ?? []
    }

    /// The operands for ``operandOptions``.
    var operands: [Operand] {
        operandOptions.map { Operand($0.name, $0.isRequired ? .oneOrOption : .optional) }
    }

    /// All options; options that can be given as operands are not required.
    var withoutRequiredOperands: [CommandOption] {
        let names = operandOptions.map(\.name)
        return options.map { names.contains($0.name) ? $0.optional : $0 }
    }

    /// Returns the arguments, with each operand as the value of the option that it stands for.
    ///
    /// - Throws: A usage error for too many operands.
    func naming(_ arguments: ParsedArguments) throws(CommandError) -> ParsedArguments {
        var named = arguments
        let missing = operandOptions.filter { !arguments.contains($0) }
        guard arguments.operands.count <= missing.count else {
            let word = DisplayText.clean(arguments.operands[missing.count])
            throw .usage("unexpected argument “\(word)”: its option was given, too")
        }
        for (option, operand) in zip(missing, arguments.operands) { named.add(operand, to: option) }
        return named
    }
}
