// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension MultipartForm {
    // MARK: - Reading a part

    /// Reads a model from a part of multipart content, such as the `data`
    /// that an answer wraps around it.
    ///
    /// ```swift
    /// let films = try MultipartForm().decode(Film.self, from: body, mediaType: type, at: "film")
    /// ```
    ///
    /// The whole document is checked all the same. `film[title]` is the path `film.title`.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - bytes: The content.
    ///   - mediaType: Its media type, with the boundary.
    ///   - path: The way to the part; with `*` in it, it leads to a list.
    /// - Returns: The model.
    /// - Throws: ``CodingError`` with the place of what is wrong; ``CodingError/Code/keyNotFound``
    ///   with the whole path if there is no such part.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: some Collection<UInt8>,
        mediaType: MediaType,
        at path: CodingPath
    ) throws(CodingError) -> T {
        try document(from: Array(bytes), boundary: Multipart.Boundary(of: mediaType)).decode(
            type,
            atPath: path,
            choices
        )
    }

    /// Reads a model from a part of multipart content, or returns `nil` where the part is
    /// missing or null at any level.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - bytes: The content.
    ///   - mediaType: Its media type, with the boundary.
    ///   - path: The way to the part; with `*` in it, it leads to a list.
    /// - Returns: The model, or `nil`.
    /// - Throws: ``CodingError`` with the place of what is wrong; a part that is
    ///   there and is wrong is no `nil`.
    public func decodeIfPresent<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: some Collection<UInt8>,
        mediaType: MediaType,
        at path: CodingPath
    ) throws(CodingError) -> T? {
        try document(from: Array(bytes), boundary: Multipart.Boundary(of: mediaType))
            .decodeIfPresent(
                type,
                atPath: path,
                choices
            )
    }
}
