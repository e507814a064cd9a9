// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoHTTP

/// The format of forms with files, `multipart/form-data` (RFC 7578), read into and written from
/// models.
///
/// Names in brackets nest, as in `URLEncodedForm`. A ``FormFile`` is a part of its own; scalars
/// are text, and the model decides their type.
///
/// The whole content is held in memory, except for large files that a server receives.
/// ``Multipart/parts(of:mediaType:limits:)-(Content,_,_)`` reads larger content.
public struct MultipartForm: CodingFormat {
    /// The sizes beyond which a form is refused.
    public var limits = Multipart.Limits()

    /// The style in which the names of arrays are written; a repeated `a[]` by default.
    ///
    /// All styles are accepted on reading.
    public var arrays: URLEncodedForm.ArrayStyle = .brackets

    /// True if parts are written in the order of their keys; `false` by default.
    public var sortsKeys = false

    /// The strategies for writing and reading values where forms leave a choice; booleans are
    /// `BooleanStrategy.lenient` by default.
    public var strategies = URLEncodedForm().strategies

    /// The size in bytes beyond which a server stores a file of a form on the disk; 256 KiB by
    /// default, and less when the form has many files.
    public var fileThreshold = 1 << 18

    /// The directory for files on the disk, in which they have no name; `/tmp` by default.
    public var fileDirectory = "/tmp"

    /// The values that a model finds in the `userInfo` of its decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates a format with the default options.
    public init() {}

    // MARK: - Reading

    /// Reads a model from multipart content.
    ///
    /// A file is read as ``FormFile``, `Data` or `[UInt8]`, never as a string. A file input that
    /// was left empty counts as absent. All other text is read as `URLEncodedForm.decode(_:from:)`
    /// does.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred if the result's type is known.
    ///   - bytes: The content.
    ///   - mediaType: The media type of the content, with the boundary.
    /// - Returns: The model.
    /// - Throws: `CodingError` with the position or the field that is wrong;
    ///   `CodingError.Code.unsupported` for text in a character set other than UTF-8.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: some Collection<UInt8>,
        mediaType: MediaType
    ) throws(CodingError) -> T {
        try decode(type, from: bytes, boundary: Multipart.Boundary(of: mediaType))
    }

    /// Reads a model from multipart content.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred if the result's type is known.
    ///   - bytes: The content.
    ///   - boundary: The text between the parts.
    /// - Returns: The model.
    /// - Throws: `CodingError` with the position or the field that is wrong.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: some Collection<UInt8>,
        boundary: Multipart.Boundary
    ) throws(CodingError) -> T {
        try document(from: Array(bytes), boundary: boundary).decode(type, choices)
    }

    /// The options for reading values.
    package var choices: DecodingChoices {
        DecodingChoices(strategies: strategies, userInfo: userInfo)
    }

    // MARK: - Writing

    /// Encodes a value.
    ///
    /// Nested members have names in brackets, and arrays are written in the style of ``arrays``.
    /// Null and empty containers are left out, because forms cannot express them. `Data` is written
    /// as text in Base64; use ``FormFile`` for a file.
    ///
    /// - Parameter value: A value with named members.
    /// - Returns: The content, and its media type with the boundary.
    /// - Throws: `CodingError` if the value is a scalar or an array by itself, and the errors of
    ///   `JSON.encode(_:)`.
    public func encode(
        _ value: some Encodable
    ) throws(CodingError) -> (bytes: [UInt8], mediaType: MediaType) {
        let (content, mediaType) = try writer(for: value).content(isJoined: true)
        return (content.bytes ?? [], mediaType)
    }

    /// Encodes a value as parts; further parts may be added, such as files that are streamed.
    ///
    /// - Parameter value: A value with named members.
    /// - Returns: The parts.
    /// - Throws: `CodingError`, as ``encode(_:)`` does.
    public func writer(for value: some Encodable) throws(CodingError) -> Multipart.Writer {
        let registry = FormFileRegistry()
        var form = URLEncodedForm()
        form.arrays = arrays
        form.sortsKeys = sortsKeys
        form.strategies = strategies
        form.limits.depth = limits.depth
        form.userInfo = userInfo
        if let key = FormFileRegistry.key { form.userInfo[key] = registry }
        var writer = Multipart.Writer()
        for (name, text) in try form.pairs(of: value) {
            if let file = registry.file(for: text) {
                writer.append(file, named: name)
            } else {
                writer.append(text, named: name)
            }
        }
        return writer
    }
}
