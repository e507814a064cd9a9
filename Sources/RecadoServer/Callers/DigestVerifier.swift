// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCredentials
import RecadoCrypto
public import RecadoEndpoints
public import RecadoHTTP
import Synchronization

/// Makes the challenges of the Digest scheme and checks the proofs that answer them (RFC 7616).
///
/// ```swift
/// let digest = DigestVerifier(realm: Reader.realm)
/// service.authenticate(Reader.self, challenging: digest.challenges(after:)) {
///     credentials, _ throws(ProblemDetails) in
///     let reader = readers[credentials.user]
///     return try digest.verify(credentials, against: reader?.secret) ? reader : nil
/// }
/// ```
///
/// Proofs have `qop=auth`, which does not cover the content. Each proof is accepted once.
public final class DigestVerifier: Sendable {
    /// The hash functions of proofs (RFC 7616 §3.3), each also in a session variant.
    public enum Algorithm: String, Sendable, Hashable, CaseIterable {
        /// SHA-256.
        case sha256 = "SHA-256"
        /// SHA-256 with a key derived for each nonce.
        case sha256Session = "SHA-256-sess"
        /// MD5, for clients that support no better function.
        case md5 = "MD5"
        /// MD5 with a key derived for each nonce.
        case md5Session = "MD5-sess"

        var function: HashFunction {
            switch self {
            case .sha256, .sha256Session: .sha256
            case .md5, .md5Session: .md5
            }
        }
        var isSession: Bool { self == .sha256Session || self == .md5Session }
    }

    /// The options of a verifier.
    public struct Options: Sendable {
        /// The hash functions, the best first; SHA-256 by default.
        ///
        /// MD5 is for clients without SHA-256. If both are offered, an attacker who can change what
        /// a client receives can make the client choose MD5.
        public var algorithms: [Algorithm] = [.sha256]
        /// The time for which a nonce is accepted; five minutes by default.
        ///
        /// Clients switch to a new nonce without prompting the user for the password.
        public var lifetime: Duration = .seconds(300)
        /// True if clients are asked to hash user names (`userhash`); if false, the default, proofs
        /// with hashed names are refused.
        ///
        /// If it is true, look users up by ``DigestVerifier/userHash(of:_:)``.
        public var hashesUsers = false
        /// The number of used nonces that are remembered; 10 000 by default, about 2 MB.
        public var capacity = 10_000

        /// Creates the default options.
        public init() {}
    }

    private let realm: String
    private let options: Options
    private let nonces: Mutex<DigestNonces>
    private let now: @Sendable () -> Duration
    /// The secret that proofs of unknown users are checked against.
    private let decoy: String

    /// Creates a verifier with a random key that lasts until the process ends.
    ///
    /// - Parameters:
    ///   - realm: The realm of the caller type, such as `Reader.realm`.
    ///   - options: The options of the verifier.
    public convenience init(realm: String, options: Options = Options()) {
        let start = ContinuousClock.now
        self.init(realm: realm, options: options) { start.duration(to: .now) }
    }

    /// Creates a verifier that reads the time from a function.
    package init(
        realm: String,
        options: Options = Options(),
        now: @escaping @Sendable () -> Duration
    ) {
        self.realm = realm
        self.options = options
        self.now = now
        decoy = Hexadecimal.text(RandomBytes.make(32))
        nonces = Mutex(
            DigestNonces(
                key: RandomBytes.make(32),
                lifetime: options.lifetime,
                capacity: options.capacity
            )
        )
    }

    /// The number of used nonces that are remembered.
    package var count: Int { nonces.withLock { $0.count } }

    /// Returns the challenges of a refusal: one for each hash function, all with the same new
    /// nonce.
    ///
    /// - Parameter refusal: The reason for the refusal; the challenges do not depend on it.
    /// - Returns: The challenges.
    public func challenges(after refusal: CredentialsRefusal) -> [Challenge] {
        challenges(isStale: false)
    }

    private func challenges(isStale: Bool) -> [Challenge] {
        let now = now()
        let nonce = nonces.withLock { $0.make(now: now) }
        return options.algorithms.compactMap { algorithm in
            var parameters: FieldParameters = [
                "realm": realm, "qop": "auth", "algorithm": algorithm.rawValue, "nonce": nonce,
            ]
            parameters.append("UTF-8", to: "charset")
            if options.hashesUsers { parameters.append("true", to: "userhash") }
            if isStale { parameters.append("true", to: "stale") }
            return Challenge(scheme: DigestCredentials.scheme, parameters: parameters)
        }
    }

    /// Checks a proof.
    ///
    /// Checking a proof takes the same work for unknown users as for known users.
    ///
    /// - Parameters:
    ///   - credentials: The proof.
    ///   - secret: The stored secret of the user; `nil` when there is no such user.
    /// - Returns: True if the proof is right.
    /// - Throws: 401 with `stale=true` for a right proof whose nonce is too old, is not this
    ///   verifier's, or was already used with this count; the client then retries by itself.
    public func verify(
        _ credentials: DigestCredentials,
        against secret: DigestSecret?
    ) throws(ProblemDetails) -> Bool {
        let parameters = credentials.parameters
        // A hashed name is accepted only if clients were asked to hash names.
        guard !credentials.isUserHashed || options.hashesUsers else { return false }
        guard credentials.realm == realm, let nonce = parameters["nonce"],
            let digits = parameters["nc"], digits.utf8.count == 8,
            let count = UInt32(digits, radix: 16), let clientNonce = parameters["cnonce"],
            let response = parameters["response"],
            let algorithm = Algorithm(named: parameters["algorithm"] ?? "MD5"),
            options.algorithms.contains(algorithm)
        else { return false }
        let proof = DigestProof(
            algorithm,
            nonce: nonce,
            count: digits,
            clientNonce: clientNonce,
            for: (credentials.method, credentials.target)
        )
        let stored = algorithm.function == .md5 ? secret?.md5 : secret?.sha256
        guard let expected = proof.response(stored ?? decoy) else { return false }
        let isRight = MessageAuthentication.areEqual(
            Array(expected.utf8),
            Array(response.lowercased().utf8)
        )
        guard isRight, stored != nil else { return false }
        let now = now()
        guard !nonces.withLock({ $0.use(nonce, count: count, now: now) }) else { return true }
        var problem = ProblemDetails(
            status: .unauthorized,
            detail: Language.words(
                "The nonce is too old or has been used; answer the new one.",
                es: "El nonce es demasiado viejo o ya se usó; responde al nuevo."
            )
        )
        problem.challenges = challenges(isStale: true)
        throw problem
    }

    /// Returns the hash that clients send instead of a name (RFC 7616 §3.4.4).
    ///
    /// - Parameters:
    ///   - user: The name.
    ///   - algorithm: The hash function.
    /// - Returns: Hexadecimal digits; `nil` if the cryptographic library does not have the
    ///   function.
    public func userHash(of user: String, _ algorithm: Algorithm = .sha256) -> String? {
        algorithm.function.hash(Array("\(user):\(realm)".utf8)).map(Hexadecimal.text)
    }
}

extension DigestVerifier.Algorithm {
    /// Finds the algorithm with a name, in upper or lower case.
    fileprivate init?(named name: String) {
        let name = name.lowercased()
        guard let found = Self.allCases.first(where: { $0.rawValue.lowercased() == name }) else {
            return nil
        }
        self = found
    }
}
