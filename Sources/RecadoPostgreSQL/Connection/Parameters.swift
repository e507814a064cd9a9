// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoPQ
import RecadoStore

/// The values of a statement in the form that libpq takes.
///
/// Integers, real numbers and bytes are sent with their type, so that a statement means the same
/// whatever it compares them with. Texts leave the type to the server, which can then parse them as
/// dates, long numbers and so on, according to the column.
struct Parameters {
    /// The greatest number of values that the protocol allows.
    private static var countLimit: Int { 65_535 }

    private(set) var types: [Oid] = []
    private var formats: [Int32] = []
    private var lengths: [Int32] = []
    /// The offset in `bytes` at which each value begins; `nil` for null.
    private var offsets: [Int?] = []
    private var bytes: [UInt8] = []

    init(_ statement: Statement, valueLimit: Int) throws(StoreError) {
        guard statement.values.count <= Self.countLimit else {
            throw StoreError(
                .tooLarge,
                "a statement has \(statement.values.count) values; at most 65535 are possible",
                sql: statement.sql
            )
        }
        for value in statement.values {
            let size = add(value)
            guard size <= valueLimit else {
                throw StoreError(
                    .tooLarge,
                    "a value has \(size) bytes; at most \(valueLimit) are allowed",
                    sql: statement.sql
                )
            }
            if case .text(let text) = value, text.utf8.contains(0) {
                throw StoreError(
                    .otherConstraint,
                    "a text holds a NUL, which PostgreSQL cannot store",
                    sql: statement.sql
                )
            }
        }
    }

    /// Adds a value and returns its size.
    private mutating func add(_ value: SQLValue) -> Int {
        switch value {
        case .null: appendNull()
        case .integer(let number): append("\(number)".utf8, type: ColumnType.int8)
        case .real(let number): append("\(number)".utf8, type: ColumnType.float8)
        case .text(let text): append(text.utf8, type: 0)
        case .blob(let bytes): append(bytes, type: ColumnType.bytea, isBinary: true)
        }
    }

    private mutating func append(
        _ content: some Collection<UInt8>,
        type: Oid,
        isBinary: Bool = false
    ) -> Int {
        types.append(type)
        formats.append(isBinary ? 1 : 0)
        let start = bytes.count
        offsets.append(start)
        bytes.append(contentsOf: content)
        let size = bytes.count - start
        lengths.append(Int32(clamping: size))
        bytes.append(0)
        return size
    }

    private mutating func appendNull() -> Int {
        types.append(0)
        formats.append(0)
        offsets.append(nil)
        lengths.append(0)
        return 0
    }

    /// The arguments for libpq, which are valid only while the closure runs.
    @unsafe
    struct Pointers {
        let count: Int32
        let types: UnsafePointer<Oid>?
        let values: UnsafePointer<UnsafePointer<CChar>?>?
        let lengths: UnsafePointer<Int32>?
        let formats: UnsafePointer<Int32>?
    }

    func withPointers<Result>(_ body: (Pointers) -> Result) -> Result {
        unsafe bytes.withUnsafeBytes { bytes in
            let start = unsafe bytes.bindMemory(to: CChar.self).baseAddress
            let values = unsafe offsets.map { offset -> UnsafePointer<CChar>? in
                guard let offset else { return nil }
                return unsafe start.map { unsafe $0 + offset }
            }
            return unsafe values.withUnsafeBufferPointer { values in
                unsafe types.withUnsafeBufferPointer { types in
                    unsafe lengths.withUnsafeBufferPointer { lengths in
                        unsafe formats.withUnsafeBufferPointer { formats in
                            let pointers = unsafe Pointers(
                                count: Int32(clamping: offsets.count),
                                types: types.baseAddress,
                                values: values.baseAddress,
                                lengths: lengths.baseAddress,
                                formats: formats.baseAddress
                            )
                            return unsafe body(pointers)
                        }
                    }
                }
            }
        }
    }
}
