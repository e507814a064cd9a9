// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoHTTP

extension MultipartForm {
    // MARK: - Reading a part

    /// Reads a model from one member of multipart content, such as `film` with its fields
    /// `film[title]` and `film[year]`.
    ///
    /// ```swift
    /// let films = try MultipartForm().decode(Film.self, from: body, mediaType: type, at: "film")
    /// ```
    ///
    /// The whole document is checked, not only the member. `film[title]` has the path `film.title`.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred if the result's type is known.
    ///   - bytes: The content.
    ///   - mediaType: The media type of the content, with the boundary.
    ///   - path: The path to the part; a path with `*` leads to a list.
    /// - Returns: The model.
    /// - Throws: `CodingError` with the position of the error; `CodingError.Code.keyNotFound`
    ///   with the whole path if there is no such part.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: some Collection<UInt8>,
        mediaType: MediaType,
        at path: CodingPath
    ) throws(CodingError) -> T {
        let document = try document(from: Array(bytes), boundary: Multipart.Boundary(of: mediaType))
        return try document.decode(type, atPath: path, choices)
    }

    /// Reads a model from a part of multipart content, or returns `nil` if the part is missing or
    /// null at any level.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred if the result's type is known.
    ///   - bytes: The content.
    ///   - mediaType: The media type of the content, with the boundary.
    ///   - path: The path to the part; a path with `*` leads to a list.
    /// - Returns: The model, or `nil`.
    /// - Throws: `CodingError` with the position of the error, also for a part that is present but
    ///   invalid.
    public func decodeIfPresent<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: some Collection<UInt8>,
        mediaType: MediaType,
        at path: CodingPath
    ) throws(CodingError) -> T? {
        let document = try document(from: Array(bytes), boundary: Multipart.Boundary(of: mediaType))
        return try document.decodeIfPresent(type, atPath: path, choices)
    }
}
