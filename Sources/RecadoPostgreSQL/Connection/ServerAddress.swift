// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoPQ
import RecadoStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The address of a server and the credentials for it, in libpq's format.
struct ServerAddress: Sendable {
    /// A URL or a list of keywords and values, which may contain a password and is never shown.
    let text: String
    /// The settings that follow the address, and override it, in the parameters for libpq.
    private let settings: [(name: String, value: String)]
    /// True if the server must prove its name with a certificate, because no setting says
    /// otherwise.
    let mustProveName: Bool
    /// The hosts that are tried one after another; a single entry if libpq chooses the host.
    let hosts: ServerHosts

    /// Parses an address, and decides how strictly the server is verified.
    ///
    /// libpq's own default, `prefer`, accepts any server that answers. If neither the address nor
    /// `PGSSLMODE` says otherwise, a server on another machine must prove its name.
    ///
    /// - Parameters:
    ///   - text: The address.
    ///   - options: The options of the store.
    ///   - isReplica: True for the address of standbys.
    /// - Throws: `misuse` for a malformed address.
    init(
        _ text: String,
        options: PostgreSQLStore.Options,
        isReplica: Bool = false
    ) throws(StoreError) {
        guard !text.utf8.contains(0), let parts = Self.parts(of: text) else {
            // libpq's own message would show the text including the password.
            throw StoreError(.misuse, "the address of the database is no postgresql:// URL")
        }
        self.text = text
        var settings = [
            ("client_encoding", "UTF8"), ("fallback_application_name", options.applicationName),
        ]
        let hasDefault = unsafe getenv("PGSSLMODE") != nil
        mustProveName = parts["sslmode"] == nil && !hasDefault && !Self.isLocal(parts)
        if mustProveName { settings.append(("sslmode", "verify-full")) }
        hosts = ServerHosts(parts, isReplica: isReplica)
        for (name, value) in hosts.settings where parts[name] == nil {
            settings.append((name, value))
        }
        self.settings = settings
    }

    private static func parts(of text: String) -> [String: String]? {
        // libpq would read any other text as the name of a database.
        let isURL = text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
        guard isURL || text.contains("=") else { return nil }
        var message: UnsafeMutablePointer<CChar>?
        guard let list = unsafe PQconninfoParse(text, &message) else {
            unsafe PQfreemem(message)
            return nil
        }
        defer { unsafe PQconninfoFree(list) }
        var parts: [String: String] = [:]
        var entry = unsafe list
        while let name = unsafe entry.pointee.keyword {
            if let value = unsafe entry.pointee.val {
                parts[unsafe String(cString: name)] = unsafe String(cString: value)
            }
            unsafe entry += 1
        }
        return parts
    }

    /// Returns user, host, port and database of an address as a URL without secrets.
    static func redacted(_ text: String) -> String {
        guard let parts = parts(of: text) else { return "postgresql://" }
        var shown = "postgresql://"
        if let user = parts["user"] { shown += user + "@" }
        let ports = (parts["port"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        let hosts = (parts["host"] ?? parts["hostaddr"] ?? "")
            .split(separator: ",", omittingEmptySubsequences: false).map(shown(host:))
        shown += hosts.enumerated().map { index, host in
            // A single port applies to all hosts.
            let port = index < ports.count ? ports[index] : ports.first ?? ""
            return port.isEmpty ? host : "\(host):\(port)"
        }.joined(separator: ",")
        if let name = parts["dbname"] { shown += "/" + name }
        return shown
    }

    /// Returns a host as written in a URL: an IPv6 address in brackets, a socket folder encoded.
    private static func shown(host: Substring) -> String {
        if host.contains(":") { return "[\(host)]" }
        return String(host.replacing("/", with: "%2F"))
    }

    private static func isLocal(_ parts: [String: String]) -> Bool {
        let environment = unsafe getenv("PGHOST").map { unsafe String(cString: $0) }
        guard let host = parts["hostaddr"] ?? parts["host"] ?? environment else { return true }
        return host.split(separator: ",").allSatisfy { name in
            name.hasPrefix("/") || name.hasPrefix("@") || name == "localhost" || name == "::1"
                || name.hasPrefix("127.")
        }
    }

    /// Starts to connect to one of ``hosts``; returns `nil` if there is not enough memory.
    func start(_ host: Int) -> OpaquePointer? {
        // libpq accepts a URL as the value of `dbname`, and expands it.
        let pairs = [("dbname", text)] + settings.map { ($0.name, $0.value) } + hosts[host]
        var names = unsafe pairs.map { unsafe strdup($0.0) }
        var values = unsafe pairs.map { unsafe strdup($0.1) }
        defer {
            while let text = unsafe names.popLast() { unsafe free(text) }
            while let text = unsafe values.popLast() { unsafe free(text) }
        }
        unsafe names.append(nil)
        unsafe values.append(nil)
        let namePointers = unsafe names.map { unsafe UnsafePointer<CChar>($0) }
        let valuePointers = unsafe values.map { unsafe UnsafePointer<CChar>($0) }
        return unsafe PQconnectStartParams(namePointers, valuePointers, 1)
    }
}
