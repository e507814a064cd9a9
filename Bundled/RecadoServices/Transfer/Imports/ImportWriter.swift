// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// Inserts records in one transaction.
struct ImportWriter: ~Copyable {
    private let table: TransferTable
    private let columns: [TransferColumn]
    private let owner: String?
    private let withKey: Statement
    private let withoutKey: Statement
    private let now: Int64
    private let ids = ObjectIDs()
    /// The numbers of the videoclub's members, by their names in lower case.
    private var members: [String: Int64] = [:]
    private var isKeyGiven = false

    init(_ table: TransferTable, owner: String?) {
        self.table = table
        columns = table.columns
        self.owner = owner
        withKey = table.insertion(withKey: true)
        withoutKey = table.insertion(withKey: false)
        now = Timestamp.now()
    }

    /// Reads the members that films refer to.
    mutating func begin(
        in transaction: borrowing Transaction<ImportRejection>
    ) throws(TransactionError<ImportRejection>) {
        guard table == .videoclub else { return }
        let found: [(String, Int64)] = try transaction.all("SELECT name, id FROM member") {
            (try $0[0], try $0[1])
        }
        for (name, id) in found { members[name.lowercased()] = id }
        // Marks the catalog as filled, so that the sample films are not added.
        guard try !transaction.isSeeded(VideoclubService.seedName) else { return }
        let time = Timestamp.text(secondsSince1970: now)
        try transaction.markSeeded(VideoclubService.seedName, at: time)
    }

    /// Inserts a row; if the row is refused, changes nothing and returns the reason.
    mutating func insert(
        _ row: ImportRow,
        in transaction: borrowing Transaction<ImportRejection>
    ) throws(TransactionError<ImportRejection>) -> ImportError? {
        var values = row.values
        do throws(ImportError) {
            try complete(&values)
        } catch {
            return error
        }
        let hasKey = values[0] != .null
        let statement =
            hasKey ? withKey.rebound(to: values) : withoutKey.rebound(to: Array(values[1...]))
        // The database must not assign a number that the file has used.
        if !hasKey { try repairSequence(in: transaction) }
        guard try transaction.execute(statement).count == 0 else {
            if hasKey { isKeyGiven = true }
            return nil
        }
        let key = columns[0]
        return ImportError(
            "there is a \(table.names.element) of this \(key.name) already",
            column: key.name,
            value: key.text(of: values[0])
        )
    }

    /// Makes the database assign only numbers above those of the imported rows, and notifies
    /// subscribers.
    mutating func end(
        in transaction: borrowing Transaction<ImportRejection>
    ) throws(TransactionError<ImportRejection>) {
        try repairSequence(in: transaction)
        try transaction.notify(table.channel)
    }

    private mutating func repairSequence(
        in transaction: borrowing Transaction<ImportRejection>
    ) throws(TransactionError<ImportRejection>) {
        guard isKeyGiven else { return }
        isKeyGiven = false
        guard let repair = table.sequenceRepair(transaction.dialect) else { return }
        try transaction.execute(repair)
    }

    // MARK: - Values

    /// Adds the values that a file may leave out; the order is that of `insertion(withKey:)`.
    private func complete(_ values: inout [SQLValue]) throws(ImportError) {
        switch table {
        case .scores:
            if values[3] == .null { values[3] = .integer(now) }
            if values[4] == .null { values[4] = values[3] }
        case .posts:
            if values[0] == .null { values[0] = .text(ids.next(secondsSince1970: now)) }
            if values[2] == .null { values[2] = .text("") }
            if values[4] == .null { values[4] = .integer(0) }
            values.append(Self.folded(title: values[1], body: values[2]))
        case .videoclub:
            if values[5] == .null { values[5] = .integer(0) }
            values[7] = .integer(try member(values[7]))
            if values[8] == .null { values[8] = .text(Timestamp.text(secondsSince1970: now)) }
            if values[9] == .null { values[9] = values[8] }
            for index in [1, 3, 6] { values.append(Self.folded(values[index])) }
        }
    }

    private func member(_ value: SQLValue) throws(ImportError) -> Int64 {
        var given = owner
        if case .text(let name) = value { given = name }
        guard let given else {
            throw ImportError("the film has no owner, and none is given for all", column: "owner")
        }
        guard let id = members[given.lowercased()] else {
            throw ImportError(ImportRefusal.missingMember, column: "owner", value: given)
        }
        return id
    }

    private static func folded(title: SQLValue, body: SQLValue) -> SQLValue {
        guard case .text(let title) = title, case .text(let body) = body else { return .null }
        return .text(PostSearch.folded(title, body))
    }

    private static func folded(_ value: SQLValue) -> SQLValue {
        guard case .text(let text) = value else { return .text("") }
        return .text(FoldedText.folded(text))
    }
}
