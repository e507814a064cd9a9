// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The namespaces of a document by number; 0 is no namespace.
///
/// Common namespaces, such as those of SOAP messages, have fixed numbers, so that small documents
/// store few or no namespaces.
struct NamespaceNames {
    /// The namespaces of the document that have no fixed number.
    private(set) var own: [String] = []

    private static let usual = [
        "", "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/",
        "http://www.w3.org/2001/XMLSchema-instance", "http://www.w3.org/2001/XMLSchema",
        "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope",
    ]

    /// The namespace that has a number.
    subscript(number: Int) -> String {
        number < Self.usual.count ? Self.usual[number] : own[number - Self.usual.count]
    }

    /// Returns the number of a namespace; `nil` if the document does not have it.
    func number(of name: String) -> Int? {
        Self.usual.firstIndex(of: name) ?? own.firstIndex(of: name).map { $0 + Self.usual.count }
    }

    /// Returns the number of a namespace that has a fixed number or is one of the first `few` other
    /// namespaces; `nil` for any other namespace.
    func number(of name: ByteReader, few: Int) -> Int? {
        if let place = Self.place(of: name, in: Self.usual[...]) { return place }
        return Self.place(of: name, in: own.prefix(few)).map { $0 + Self.usual.count }
    }

    private static func place(
        of name: ByteReader,
        in names: ArraySlice<String>
    ) -> Int? {
        names.firstIndex { known in
            guard known.utf8.count == name.count else { return false }
            return ByteReader.lending(known) { $0 == name }
        }
    }

    /// Adds a namespace, and returns its number.
    mutating func add(_ name: String) -> Int {
        own.append(name)
        return Self.usual.count + own.count - 1
    }
}
