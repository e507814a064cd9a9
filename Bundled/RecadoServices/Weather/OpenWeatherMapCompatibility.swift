// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP

/// The conventions of OpenWeatherMap: the parameter `mode` names the format, but errors are always
/// JSON.
struct OpenWeatherMapCompatibility: Service.Compatibility {
    /// The accepted API keys; `nil` to accept any key that is not empty.
    let keys: Set<String>?

    static func isValid(_ key: String?, among keys: Set<String>?) -> Bool {
        guard let key, !key.isEmpty else { return false }
        return keys?.contains(key) ?? true
    }

    /// Returns the format for the parameter `mode`: XML for `xml`, HTML for `html`, and JSON for
    /// any other value.
    ///
    /// The Accept field is ignored.
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

    /// Returns an error in the form `{"cod":"404","message":"city not found"}`.
    func response(to problem: ProblemDetails, of request: Request) -> Response? {
        let failure = failure(behind: problem, of: request)
        let status = failure?.status ?? problem.status
        let message = failure?.title ?? problem.detail ?? problem.title
        let refusal = WeatherError(status.code, message)
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

    /// Returns the declared failure for an invalid parameter; the API key is checked first.
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
    /// Returns the first value of a query parameter, decoded; `nil` if the parameter is missing.
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
