// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Finds the records of an XML document: the elements within its root.
struct XMLImport: ImportScanner {
    private(set) var columns: ImportColumns
    private var scanner: XML.ElementScanner
    private let xml = XML()

    /// A coding key with any name.
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// The members of an element, with any names.
    private struct Members: Decodable {
        var texts: [(name: String, text: String?)] = []

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            for key in container.allKeys {
                let isNil = try container.decodeNil(forKey: key)
                let text = isNil ? nil : try container.decode(String.self, forKey: key)
                texts.append((key.stringValue, text))
            }
        }
    }

    init(_ columns: ImportColumns) {
        self.columns = columns
        var options = XML.StreamOptions()
        options.elementBytes = 1 << 20
        scanner = XML.ElementScanner(xml, named: nil, at: "", options: options)
    }

    mutating func feed(_ piece: [UInt8]) { scanner.feed(piece) }

    mutating func finish() { scanner.finish() }

    mutating func next() throws(CodingError) -> ImportEntry? {
        guard let element = try scanner.next() else { return nil }
        let (line, number) = (element.line, element.number)
        do throws(CodingError) {
            let members = try element.decode(Members.self, by: xml)
            return columns.entry(members.texts, line: line, place: number)
        } catch {
            return .refused(error, line: line, place: number)
        }
    }
}
