// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A user name and a password, as the Basic scheme sends them (RFC 7617).
///
/// ```swift
/// let credentials = try BasicCredentials(user: "login", password: "password")
/// request.fields[.authorization] = credentials.authorization      // Basic bG9naW46cGFzc3dvcmQ=
/// ```
///
/// Names and passwords are encoded and decoded as UTF-8, which a challenge requests with
/// `charset="UTF-8"`; bytes that are not UTF-8 are refused. No description or reflection of the
/// value shows the password. Credentials are not `Hashable`, because the time of a comparison would
/// reveal how much of a password is right.
public struct BasicCredentials: Sendable {
    /// The user's name, without a colon.
    public let user: String
    /// The password, without control characters.
    public let password: String

    /// Creates credentials.
    ///
    /// - Parameters:
    ///   - user: The user's name, without colons and control characters.
    ///   - password: The password, without control characters.
    /// - Throws: ``BasicCredentialsError`` when the name or the password cannot be sent (RFC 7617
    ///   §2).
    public init(user: String, password: String) throws(BasicCredentialsError) {
        guard !user.utf8.contains(UInt8(ascii: ":")) else { throw .colonInUser }
        guard !Self.hasControls(user) else { throw .controlCharacterInUser }
        guard !Self.hasControls(password) else { throw .controlCharacterInPassword }
        self.user = user
        self.password = password
    }

    /// Reads the credentials in the value of an Authorization field.
    ///
    /// - Parameter authorization: The scheme, whose letters may each be uppercase or lowercase,
    ///   then spaces and the strict Base64 of UTF-8. The result is `nil` for any scheme but Basic
    ///   and for a malformed value.
    public init?(authorization: some StringProtocol) {
        guard case .success(let credentials) = Self.read(authorization) else { return nil }
        self = credentials
    }

    /// The ways in which Basic credentials can be malformed.
    package enum Malformation: Error, Sendable, Hashable {
        /// The token is not strict Base64.
        case notBase64
        /// There is no colon between the name and the password.
        case noColon
        /// The bytes are not UTF-8.
        case notUTF8
        /// The name or the password holds control characters.
        case controlCharacters
    }

    /// Returns the reason that credentials cannot be read.
    ///
    /// - Parameter authorization: The value of an Authorization field.
    /// - Returns: The fault; `nil` for any scheme but Basic, and for credentials that can be read.
    package static func malformation(
        ofAuthorization authorization: some StringProtocol
    ) -> Malformation? {
        guard case .failure(let malformation)? = read(authorization) else { return nil }
        return malformation
    }

    /// Reads a value; returns `nil` for any scheme but Basic.
    private static func read(
        _ authorization: some StringProtocol
    ) -> Result<BasicCredentials, Malformation>? {
        var scanner = FieldScanner(authorization)
        scanner.skipBlanks()
        guard scanner.token()?.lowercased() == "basic", scanner.skipBlanks() else { return nil }
        let token = scanner.take { $0 > 0x20 }
        scanner.skipBlanks()
        guard scanner.isAtEnd, let bytes = Base64.decode(bytes: token.span) else {
            return .failure(.notBase64)
        }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            return .failure(.noColon)
        }
        guard let user = String(validating: bytes[..<colon], as: UTF8.self),
            let password = String(validating: bytes[(colon + 1)...], as: UTF8.self)
        else { return .failure(.notUTF8) }
        guard let credentials = try? BasicCredentials(user: user, password: password) else {
            return .failure(.controlCharacters)
        }
        return .success(credentials)
    }

    /// The value of an Authorization field that holds the credentials.
    public var authorization: String {
        "Basic " + Base64.encode(Array("\(user):\(password)".utf8))
    }

    private static func hasControls(_ text: String) -> Bool {
        text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
}

// MARK: - Descriptions

extension BasicCredentials: CustomStringConvertible, CustomDebugStringConvertible {
    /// The user's name; the password is left out.
    public var description: String { "\(user):…" }
    /// The user's name; the password is left out.
    public var debugDescription: String { "BasicCredentials(\(description))" }
}

extension BasicCredentials: CustomReflectable {
    /// A mirror that shows only the user's name.
    public var customMirror: Mirror {
        Mirror(self, children: ["user": user, "password": "…"], displayStyle: .struct)
    }
}
