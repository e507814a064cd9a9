// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoHTTP

extension QueryItems {
    /// Creates a query in which each member of a value has its own name, in the order of the
    /// members.
    ///
    /// ```swift
    /// let films = try await client.get("films", query: QueryItems(encoding: filter))
    /// ```
    ///
    /// A member that is `nil` is left out.
    ///
    /// - Parameters:
    ///   - value: The value to encode; it must have named members.
    ///   - form: The options for writing arrays, dates, Booleans and names.
    /// - Throws: `CodingError` for a value that a query cannot express.
    public init(
        encoding value: some Encodable,
        _ form: URLEncodedForm = URLEncodedForm()
    ) throws(CodingError) {
        self.init()
        let text = String(decoding: try form.encode(value), as: UTF8.self)
        // Parsing cannot fail: the text was just encoded, and the number of items is not limited.
        if let items = try? QueryItems(parsing: text, limit: .max) { append(contentsOf: items) }
    }
}
