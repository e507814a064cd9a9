// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import RecadoClient
import RecadoHTTP

extension EasyHandle {
    /// The certificates that the host has presented, from its own to the last authority.
    ///
    /// libcurl has them for a new connection alone, and if they were asked for before.
    var presentedCertificates: [ServerCertificate] {
        presentedTexts.map { texts in
            ServerCertificate(
                subject: texts["Subject"] ?? "",
                issuer: texts["Issuer"] ?? "",
                validFrom: texts["Start date"].flatMap { HTTPDate(certificateDate: $0) },
                validUntil: texts["Expire date"].flatMap { HTTPDate(certificateDate: $0) },
                pin: texts["Cert"].flatMap { PublicKeyPin(certificate: $0)?.description }
            )
        }
    }

    /// The pins of the certificates that the host has presented.
    var presentedPins: [PublicKeyPin] {
        presentedTexts.compactMap { $0["Cert"].flatMap { PublicKeyPin(certificate: $0) } }
    }

    /// What libcurl says of each certificate: texts with a name before a colon.
    private var presentedTexts: [[String: String]] {
        guard let chain = unsafe recado_curl_get_certificates(pointer) else { return [] }
        return unsafe (0..<Int(chain.pointee.num_of_certs)).map { index in
            var texts: [String: String] = [:]
            var item = unsafe chain.pointee.certinfo?[index]
            while let current = unsafe item {
                let text = unsafe String(cString: current.pointee.data)
                if let mark = text.firstIndex(of: ":") {
                    texts[String(text[..<mark])] = String(text[mark...].dropFirst())
                }
                unsafe item = current.pointee.next
            }
            return texts
        }
    }
}

extension HTTPDate {
    /// Reads a date as OpenSSL writes it: `Nov  6 08:49:37 2026 GMT`.
    init?(certificateDate text: String) {
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let words = text.split(separator: " ")
        guard words.count == 5, words[4] == "GMT",
            let month = months.firstIndex(of: String(words[0])),
            let day = Int(words[1]), (1...31).contains(day),
            let year = Int(words[3]), (1...9999).contains(year)
        else { return nil }
        let time = words[2].split(separator: ":").map { Int($0) ?? -1 }
        guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]),
            (0...60).contains(time[2])
        else { return nil }
        let days = CivilDate(year: year, month: month + 1, day: day).daysSince1970
        let seconds = time[0] * 3600 + time[1] * 60 + time[2]
        self.init(secondsSince1970: Int64(days) * 86_400 + Int64(seconds))
    }
}
