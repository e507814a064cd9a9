// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding

extension OutgoingDocument {
    /// Returns the type of the resources in an answer, even if a `ResourceDocument` contains them;
    /// `nil` for an answer without resources.
    package static func resources(
        answeredBy type: Any.Type
    ) -> (model: any Resource.Type, isList: Bool)? {
        let whole = type as? any ResourceDocument.Type
        return resources(of: whole.map { primary(of: $0) } ?? type)
    }

    private static func primary<Whole: ResourceDocument>(of type: Whole.Type) -> Any.Type {
        Whole.Primary.self
    }
}
