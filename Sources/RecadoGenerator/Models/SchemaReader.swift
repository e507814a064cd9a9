// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// Finds a Swift type for each schema, and declares the types that are needed.
struct SchemaReader {
    /// The maximum nesting depth of unnamed schemas.
    private static let depthLimit = 32
    /// The maximum nesting depth of lists, maps and references without a named type.
    private static let levelLimit = 64

    let documents: CountedDocuments
    var names = TypeNames()
    /// The types in the order in which they were found.
    var declarations: [ModelDeclaration] = []
    /// The types that already have a name, but whose members have not been read.
    private var pending: [PendingDeclaration] = []
    /// The number of lists, maps and references around the schema that is being read.
    private var level = 0
    private(set) var remarks: [String] = []
    /// The reserved Swift names of named schemas, keyed by location.
    private var reserved: [DocumentPlace.Key: String] = [:]
    /// The types and notes of the named schemas that have been read, keyed by location.
    private var known: [DocumentPlace.Key: SchemaUse] = [:]
    private var inProgress: Set<DocumentPlace.Key> = []
    /// The schemas in which binary members are files of a multipart form.
    var formSchemas: Set<DocumentPlace.Key> = []

    init(_ documents: CountedDocuments) {
        self.documents = documents
    }

    /// The context of a schema, for names and limits.
    struct Context {
        /// The name of the type, if the schema needs a declaration.
        var name: String
        /// The names of the enclosing types, outermost first.
        var scope: [String] = []
        var depth = 0
        /// True if binary strings are files of a multipart form.
        var isForm = false

        /// Returns the context for a schema within the schema of this context.
        func part(_ name: String, in parent: String? = nil) -> Context {
            var context = self
            context.name = name
            if let parent { context.scope.append(parent) }
            context.depth += 1
            return context
        }
    }

    mutating func note(_ words: String, at place: DocumentPlace) {
        guard remarks.count < 10_000 else { return }
        remarks.append(
            "\(place.document == documents.root ? "" : place.document)#\(place.pointer): \(words)"
        )
    }

    // MARK: - Names

    /// Reserves the names of all named schemas, so that no other type gets these names.
    mutating func reserveNames() {
        let schemas = documents.start["components"]?["schemas"]?.members ?? []
        let short = Dictionary(grouping: schemas.map(\.name)) { ExactText(Self.lastWord(of: $0)) }
        for (name, place) in schemas {
            let last = Self.lastWord(of: name)
            let isUnique = short[ExactText(last)]?.count == 1
            reserved[place.key] = names.typeName(isUnique ? last : name)
        }
    }

    /// Returns the last word of a dotted name such as `io.k8s.api.core.v1.Pod`; other names are
    /// unchanged.
    private static func lastWord(of name: String) -> String {
        let parts = name.split(atByte: ".")
        guard parts.count > 2, let last = parts.last, last.count > 1 else { return name }
        return String(last)
    }

    // MARK: - Uses

    /// Returns the type of a schema, and declares all types that it needs.
    mutating func use(
        of place: DocumentPlace,
        _ context: Context
    ) throws(OpenAPIError) -> SchemaUse {
        let use = try pendingUse(of: place, context)
        try declarePending()
        return use
    }

    /// Returns the type of a schema, without reading the members of the types that the schema
    /// needs.
    ///
    /// These types get their names and are queued, because recursion could not follow the long
    /// chains of references that schemas can form.
    mutating func pendingUse(
        of place: DocumentPlace,
        _ context: Context
    ) throws(OpenAPIError) -> SchemaUse {
        guard level < Self.levelLimit else {
            let words = "the schema leads through more than \(Self.levelLimit) others"
            throw OpenAPIError(words, at: place)
        }
        level += 1
        defer { level -= 1 }
        if let reference = place.text("$ref") {
            let target = try documents.target(of: reference, at: place)
            var use = try named(target)
            if place.isTrue("nullable") { use.isNullable = true }
            return use
        }
        if place.value.objectValue == nil { return SchemaUse(type: .any) }
        guard context.depth < Self.depthLimit else {
            note("what is more than \(Self.depthLimit) schemas deep is any value", at: place)
            return SchemaUse(type: .any)
        }
        let shape = try SchemaShape(place, documents)
        return try use(of: shape, context)
    }

