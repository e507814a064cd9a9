// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Client {
    /// The part of a request that carries the parameters of a call.
    public enum ParameterPlace: Sendable, Hashable {
        /// In the query for GET, HEAD and DELETE; in the content for all other methods.
        case byMethod
        /// Always in the query.
        case query
        /// Always in the content: as JSON, or in the format that the call's options name, such as a
        /// form.
        case content
    }
}
