// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoEndpoints

/// Returns a user, in an answer whose structure the call chooses.
public struct SimulateUser: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /user"
    /// The name of the endpoint: `show`.
    public static let name = "show"
    /// The description of the endpoint.
    public static let about = About(
        "Answers with a user, or as is asked for.",
        detail: """
            Without parameters the answer has all that can be looked for: users at the root, at \
            `respuesta` and at `user`, an error with the code 0 at `error` and one with 1 at `errors`.
            """,
        tags: ["playground"]
    )
    /// JSON, and XML below a root element `answer`.
    public static let formats: [Format] = [.json, .xml(SimulatedUser.xml)]
    /// Never cached, since the answers are simulated.
    public static let caching = Caching.never
    /// 600 calls a minute; the limit exists because delayed answers occupy memory.
    public static let quota: Quota? = Quota(600, per: .seconds(60))
    /// The answers that a call can ask for.
    public static let documentedResponses: [DocumentedResponse] = .simulated
    /// A user, or other content that the call asks for; a client finds the user by its rules for
    /// reading responses.
    public typealias Output = SimulatedUser

    /// The status of the answer, 200 by default; 204, 205 and 304 have no content.
    @Query public var status: Within<200, 599>?
    /// The structure of the content; `everything` by default.
    @Query public var shape: Playground.Shape?
    /// The path of the value; by default the value is the whole content, or is at `respuesta` in an
    /// envelope.
    @Query public var root: MemberPath?
    /// The path of the error; by default the error is the whole content, or is at `error` in an
    /// envelope.
    @Query public var errorRoot: MemberPath?
    /// The code of the error; 1 by default, but 0 (no error) in an envelope.
    @Query public var code: Int?
    /// The fault in the content; none by default.
    @Query public var fault: Playground.Fault?
    /// The delay of the answer in milliseconds; 0 by default.
    @Query public var delay: Within<0, 10_000>?
    /// The format; by default the format that the Accept field prefers, or else JSON.
    @Query public var format: Playground.Writing?

    /// Creates a call; set the other inputs as properties.
    ///
    /// - Parameters:
    ///   - shape: The structure of the content.
    ///   - root: The path of the value.
    ///   - errorRoot: The path of the error.
    ///   - code: The code of the error.
    ///   - status: The status of the answer, from 200 to 599.
    ///   - fault: The fault in the content.
    public init(
        _ shape: Playground.Shape? = nil,
        root: MemberPath? = nil,
        errorRoot: MemberPath? = nil,
        code: Int? = nil,
        status: Within<200, 599>? = nil,
        fault: Playground.Fault? = nil
    ) {
        self.status = status
        self.shape = shape
        self.root = root
        self.errorRoot = errorRoot
        self.code = code
        self.fault = fault
        delay = nil
        format = nil
    }
}

/// Pretends to add a user: the service returns the user, but does not store it.
///
/// If the call requests a status of 400 or more, the service returns an error instead.
public struct SimulateNewUser: Endpoint {
    /// The method and the path.
    public static let route: Route = "POST /user"
    /// The name of the endpoint: `add`.
    public static let name = "add"
    /// The description of the endpoint.
    public static let about = About(
        "Answers with the user that was sent.",
        detail: "A status from 400 on has an error in the user's place. Nothing is kept.",
        tags: ["playground"]
    )
    /// JSON, and XML below a root element `answer`.
    public static let formats = SimulateUser.formats
    /// Idempotency keys are ignored, because nothing is stored.
    public static let idempotencyKeys = IdempotencyKeys.ignored
    /// The answers that a call can ask for.
    public static let documentedResponses: [DocumentedResponse] = .simulated
    /// The user, or an error; a client finds them by its rules for reading responses.
    public typealias Output = SimulatedUser

    /// The status of the answer, 200 by default; 204, 205 and 304 have no content.
    @Query public var status: Within<200, 599>?
    /// The path of the user; `user` by default.
    @Query public var root: MemberPath?
    /// The path of the error; `error` by default.
    @Query public var errorRoot: MemberPath?
    /// The user.
    @Body public var user: Playground.NewUser

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - root: The path of the user.
    ///   - errorRoot: The path of the error.
    ///   - status: The status of the answer, from 200 to 599.
    public init(
        _ user: Playground.NewUser,
        root: MemberPath? = nil,
        errorRoot: MemberPath? = nil,
        status: Within<200, 599>? = nil
    ) {
        self.user = user
        self.root = root
        self.errorRoot = errorRoot
        self.status = status
    }
}
