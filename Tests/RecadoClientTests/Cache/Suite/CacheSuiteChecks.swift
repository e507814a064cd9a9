// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// The checks that a case of http-tests/cache-tests makes for one of its requests.
struct CacheSuiteChecks {
    private let step: Value
    private let number: Int

    init(_ step: Value, _ number: Int) {
        self.step = step
        self.number = number
    }

    /// Throws unless `holds` is true.
    ///
    /// The failure counts as a failed setup in three cases: the whole request is part of the setup,
    /// its `setup_tests` contain `member`, or `member` is `nil`.
    private func expect(_ member: String?, _ holds: Bool, _ words: String) throws {
        if holds { return }
        let setups = step["setup_tests"]?.arrayValue?.compactMap { $0.stringValue } ?? []
        let isSetup =
            member.map { setups.contains($0) } ?? true || step["setup"]?.boolValue == true
        throw CacheSuiteCase.Failure(description: "request \(number): \(words)", isSetup: isSetup)
    }

    // MARK: - The answer

    func check(_ response: Response, contentRead: Bool) throws {
        let count = response.fields["Server-Request-Count"].flatMap { Int($0) }
        switch step["expected_type"]?.stringValue {
        case "cached":
            let isUnmarked = response.status == .notModified && count == nil
            try expect("expected_type", isUnmarked || count ?? .max < number, "not from the cache")
        case "not_cached":
            try expect("expected_type", count == number, "from the cache")
        default: break
        }
        try checkStatus(response.status.code)
        try checkFields(response.fields)
        try checkContent(response, contentRead)
    }

    private func checkStatus(_ code: Int) throws {
        if let expected = step["expected_status"] {
            guard let status = expected.intValue else { return }
            try expect("expected_status", code == status, "status \(code), not \(status)")
        } else if let status = step["response_status"]?[0]?.intValue {
            try expect(nil, code == status, "status \(code), not \(status)")
        } else {
            try expect("expected_type", code != 999, "it should have been conditional")
            try expect(nil, code == 200, "status \(code), not 200")
        }
    }

    private func checkFields(_ fields: Fields) throws {
        func value(_ name: String) -> String? {
            guard let name = FieldName(name), fields.contains(name) else { return nil }
            return fields[values: name].joined(separator: ", ")
        }
        let present = "expected_response_headers"
        for expected in step[present]?.arrayValue ?? [] {
            let name = expected.stringValue ?? expected[0]?.stringValue ?? ""
            let found = value(name)
            try expect(present, found != nil || expected.arrayValue?.count == 2, "no \(name)")
            guard let parts = expected.arrayValue else { continue }
            let words = "\(name) is \(found ?? "nothing"), not \(parts)"
            if parts.count == 2 {
                let text = CacheSuiteServer.text(
                    parts[1],
                    FieldName(name) ?? .date,
                    step,
                    now: fields["Server-Now"]
                )
                try expect(present, found == text, words)
            } else if parts[1].stringValue == "=" {
                try expect(present, found == value(parts[2].stringValue ?? ""), words)
            } else {
                let number = found.flatMap { Int($0) } ?? .min
                try expect(present, number > parts[2].intValue ?? .max, words)
            }
        }
        let missing = "expected_response_headers_missing"
        for name in step[missing]?.arrayValue ?? [] {
            guard let name = name.stringValue else { continue }
            try expect(missing, value(name) == nil, "there is \(name)")
        }
    }

    private func checkContent(_ response: Response, _ isRead: Bool) throws {
        if step["check_body"]?.boolValue == false { return }
        try expect(nil, isRead, "the content did not come")
        let text = String(decoding: response.content.bytes ?? [], as: UTF8.self)
        if let expected = step["expected_response_text"] {
            guard let expected = expected.stringValue else { return }
            try expect("expected_response_text", text == expected, "“\(text)”, not “\(expected)”")
        } else if let expected = step["response_body"]?.stringValue {
            try expect(nil, text == expected, "“\(text)”, not “\(expected)”")
        } else if ![204, 304].contains(response.status.code),
            step["request_method"]?.stringValue != "HEAD"
        {
            try expect(nil, text == "body", "“\(text)”, not “body”")
        }
    }

    // MARK: - The request

    /// Checks what the server saw of the request.
    func check(_ seen: CacheSuiteCase.Seen?, _ expected: String?) throws {
        let names: [String?: FieldName] = [
            "etag_validated": .ifNoneMatch, "lm_validated": .ifModifiedSince,
        ]
        if expected == "not_cached" {
            try expect("expected_type", seen?.number == number, "from the cache")
        }
        if let name = names[expected] {
            try expect("expected_type", seen != nil, "not sent")
            try expect("expected_type", seen?.request.fields.contains(name) == true, "no \(name)")
        }
        for key in ["expected_request_headers", "expected_request_headers_missing"] {
            let isMissing = key.hasSuffix("missing")
            for member in step[key]?.arrayValue ?? [] {
                let text = member.stringValue ?? member[0]?.stringValue ?? ""
                guard let name = FieldName(text) else { continue }
                let found = seen?.request.fields[values: name].joined(separator: ", ")
                let holds =
                    if let wanted = member[1]?.stringValue {
                        found == wanted
                    } else {
                        seen?.request.fields.contains(name) == true
                    }
                try expect(key, holds != isMissing, "the server got \(name): \(found ?? "-")")
            }
        }
        if let method = step["expected_method"]?.stringValue {
            let words = "the server got \(seen?.request.method.name ?? "nothing")"
            try expect("expected_method", seen?.request.method.name == method, words)
        }
    }
}
