// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP

/// The conventions of OpenWeatherMap: the parameter `mode` names the format, and errors are JSON in
/// all of them.
struct OpenWeatherMapCompatibility: Service.Compatibility {
    /// The keys that are accepted; `nil` for any key that is not empty.
    let keys: Set<String>?

    static func isValid(_ key: String?, among keys: Set<String>?) -> Bool {
        guard let key, !key.isEmpty else { return false }
        return keys?.contains(key) ?? true
    }

    /// The format that `mode` names; JSON for any other value, regardless of the Accept field.
    func ending(for request: Request) -> String? {
        switch request.parameter("mode") {
        case "xml": "xml"
        case "html": "html"
        default: "json"
        }
    }

    func finish(_ response: inout Response, answering request: Request) {
        response.fields.removeAll(.vary)
        switch response.fields[.contentType] {
        case "application/json": response.fields[.contentType] = "application/json; charset=utf-8"
        case "application/xml": response.fields[.contentType] = "application/xml; charset=utf-8"
        default: break
        }
    }

    /// Errors as `{"cod":"404","message":"city not found"}`.
    func response(to problem: ProblemDetails, of request: Request) -> Response? {
        let failure = failure(behind: problem, of: request)
        let status = failure?.status ?? problem.status
        let message = failure?.title ?? problem.detail ?? problem.title
        let refusal = WeatherRefusal(status.code, message)
        guard let content = try? JSON().encode(refusal) else { return nil }
        return Response(
            status: status,
            fields: [
                .contentType: "application/json; charset=utf-8",
                .contentTypeOptions: "nosniff",
                .cacheControl: "no-store",
            ],
            content: Content(content)
        )
    }

    /// The declared failure for an invalid parameter; the key is checked first.
    private func failure(behind problem: ProblemDetails, of request: Request) -> WeatherFailure? {
        guard problem.status == .unprocessableContent else { return nil }
        guard Self.isValid(request.parameter("appid"), among: keys) else { return .invalidKey }
        let parameters = Set(problem.errors.compactMap(\.parameter))
        if parameters.contains("lat") { return .wrongLatitude }
        if parameters.contains("lon") { return .wrongLongitude }
        if parameters.contains("id") { return .invalidID }
        return .nothingToGeocode
    }
}

extension Request {
    /// The first value of a parameter of the query, unescaped; `nil` if there is none.
    func parameter(_ name: String) -> String? {
        for item in (query ?? "").split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let found = parts.first, PercentEncoding.decodeForm(found) == name else {
                continue
            }
            return parts.count > 1 ? PercentEncoding.decodeForm(parts[1]) : ""
        }
        return nil
    }
}
