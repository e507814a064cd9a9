// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoScreens
import Testing

/// Checks the files of the apps in `Examples/iOS`; these tests do not compile them.
@Suite struct `The SwiftUI example apps` {
    private static let root = URL(filePath: #filePath)
        .resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Examples/iOS")

    private static let apps = ["Videoclub", "Game", "Posts", "Weather", "Trials"]

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func sources() throws -> String {
        try (["Shared"] + apps).flatMap { folder in
            try FileManager.default
                .contentsOfDirectory(atPath: root.appending(path: folder).path())
                .filter { $0.hasSuffix(".swift") }
                .map { try text("\(folder)/\($0)") }
        }
        .joined(separator: "\n")
    }

    // MARK: - Words

    private struct Catalog: Decodable {
        struct Entry: Decodable { let localizations: [String: Localization] }
        struct Localization: Decodable { let stringUnit: Unit }
        struct Unit: Decodable { let value: String }
        let strings: [String: Entry]
    }

    private static func catalog() throws -> Catalog {
        let text = try text("Shared/Localizable.xcstrings")
        return try JSONDecoder().decode(Catalog.self, from: Data(text.utf8))
    }

    /// Returns the keys of texts that the sources use, with `%` for each value: `field.outside %
    /// %`.
    private static func usedKeys() throws -> Set<String> {
        let families = try catalog().strings.keys.map { $0.prefix { $0 != "." } }
        let literals = try sources().matches(of: /"((?:[^"\\\n]|\\\((?:[^()"]|"[^"]*")*\))*)"/)
        return Set(
            literals.map { String($0.output.1) }
                .filter { literal in
                    families.contains(literal.prefix { $0 != "." }) && !literal.hasSuffix(".")
                        && literal.contains(/^[a-z]+\.[a-zA-Z0-9.]+( |$)/)
                }
                .map { $0.replacing(/\\\((?:[^()"]|"[^"]*")*\)/, with: "%") }
        )
    }

    private static func plain(_ key: String) -> String {
        key.replacing("%lld", with: "%").replacing("%@", with: "%")
    }

    @Test func `every text is translated into English and Spanish`() throws {
        let keys = Set(try Self.catalog().strings.keys.map(Self.plain))
        let missing = try Self.usedKeys().subtracting(keys)
        #expect(missing.isEmpty)
        for (key, entry) in try Self.catalog().strings {
            #expect(Set(entry.localizations.keys) == ["en", "es"], "\(key)")
            let signs = key.matches(of: /%(lld|@)/).count
            for words in entry.localizations.values.map(\.stringUnit.value) {
                let count = words.matches(of: /%(\d\$)?(lld|@)/).count
                #expect(!words.isEmpty && count == signs, "\(key)")
            }
        }
    }

    @Test func `every error and login purpose has a text, and no text is unused`() throws {
        let keys = Set(try Self.catalog().strings.keys)
        let needed =
            ScreenError.Kind.allCases.map { "error.\($0.rawValue)" }
            + ScreenError.Reason.allCases.map { "reason.\($0.rawValue)" }
            + LoginState.Purpose.allCases.map { "login.for.\($0.rawValue)" }
        #expect(Set(needed).subtracting(keys).isEmpty)
        let unused = keys.subtracting(needed).map(Self.plain)
        let stale = try Set(unused).subtracting(Self.usedKeys())
        #expect(stale.isEmpty)
    }

    // MARK: - The project

    private typealias Object = [String: Any]

    private static func propertyList(_ path: String) throws -> Any {
        let data = Data(try text(path).utf8)
        return try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
    }

    private static func project() throws -> (objects: [String: Object], root: Object) {
        let project = try #require(try propertyList("Recado.xcodeproj/project.pbxproj") as? Object)
        let objects = try #require(project["objects"] as? [String: Object])
        let root = try #require(project["rootObject"] as? String)
        return (objects, try #require(objects[root]))
    }

    /// Returns all texts in a value, at any depth.
    private static func texts(_ value: Any) -> [String] {
        switch value {
        case let text as String: [text]
        case let list as [Any]: list.flatMap(texts)
        case let object as Object: object.values.flatMap(texts)
        default: []
        }
    }

    @Test func `the Xcode project has a target per app folder and no dangling IDs`() throws {
        let (objects, root) = try Self.project()
        let identifiers = objects.values.flatMap { Self.texts($0) }
            .filter { $0.wholeMatch(of: /[0-9A-F]{24}/) != nil }
        #expect(identifiers.count > 50)
        #expect(Set(identifiers).subtracting(objects.keys).isEmpty)
        let targets = try #require(root["targets"] as? [String])
        #expect(targets.compactMap { objects[$0]?["name"] as? String } == Self.apps)
        for target in targets.compactMap({ objects[$0] }) {
            let groups = try #require(target["fileSystemSynchronizedGroups"] as? [String])
            let folders = groups.compactMap { objects[$0]?["path"] as? String }
            #expect(folders == ["Shared", target["name"] as? String])
            for folder in folders {
                let path = Self.root.appending(path: folder).path()
                #expect(FileManager.default.fileExists(atPath: path))
            }
        }
    }

    @Test func `the Xcode project uses declared products of this package`() throws {
        let (objects, _) = try Self.project()
        let packages = objects.values.compactMap { $0["relativePath"] as? String }
        #expect(packages == ["../.."])
        let manifest = try Self.text("../../Package.swift")
        let products = objects.values.compactMap { $0["productName"] as? String }
            .filter { !Self.apps.contains($0) }
        #expect(!products.isEmpty)
        let list = manifest.split(separator: "let libraries = [").last?.prefix { $0 != "]" } ?? ""
        for product in Set(products) {
            let declaration = try Regex("\\.library\\(\\s*name: \"\(product)\"")
            let isDeclared = list.contains("\"\(product)\"") || manifest.contains(declaration)
            #expect(isDeclared, "\(product)")
        }
    }

    @Test func `HTTP without TLS is allowed in the local network only`() throws {
        let list = try Self.propertyList("Info.plist") as? Object
        let security = list?["NSAppTransportSecurity"] as? [String: Bool]
        #expect(security == ["NSAllowsLocalNetworking": true])
    }
}
