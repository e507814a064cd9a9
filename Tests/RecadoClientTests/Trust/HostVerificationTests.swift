// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Verification of server certificates` {
    static let spare: PublicKeyPin = "sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="
    static let own: PublicKeyPin = "sha256//sRHdihwgkaib1P1gxX8HFszlD+7/gTfNvuAybgLPNis="
    static let authority: PublicKeyPin = "sha256//R0ZhDTyrxI2GwP2jEht58dyr40MFZ80iL6/GGS0HOKk="

    private func chain(
        rejection: String? = nil,
        pins: [PublicKeyPin] = [own, authority]
    ) -> CertificateVerification.Chain {
        let certificates = pins.map {
            ServerCertificate(subject: "CN = a", issuer: "CN = b", pin: $0.description)
        }
        return CertificateVerification.Chain(
            host: "films.example.org",
            certificates: certificates,
            rejection: rejection
        )
    }

    @Test func `without options the default check decides`() {
        let checks = HostVerification(pins: [], verification: nil)
        #expect(checks.rejection(of: chain()) == nil)
        #expect(checks.rejection(of: chain(rejection: "expired")) == "expired")
    }

    @Test func `a pin must match the host's own key, in addition to the default check`() {
        let right = HostVerification(pins: [Self.spare, Self.own], verification: nil)
        #expect(right.rejection(of: chain()) == nil)
        #expect(right.rejection(of: chain(rejection: "expired")) == "expired")
        let wrong = HostVerification(pins: [Self.spare, Self.authority], verification: nil)
        let presented = "no pinned public key; the host presented \(Self.own), \(Self.authority)"
        #expect(wrong.rejection(of: chain()) == presented)
        let none = "no pinned public key; the host presented none"
        #expect(wrong.rejection(of: chain(pins: [])) == none)
        let nonsense = HostVerification(pins: ["nonsense"], verification: nil)
        #expect(nonsense.rejection(of: chain()) == presented)
    }

    @Test func `a custom check runs only after the other checks and may reject the host`() {
        let asked = Mutex<[String]>([])
        let verification = CertificateVerification { chain in
            asked.withLock { $0.append("\(chain.host):\(chain.port)") }
            return .reject(reason: "not\nours")
        }
        let checks = HostVerification(pins: [Self.own], verification: verification)
        #expect(checks.rejection(of: chain(rejection: "expired")) == "expired")
        #expect(checks.rejection(of: chain(pins: []))?.hasPrefix("no pinned") == true)
        #expect(asked.withLock(\.self).isEmpty)
        #expect(checks.rejection(of: chain()) == "not ours")
        #expect(asked.withLock(\.self) == ["films.example.org:443"])
        let silent = CertificateVerification { _ in .reject(reason: "") }
        #expect(
            HostVerification(pins: [], verification: silent).rejection(of: chain())
                == "the program does not accept its certificate"
        )
        let trusting = CertificateVerification { _ in .accept }
        let lenient = HostVerification(pins: [], verification: trusting)
        #expect(lenient.rejection(of: chain()) == nil)
        #expect(lenient.rejection(of: chain(rejection: "expired")) == "expired")
    }

    @Test func `a check that replaces the default one decides alone, except for pins`() {
        let verification = CertificateVerification.replacingOrdinaryCheck { chain in
            chain.rejection == "expired" ? .accept : .reject(reason: "\(chain.rejection ?? "good")")
        }
        let checks = HostVerification(pins: [], verification: verification)
        #expect(checks.rejection(of: chain(rejection: "expired")) == nil)
        #expect(checks.rejection(of: chain(rejection: "another name")) == "another name")
        #expect(checks.rejection(of: chain()) == "good")
        let pinned = HostVerification(pins: [Self.spare], verification: verification)
        let rejection = pinned.rejection(of: chain(rejection: "expired"))
        #expect(rejection?.hasPrefix("no pinned public key") == true)
    }
}
