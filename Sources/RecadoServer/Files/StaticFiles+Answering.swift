// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
import RecadoEndpoints
import RecadoHTTP

extension StaticFiles {
    /// Finds the file and decides which part of it is sent; blocks while reading the disk.
    func answer(_ request: Request, _ path: FilePath) throws(ProblemDetails) -> Response {
        guard let first = try open(path.names) else { throw .noSuchFile }
        guard first.state.isDirectory else {
            guard !path.isDirectory, let name = path.names.last else { throw .noSuchFile }
            return try answer(request, first, path.names, name)
        }
        guard let index else { throw .noSuchFile }
        let names = path.names + [index]
        guard let file = try open(names), file.state.isRegular else { throw .noSuchFile }
        // A directory's path without a slash at the end is redirected to the same path with the
        // slash, because relative links in the page would otherwise not start from the directory.
        guard path.isDirectory else { return redirect(request) }
        return try answer(request, file, names, index)
    }

    private func open(_ names: [String]) throws(ProblemDetails) -> OpenFile? {
        do throws(FileRequestError) {
            let file = try root.open(names)
            return file.state.isRegular || file.state.isDirectory ? file : nil
        } catch {
            switch error {
            case .absent: return nil
            case .scarcity:
                var problem = ProblemDetails(status: .serviceUnavailable)
                problem.retryAfter = .seconds(1)
                throw problem
            case .other: throw ProblemDetails(status: .internalServerError)
            }
        }
    }

    private func redirect(_ request: Request) -> Response {
        let query = request.query.map { "?\($0)" } ?? ""
        let fields: Fields = [.location: "\(request.path)/\(query)", .cacheControl: "no-cache"]
        return Response(status: .permanentRedirect, fields: fields)
    }

    // MARK: - Representation

    private func answer(
        _ request: Request,
        _ file: OpenFile,
        _ names: [String],
        _ name: String
    ) throws(ProblemDetails) -> Response {
        let type = FileTypes.type(of: name, or: mediaTypes)
        var fields = self.fields(of: name, type)
        var file = file
        if sendsCompressed, CodingChoice.isWorthwhile(type) {
            fields[.vary] = FieldName.acceptEncoding.description
            if let (sibling, coding) = try compressed(file, names, request) {
                file = sibling
                fields[.contentEncoding] = coding.rawValue
            }
        }
        let modified = file.state.modifiedDate
        fields[.lastModified] = modified.description
        fields[.eTag] = file.state.entityTag
        let response = Response(status: .ok, fields: fields)
        if let conditions = try Conditions(request.fields, isSafe: true) {
            switch conditions.verdict(on: response.validators, isSafe: true) {
            case .proceed: break
            case .notModified: return response.notModified
            case .failed: throw .preconditionFailed
            }
        }
        return try fill(response, from: file, request)
    }

    private func fields(of name: String, _ type: MediaType) -> Fields {
        var fields: Fields = [
            .contentType: type.description,
            .contentTypeOptions: "nosniff",
            .acceptRanges: ByteRanges.unit,
        ]
        let isLasting = recognizesHashes && FileTypes.holdsHash(name)
        fields[.cacheControl] = (isLasting ? Caching.immutable : caching).fieldValue
        if type.isActive, let contentSecurityPolicy {
            fields[.contentSecurityPolicy] = contentSecurityPolicy
            fields[.referrerPolicy] = "same-origin"
        }
        return fields
    }

    /// Returns the compressed copy of the file in a coding that the client accepts, if there is
    /// one.
    private func compressed(
        _ file: OpenFile,
        _ names: [String],
        _ request: Request
    ) throws(ProblemDetails) -> (OpenFile, ContentCoding)? {
        for coding in CodingChoice.liked(by: request) {
            guard let ending = coding.fileEnding, let name = names.last,
                let sibling = try open(names.dropLast() + ["\(name).\(ending)"]),
                sibling.state.isRegular, !sibling.state.isOlder(than: file.state)
            else { continue }
            return (sibling, coding)
        }
        return nil
    }

    // MARK: - Content

    /// The size up to which all content of an answer is read into memory before it is sent.
    private static let wholeBytes = 65_536

    private func fill(
        _ response: Response,
        from file: OpenFile,
        _ request: Request
    ) throws(ProblemDetails) -> Response {
        var response = response
        let size = file.state.size
        switch ranges(of: request, response, size) {
        case .whole:
            response.content = try content(of: file, 0..<size, request)
        case .unsatisfiable:
            var refusal = ProblemResponse(
                ProblemDetails(
                    status: .rangeNotSatisfiable,
                    detail: "The file has \(size) bytes."
                ),
                members: nil
            ).response(in: .json)
            refusal.fields[.contentRange] = "\(ByteRanges.unit) */\(size)"
            return refusal
        case .one(let range):
            response.status = .partialContent
            response.fields[.contentRange] = ByteRanges.fieldValue(of: range, in: size)
            response.content = try content(of: file, range, request)
        case .several(let ranges):
            response.status = .partialContent
            let parts = RangeParts(ranges, of: size, type: response.fields[.contentType] ?? "")
            response.fields[.contentType] = parts.mediaType
            response.content = Content(reading: FileSource(file, parts.parts))
        }
        return response
    }

    private func ranges(
        of request: Request,
        _ response: Response,
        _ size: Int
    ) -> ByteRanges.Choice {
        // RFC 9110 §14.2: ranges are for GET alone, and only if the part that the client already
        // has comes from the file's current version.
        guard request.method == .get, request.fields[values: .range].count == 1,
            let value = request.fields[.range]
        else { return .whole }
        if let text = request.fields[.ifRange], !holds(text, response.validators) {
            return .whole
        }
        return ByteRanges.choice(for: value, size: size)
    }

    /// Compares If-Range with the current version, by strong comparison (RFC 9110 §13.1.5).
    private func holds(_ text: String, _ current: Conditions.Validators) -> Bool {
        guard let tag = current.tags.first, !tag.isWeak else { return false }
        if let named = EntityTag(text) { return named.isStronglyEqual(to: tag) }
        return current.modified != nil && Conditions.date(text) == current.modified
    }

    private func content(
        of file: OpenFile,
        _ range: Range<Int>,
        _ request: Request
    ) throws(ProblemDetails) -> Content {
        guard request.method == .get, range.count <= Self.wholeBytes else {
            return Content(reading: FileSource(file, [.file(range)]))
        }
        guard let bytes = file.read(range) else {
            // Nothing has been sent yet, so the client can retry and get the new version.
            var problem = ProblemDetails(status: .serviceUnavailable)
            problem.retryAfter = .seconds(1)
            throw problem
        }
        return Content(bytes)
    }
}

extension FieldName {
    /// The units in which a client may ask for ranges (RFC 9110 §14.3).
    static let acceptRanges = FieldName(known: "Accept-Ranges")
    /// The range that is sent (RFC 9110 §14.4).
    static let contentRange = FieldName(known: "Content-Range")
    /// The version that the wanted range must belong to (RFC 9110 §13.1.5).
    static let ifRange = FieldName(known: "If-Range")
    /// The ranges that the client wants (RFC 9110 §14.2).
    static let range = FieldName(known: "Range")
}

extension ContentCoding {
    /// The file extension of copies that were compressed beforehand.
    fileprivate var fileEnding: String? {
        switch self {
        case .brotli: "br"
        case .gzip: "gz"
        default: nil
        }
    }
}

extension MediaType {
    /// True if a browser may run code in the content.
    fileprivate var isActive: Bool { subtype == "html" || isXML }
}
