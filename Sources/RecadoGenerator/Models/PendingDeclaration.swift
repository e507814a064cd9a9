// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A type that has a name, and whose members have yet to be read.
struct PendingDeclaration {
    let number: Int
    let source: Source
    let context: SchemaReader.Context

    /// The source of the type's members.
    enum Source {
        case shape(SchemaShape)
        /// The members of a choice of a union, including those that all choices have.
        case parts(ObjectParts)
    }
}
