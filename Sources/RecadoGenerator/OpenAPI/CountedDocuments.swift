// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The documents of a description; reading them counts against a `WorkBudget`.
struct CountedDocuments {
    let budget: WorkBudget
    let limits: SwiftDeclarations.Limits
    private let documents: OpenAPIDocuments

    init(_ documents: OpenAPIDocuments, _ limits: SwiftDeclarations.Limits) {
        self.documents = documents
        self.limits = limits
        budget = WorkBudget(limits)
    }

    /// The location of the first document.
    var root: String { documents.root }

    /// The root of the first document.
    var start: DocumentPlace { documents.start }

    /// Returns the target of a reference.
    func target(
        of reference: String,
        at place: DocumentPlace
    ) throws(OpenAPIError) -> DocumentPlace {
        try budget.spend(text: reference.utf8.count, at: place)
        return try documents.target(of: reference, at: place)
    }

    /// Returns the target of a reference; a value that is not a reference is returned unchanged.
    func resolve(_ place: DocumentPlace) throws(OpenAPIError) -> DocumentPlace {
        var place = place
        for _ in 0..<OpenAPIDocuments.hopLimit {
            guard let reference = place.text("$ref") else { return place }
            place = try target(of: reference, at: place)
        }
        throw OpenAPIError(
            "the reference leads through more than \(OpenAPIDocuments.hopLimit) others",
            at: place
        )
    }

    /// Returns the target of a reference, and counts its whole content.
    func resolveWhole(_ place: DocumentPlace) throws(OpenAPIError) -> DocumentPlace {
        let target = try resolve(place)
        try budget.spend(whole: target.value, at: place)
        return target
    }
}