    /// Returns the type of a schema that is the target of a reference.
    private mutating func named(_ place: DocumentPlace) throws(OpenAPIError) -> SchemaUse {
        if let use = known[place.key] { return use }
        if place.text("$ref") != nil {
            guard inProgress.insert(place.key).inserted else {
                throw OpenAPIError("the reference leads back to itself", at: place)
            }
            defer { inProgress.remove(place.key) }
            let use = try pendingUse(of: place, Context(name: ""))
            known[place.key] = use
            return use
        }
        guard inProgress.insert(place.key).inserted else {
            note("a list or map of itself holds any values", at: place)
            return SchemaUse(type: .any)
        }
        defer { inProgress.remove(place.key) }
        let name = Self.name(of: place)
        var context = Context(name: name)
        context.isForm = formSchemas.contains(place.key)
        let shape = try SchemaShape(place, documents)
        if !shape.isDeclared {
            let use = try use(of: shape, context)
            known[place.key] = use
            return use
        }
        let swiftName = reserved[place.key] ?? names.typeName(name)
        let number = try reserve(
            ModelDeclaration(name: swiftName, schemaName: name, scope: [], place: place)
        )
        let use = SchemaUse(type: .model(number), isNullable: shape.isNullable)
        known[place.key] = use
        wait(PendingDeclaration(number: number, source: .shape(shape), context: context))
        return use
    }

    /// Queues a type to be declared later.
    mutating func wait(_ declaration: PendingDeclaration) { pending.append(declaration) }

    /// Declares the queued types, and the types that they need.
    private mutating func declarePending() throws(OpenAPIError) {
        while !pending.isEmpty {
            let found = pending
            pending = []
            for declaration in found { try declare(declaration) }
        }
    }

    /// Returns the name of a schema that is the target of a reference.
    private static func name(of place: DocumentPlace) -> String {
        let ignored = Set(
            ["schema", "items", "properties", "content", "allOf", "anyOf"].map { ExactText($0) }
        )
        let tokens = place.reversedTokens
        if let last = tokens.first(where: { !ignored.contains(ExactText($0)) && Int($0) == nil }) {
            return last
        }
        let file = place.document.split(atByte: "/").last ?? "Schema"
        return String(file.prefix { $0 != "." })
    }

    /// Adds a declaration without its members, and returns its index.
    mutating func reserve(_ declaration: ModelDeclaration) throws(OpenAPIError) -> Int {
        guard declarations.count < documents.limits.types else {
            throw OpenAPIError(
                "the description needs more than \(documents.limits.types) types",
                at: declaration.place
            )
        }
        declarations.append(declaration)
        return declarations.count - 1
    }

    /// Returns the type of a shape, and declares the type in the given context if necessary.
    private mutating func use(
        of shape: SchemaShape,
        _ context: Context
    ) throws(OpenAPIError) -> SchemaUse {
        var use = try plainUse(of: shape, context)
        use.isNullable = use.isNullable || shape.isNullable
        use.notes += shape.notes
        return use
    }

    private mutating func plainUse(
        of shape: SchemaShape,
        _ context: Context
    ) throws(OpenAPIError) -> SchemaUse {
        switch shape.kind {
        case .any: return SchemaUse(type: .any)
        case .same(let place): return try pendingUse(of: place, context)
        case .boolean: return SchemaUse(type: .plain("Bool"))
        case .integer: return SchemaUse(type: .plain("Int"))
        case .number: return SchemaUse(type: .plain("Double"))
        case .string(let format): return SchemaUse(type: Self.text(format, context.isForm))
        case .array(let items):
            guard let items else { return SchemaUse(type: .array(.any)) }
            let element = try pendingUse(of: items, context.part(Self.singular(context.name)))
            return SchemaUse(type: .array(element.required))
        case .map(let values):
            guard let values else { return SchemaUse(type: .map(.any)) }
            let element = try pendingUse(of: values, context.part(Self.singular(context.name)))
            return SchemaUse(type: .map(element.required))
        case .object, .choices, .union:
            let name =
                context.scope.isEmpty
                ? names.typeName(context.name) : names.nestedName(context.name, in: context.scope)
            let number = try reserve(
                ModelDeclaration(
                    name: name,
                    schemaName: nil,
                    scope: context.scope,
                    place: shape.place
                )
            )
            wait(PendingDeclaration(number: number, source: .shape(shape), context: context))
            return SchemaUse(type: .model(number))
        }
    }

    /// Returns the type of a string with a format.
    private static func text(_ format: String?, _ isForm: Bool) -> SwiftType {
        switch format {
        case "date-time": .plain("Date")
        case "uuid": .plain("UUID")
        case "byte": .plain("Data")
        case "binary": isForm ? .plain("FormFile") : .string
        default: .string
        }
    }

    /// Returns the name for an element of a list: `photo` for a list called `photos`.
    private static func singular(_ name: String) -> String {
        if name.hasSuffix("ies"), name.count > 4 { return name.dropLast(3) + "y" }
        let isPlural = name.hasSuffix("s") && !name.hasSuffix("ss") && !name.hasSuffix("us")
        if isPlural, name.count > 3 { return String(name.dropLast()) }
        return name + " item"
    }
}
