// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Testing

@Suite struct `SQL statements` {
    @Test func `interpolated values are bound as parameters`() {
        let id = 7
        let name: String? = nil
        let statement: Statement = "SELECT * FROM film WHERE id = \(id) AND owner = \(name) -- x"
        #expect(statement.sql == "SELECT * FROM film WHERE id = ? AND owner = ? -- x")
        #expect(statement.values == [.integer(7), .null])
    }

    @Test func `PostgreSQL gets numbered parameters, even in composed statements`() {
        let filter: Statement = " AND year > \(1979)"
        var statement: Statement = "SELECT 'é?' FROM film WHERE id = \(1)\(filter)"
        statement += " LIMIT \(10)"
        let text = "SELECT 'é?' FROM film WHERE id = $1 AND year > $2 LIMIT $3"
        #expect(statement.text(for: .postgreSQL) == text)
        #expect(statement.text(for: .sqlite) == statement.sql)
        #expect(statement.values == [.integer(1), .integer(1_979), .integer(10)])
    }

    @Test func `a list binds each of its values as a parameter`() {
        let some: Statement = "SELECT 1 WHERE 1 IN (\(values: [1, 2, 3]))"
        #expect(some.sql == "SELECT 1 WHERE 1 IN (?, ?, ?)")
        let none: Statement = "SELECT 1 WHERE 1 IN (\(values: [Int]()))"
        #expect(none.sql == "SELECT 1 WHERE 1 IN (NULL)")
        #expect(none.values.isEmpty)
    }

    @Test func `an interpolated identifier is quoted`() {
        let name = "fi\"lm"
        let statement: Statement = "SELECT * FROM \(identifier: name)"
        #expect(statement.sql == "SELECT * FROM \"fi\"\"lm\"")
    }

    @Test func `the description shows no values`() {
        let statement: Statement = "SELECT \("hunter2"), \([UInt8](repeating: 7, count: 3))"
        #expect("\(statement)" == "SELECT ?, ?")
    }
}

@Suite struct `SQL values` {
    enum Rating: String, SQLConvertible {
        case general
        case adult
    }

    @Test func `numbers that do not fit the type are refused`() {
        #expect(Int8(sqlValue: .integer(127)) == 127)
        #expect(Int8(sqlValue: .integer(128)) == nil)
        #expect(UInt8(sqlValue: .integer(-1)) == nil)
        #expect(Int(sqlValue: .real(1)) == nil)
        #expect(Int(sqlValue: .text("1")) == nil)
        #expect(Double(sqlValue: .integer(1 << 53)) == 9_007_199_254_740_992)
        #expect(Double(sqlValue: .integer(1 << 53 + 1)) == nil)
        #expect(Bool(sqlValue: .integer(2)) == nil)
        #expect(Bool(sqlValue: .integer(1)) == true)
    }

    @Test func `null is refused unless the type is optional`() throws {
        #expect(Int(sqlValue: .null) == nil)
        #expect(String(sqlValue: .null) == nil)
        let none = try #require(Int?(sqlValue: .null) as Int??)
        #expect(none == nil)
        let some = try #require(Int?(sqlValue: .integer(3)) as Int??)
        #expect(some == 3)
        #expect((Int?(sqlValue: .text("x")) as Int??) == .none)
    }

    @Test func `an enum is stored as its raw value`() {
        #expect(Rating.adult.sqlValue == .text("adult"))
        #expect(Rating(sqlValue: .text("general")) == .general)
        #expect(Rating(sqlValue: .text("other")) == nil)
    }
}
