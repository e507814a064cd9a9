// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Finds the records of an XML document: the elements within its root.
struct XMLImport: ImportScanner {
    private(set) var columns: ImportColumns
    private var scanner: XMLElementScanner
    private let xml = XML()

    /// The members of an element, whatever their names.
    private struct Members: Decodable {
        var texts: [(name: String, text: String?)] = []

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyCodingKey.self)
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
        scanner = XMLElementScanner(xml, named: nil, at: "", options: options)
    }

    mutating func feed(_ piece: [UInt8]) { scanner.feed(piece) }

    mutating func finish() { scanner.finish() }

    mutating func next() throws(CodingFailure) -> ImportEntry? {
        guard let (model, number, line) = try scanner.next(Members.self, xml) else { return nil }
        switch model {
        case .success(let members):
            return columns.entry(members.texts, line: line, place: number)
        case .failure(let failure):
            return .refused(failure, line: line, place: number)
        }
    }
}
