// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoHTTP

extension QueryItems {
    /// Creates a query from the members of a value, in their order.
    ///
    /// ```swift
    /// let films = try await client.get("films", query: QueryItems(encoding: filter))
    /// ```
    ///
    /// A member that is `nil` is left out.
    ///
    /// - Parameters:
    ///   - value: The value, an object.
    ///   - form: The form in which arrays, dates, booleans and names are written.
    /// - Throws: `CodingError` for a value that a query cannot express.
    public init(
        encoding value: some Encodable,
        _ form: URLEncodedForm = URLEncodedForm()
    ) throws(CodingError) {
        self.init()
        let text = String(decoding: try form.encode(value), as: UTF8.self)
        // The text was just written as UTF-8, and a model may have any number of pairs.
        if let items = try? QueryItems(parsing: text, limit: .max) { append(contentsOf: items) }
    }
}
