// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

extension SwiftDeclarations {
    /// Writes models for the values in samples of JSON.
    ///
    /// A member is optional if some sample lacks it or has null. A number is an integer if all
    /// samples have whole numbers, and a string is a date or a UUID if it has that form in all
    /// samples. In a list of objects, each object is a sample.
    ///
    /// - Parameters:
    ///   - samples: The samples, all of the same shape.
    ///   - name: The name of the object in a sample, such as `film`.
    ///   - limits: The limits on the models.
    /// - Throws: ``OpenAPIError`` when the models exceed a limit.
    public init(
        samples: [Value],
        named name: String,
        limits: Limits = Limits()
    ) throws(OpenAPIError) {
        let schema = SampleSchema.schema(of: samples)
        let document: Value = [
            "openapi": "3.1.0",
            "components": ["schemas": .object([name: Self.element(of: schema)])],
        ]
        var documents = OpenAPIDocuments()
        _ = try documents.add(document, at: name)
        var reader = SchemaReader(CountedDocuments(documents, limits))
        reader.reserveNames()
        let place = DocumentPlace(
            document: name,
            value: ["$ref": .string("#/components/schemas/\(PointerToken.escaped(name))")]
        )
        let use = try reader.use(of: place, SchemaReader.Context(name: name))
        RecursionMarks.mark(&reader.declarations)
        let models = ModelWriter(reader.declarations)
        var source = SourceText(limit: limits.bytes)
        APIWriter.head("--json", reader.remarks, to: &source)
        models.write(typesIn: [], to: &source)
        let types = TypeText(reader.declarations)
        if reader.declarations.isEmpty {
            source.comment("A sample of JSON.")
            source.add("typealias \(TypeNames.capitalized(name)) = \(types.text(of: use.required))")
        }
        try source.checkSize()
        self.init(text: source.text, remarks: reader.remarks)
    }

    /// Returns the schema of a list's elements, or the schema itself if it is not a list.
    private static func element(of schema: Value) -> Value {
        guard schema["type"]?.stringValue == "array", let items = schema["items"],
            items["type"]?.stringValue == "object"
        else { return schema }
        return items
    }
}
