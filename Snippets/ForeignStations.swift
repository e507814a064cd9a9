// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Written by recado describe swift --wsdl.
// Mind: Report may hold elements or attributes of any name, which are overlooked.
// Mind: OldFind is left out: its style is rpc, not document.

import Foundation
import Recado

/// The SOAP service Stations, in SOAP 1.1.
///
/// It answers at https://example.org/stations.
enum Stations {
    /// The namespace of the operations.
    static let namespace = "urn:example:stations"

    /// Finds a station by its number.
    ///
    /// It takes the header block {urn:example:stations}Session, a SessionType.
    struct FindStation: SOAP.Operation {
        static let namespace = Stations.namespace
        static let action = "urn:find"
        static let isQualified = false
        static let prefixes = ["n1": "urn:example:stations", "n2": "urn:example:weather"]
        static let result: String? = "FindStationResult"
        typealias Output = Station?

        enum Failure: SOAP.Failure {
            case noSuchStation(NoSuchStation)
            case closed(String)

            init?(_ fault: SOAP.Fault) {
                if let detail = try? fault.detail(NoSuchStation.self, named: "NoSuchStation") {
                    self = .noSuchStation(detail)
                } else if let detail = try? fault.detail(String.self, named: "closed") {
                    self = .closed(detail)
                } else {
                    return nil
                }
            }
        }

        var stationID: Int
        var `in`: String?

        enum CodingKeys: String, CodingKey {
            case stationID = "n1:StationID"
            case `in` = "n1:in"
        }
    }

    struct Report: SOAP.Operation {
        static let namespace = Stations.namespace
        static let action = ""
        static let isQualified = false
        static let prefixes = ["n1": "urn:example:stations", "n2": "urn:example:weather"]
        typealias Output = NoContent

        var reading: [Reading] = []
        var note: String?
        var picture: Data?

        enum CodingKeys: String, CodingKey {
            case reading = "n2:reading"
            case note = "n1:note"
            case picture = "n1:picture"
        }
    }

    final class Station: Codable, Sendable {
        let name: String
        let region: String?
        let opened: Date?
        let `default`: Bool
        let nearest: Station?
        let neighbours: [Station]
        let price: Amount
        let code: String
        let version: Int?

        init(
            name: String,
            region: String? = nil,
            opened: Date? = nil,
            `default`: Bool,
            nearest: Station? = nil,
            neighbours: [Station] = [],
            price: Amount,
            code: String,
            version: Int? = nil
        ) {
            self.name = name
            self.region = region
            self.opened = opened
            self.`default` = `default`
            self.nearest = nearest
            self.neighbours = neighbours
            self.price = price
            self.code = code
            self.version = version
        }

        enum CodingKeys: String, CodingKey {
            case name = "n2:name"
            case region = "n2:region"
            case opened
            case `default` = "default"
            case nearest
            case neighbours
            case price
            case code = "@code"
            case version = "@version"
        }
    }

    struct Amount: Codable, Sendable {
        var value: Decimal
        var currency: Currency?

        enum CodingKeys: String, CodingKey {
            case value = "#text"
            case currency = "@currency"
        }
    }

    enum Currency: String, Codable, CaseIterable, Sendable {
        case eur = "EUR"
        case usDollar = "US dollar"
        case value1stSpecial = "1st \"special\""
    }

    struct NoSuchStation: Codable, Sendable {
        var id: Int

        enum CodingKeys: String, CodingKey {
            case id = "n1:id"
        }
    }

    struct SessionType: Codable, Sendable {
        var key: String

        enum CodingKeys: String, CodingKey {
            case key = "n1:key"
        }
    }

    struct Reading: Codable, Sendable {
        var degrees: Double
        var day: String
        var raw: Value?
    }
}
