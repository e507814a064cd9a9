// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Writes the members of a struct.
struct ModelMembers {
    private let members: [ModelMember]
    private let names: [String]
    private let additional: SwiftType?
    private let additionalName: String
    private let types: TypeText

    init(_ members: [ModelMember], _ additional: SwiftType?, _ types: TypeText) {
        self.members = members
        self.additional = additional
        self.types = types
        let all = SwiftNames.propertyNames(members.map(\.key) + ["additional members"])
        names = Array(all.dropLast())
        additionalName = all.last ?? "additionalMembers"
    }

    func write(to source: inout SourceText) {
        for (name, member) in zip(names, members) where !source.isFull {
            let words =
                ([member.about] + member.use.notes + (member.isDeprecated ? ["Deprecated."] : []))
            source.document(words.filter { !$0.isEmpty }.joined(separator: "\n"))
            source.add(property(SwiftNames.quoted(name), member))
        }
        if let additional {
            source.comment("Members that are not listed.")
            source.add("var \(additionalName): [String: \(types.text(of: additional))] = [:]")
        }
        let isSpelled = zip(names, members).contains { !$0.hasSameBytes(as: $1.key) }
        guard isSpelled || (additional != nil && !members.isEmpty) else { return }
        source.add()
        let kind = additional == nil ? "String, CodingKey" : "String, CodingKey, CaseIterable"
        source.block("enum CodingKeys: \(kind)") { source in
            for (name, member) in zip(names, members) where !source.isFull {
                let quoted = SwiftNames.quoted(name)
                source.add(
                    name.hasSameBytes(as: member.key)
                        ? "case \(quoted)" : "case \(quoted) = \(SwiftNames.literal(member.key))"
                )
            }
        }
    }

    /// Writes an initializer, because a struct with its own `init(from:)` gets no automatic one.
    private func writeInitializer(to source: inout SourceText) {
        guard let additional else { return }
        source.add()
        source.add("init(")
        for (name, member) in zip(names, members) where !source.isFull {
            let type = types.text(of: member.use.type.withoutOptional)
            let quoted = SwiftNames.quoted(name)
            switch presence(member) {
            case .required: source.add("    \(quoted): \(type),")
            case .orNull: source.add("    \(quoted): \(type)?,")
            case .optional, .nullable, .indirect: source.add("    \(quoted): \(type)? = nil,")
            }
        }
        source.add("    \(additionalName): [String: \(types.text(of: additional))] = [:]")
        source.block(")") { source in
            for name in names + [additionalName] {
                let quoted = SwiftNames.quoted(name)
                source.add("self.\(quoted) = \(quoted)")
            }
        }
    }

    /// The ways in which a member is present or absent.
    private enum Presence { case required, optional, nullable, orNull, indirect }

    private func presence(_ member: ModelMember) -> Presence {
        if member.isIndirect { return .indirect }
        switch (member.isRequired, member.use.isNullable) {
        case (true, false): return .required
        case (false, false): return .optional
        case (false, true): return .nullable
        case (true, true): return .orNull
        }
    }

    private func property(_ name: String, _ member: ModelMember) -> String {
        let type = types.text(of: member.use.type.withoutOptional)
        return switch presence(member) {
        case .required: "var \(name): \(type)"
        case .optional: "var \(name): \(type)?"
        case .nullable: "@Nullable var \(name): \(type)? = nil"
        case .orNull: "@OrNull var \(name): \(type)?"
        case .indirect: "@Indirect var \(name): \(type)? = nil"
        }
    }

    /// Writes the decoding and encoding of a struct that can have members beyond its properties.
    func writeCoding(to source: inout SourceText) {
        writeInitializer(to: &source)
        source.add()
        let hasMembers = !members.isEmpty
        let besides = hasMembers ? "CodingKeys.allCases.map(\\.rawValue)" : "[]"
        source.block("init(from decoder: any Decoder) throws") { source in
            if hasMembers {
                source.add("let keyed = try decoder.container(keyedBy: CodingKeys.self)")
            }
            for (name, member) in zip(names, members) where !source.isFull {
                source.add(reading(name, member))
            }
            source.add(
                "self.\(additionalName) = try AdditionalMembers.read(from: decoder, besides: \(besides))"
            )
        }
        source.add()
        source.block("func encode(to encoder: any Encoder) throws") { source in
            if hasMembers {
                source.add("var keyed = encoder.container(keyedBy: CodingKeys.self)")
            }
            for (name, member) in zip(names, members) where !source.isFull {
                source.add(writing(name, member))
            }
            source.add(
                "try AdditionalMembers.write(self.\(additionalName), to: encoder, besides: \(besides))"
            )
        }
    }

    private func reading(_ name: String, _ member: ModelMember) -> String {
        let type = types.text(of: member.use.type.withoutOptional)
        let quoted = SwiftNames.quoted(name)
        let wrapped: String
        switch presence(member) {
        case .required:
            return "self.\(quoted) = try keyed.decode(\(type).self, forKey: .\(quoted))"
        case .optional:
            return "self.\(quoted) = try keyed.decodeIfPresent(\(type).self, forKey: .\(quoted))"
        case .nullable: wrapped = "Nullable"
        case .orNull: wrapped = "OrNull"
        case .indirect: wrapped = "Indirect"
        }
        return "self._\(name) = try keyed.decode(\(wrapped)<\(type)>.self, forKey: .\(quoted))"
    }

    private func writing(_ name: String, _ member: ModelMember) -> String {
        let quoted = SwiftNames.quoted(name)
        switch presence(member) {
        case .required: return "try keyed.encode(self.\(quoted), forKey: .\(quoted))"
        case .optional: return "try keyed.encodeIfPresent(self.\(quoted), forKey: .\(quoted))"
        case .nullable, .orNull, .indirect:
            return "try keyed.encode(self._\(name), forKey: .\(quoted))"
        }
    }
}
