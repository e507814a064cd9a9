// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A decoder of header sections (RFC 7541) with just the features that a server's responses need.
struct HPACKDecoder {
    struct Failure: Error {}

    struct Field: Equatable {
        var name: String
        var value: String
        /// True if the field must never be indexed (RFC 7541 §7.1.3).
        var isSecret = false
    }

    private var table: [Field] = []

    mutating func decode(_ block: [UInt8]) throws -> [Field] {
        var fields: [Field] = []
        var bytes = block[...]
        while let first = bytes.first {
            if first & 0x80 != 0 {
                fields.append(try field(try Self.integer(&bytes, bits: 7)))
            } else if first & 0xE0 == 0x20 {
                let size = try Self.integer(&bytes, bits: 5)
                if size == 0 { table = [] }
            } else {
                let isKept = first & 0x40 != 0
                let index = try Self.integer(&bytes, bits: isKept ? 6 : 4)
                let name = index == 0 ? try Self.string(&bytes) : try field(index).name
                let value = try Self.string(&bytes)
                fields.append(Field(name: name, value: value, isSecret: first & 0xF0 == 0x10))
                if isKept { table.insert(Field(name: name, value: value), at: 0) }
            }
        }
        return fields
    }

    private func field(_ index: Int) throws -> Field {
        if index > 0, index <= Self.names.count {
            return Field(name: Self.names[index - 1], value: Self.values[index] ?? "")
        }
        let place = index - Self.names.count - 1
        guard table.indices.contains(place) else { throw Failure() }
        return table[place]
    }

    private static func integer(_ bytes: inout ArraySlice<UInt8>, bits: Int) throws -> Int {
        guard let first = bytes.popFirst() else { throw Failure() }
        let most = (1 << bits) - 1
        var value = Int(first) & most
        guard value == most else { return value }
        var shift = 0
        while let byte = bytes.popFirst(), shift < 28 {
            value += Int(byte & 0x7F) << shift
            shift += 7
            if byte & 0x80 == 0 { return value }
        }
        throw Failure()
    }

    private static func string(_ bytes: inout ArraySlice<UInt8>) throws -> String {
        let isCoded = (bytes.first ?? 0) & 0x80 != 0
        let count = try integer(&bytes, bits: 7)
        guard bytes.count >= count else { throw Failure() }
        let text = bytes.prefix(count)
        bytes = bytes.dropFirst(count)
        return String(decoding: isCoded ? try plain(text) : Array(text), as: UTF8.self)
    }

    // MARK: - Huffman code

    private static func plain(_ coded: ArraySlice<UInt8>) throws -> [UInt8] {
        var plain: [UInt8] = []
        var (code, length) = (0, 0)
        for byte in coded {
            for bit in (0..<8).reversed() {
                code = code << 1 | Int(byte >> UInt8(bit)) & 1
                length += 1
                if let symbol = symbols[Code(bits: code, length: length)] {
                    plain.append(symbol)
                    (code, length) = (0, 0)
                }
            }
        }
        guard length < 8 else { throw Failure() }
        return plain
    }

    private struct Code: Hashable {
        var bits: Int
        var length: Int
    }

    /// The Huffman codes of NUL and of the characters from the space to the tilde.
    ///
    /// The code is canonical: the codes of one length are consecutive numbers.
    private static let symbols: [Code: UInt8] = {
        var sorted: [(length: Int, symbol: UInt8)] = [(13, 0)]
        for (index, length) in lengths.enumerated() { sorted.append((length, UInt8(index + 32))) }
        sorted.sort { ($0.length, $0.symbol) < ($1.length, $1.symbol) }
        var symbols: [Code: UInt8] = [:]
        var code = Code(bits: -1, length: 5)
        for (length, symbol) in sorted where length < 19 {
            code.bits = (code.bits + 1) << (length - code.length)
            code.length = length
            symbols[code] = symbol
        }
        return symbols
    }()

    private static let lengths = [
        6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8,
        15, 6, 12, 10, 13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8,
        7, 8, 13, 19, 13, 14, 6, 15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6,
        7, 7, 7, 7, 7, 15, 11, 14, 13,
    ]

    // MARK: - The static table

    private static let values = [
        2: "GET", 3: "POST", 4: "/", 5: "/index.html", 6: "http", 7: "https", 8: "200", 9: "204",
        10: "206", 11: "304", 12: "400", 13: "404", 14: "500", 16: "gzip, deflate",
    ]

    private static let names = """
        :authority :method :method :path :path :scheme :scheme :status :status :status :status \
        :status :status :status accept-charset accept-encoding accept-language accept-ranges \
        accept access-control-allow-origin age allow authorization cache-control \
        content-disposition content-encoding content-language content-length content-location \
        content-range content-type cookie date etag expect expires from host if-match \
        if-modified-since if-none-match if-range if-unmodified-since last-modified link location \
        max-forwards proxy-authenticate proxy-authorization range referer refresh retry-after \
        server set-cookie strict-transport-security transfer-encoding user-agent vary via \
        www-authenticate
        """.split(separator: " ").map(String.init)
}
