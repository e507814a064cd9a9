// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import Synchronization

/// Caches the pages about services; each page is made when it is first requested.
final class DocumentationCache: Sendable {
    let services: [Service]
    /// The settings that all samples share.
    let settings: SampleSettings
    private let documentation: Documentation
    private let descriptions = Mutex<[Language: [ServiceDescription]]>([:])
    private let made = Mutex<[String: Response]>([:])

    init(_ services: [Service], _ documentation: Documentation, _ settings: SampleSettings) {
        self.services = services
        self.documentation = documentation
        self.settings = settings
    }

    /// Returns the translated texts about a service; `nil` if there are none in the language.
    func spoken(_ service: String, in language: Language) -> DocumentedWords? {
        documentation.words[language]?[service]
    }

    /// Returns the cached response with a name; the first call makes the response.
    func response(named name: String, _ make: () -> Response?) -> Response? {
        if let response = made.withLock({ $0[name] }) { return response }
        guard let response = make() else { return nil }
        made.withLock { $0[name] = response }
        return response
    }

    /// Returns the descriptions of all services in a language.
    ///
    /// No description can fail, because the application has checked each service
    /// (`Service.check()`).
    func everything(_ words: DocumentationWords) -> [ServiceDescription] {
        descriptions.withLock { descriptions in
            if let known = descriptions[words.tag] { return known }
            let all = services.compactMap { service in
                let own = documentation.samplesByService[service.api.name] ?? [:]
                let samples = documentation.samples.merging(own) { _, own in own }
                return try? ServiceDescription(service, samples: samples)
            }
            descriptions[words.tag] = all
            return all
        }
    }

    func service(named name: String, _ words: DocumentationWords) -> ServiceDescription? {
        everything(words).first { $0.api.name == name }
    }
}
