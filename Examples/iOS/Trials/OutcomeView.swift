// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens
import SwiftUI

/// The outcome of a trial, and the reason for it.
struct OutcomeView: View {
    let outcome: PlaygroundOutcome

    var body: some View {
        Section("trials.outcome") {
            result
            reason
        }
    }

    @ViewBuilder private var result: some View {
        switch outcome.result {
        case .users(let users):
            ForEach(users, id: \.self) { user in
                LabeledContent {
                    Text(verbatim: user.name)
                } label: {
                    Text(verbatim: user.code)
                }
            }
        case .nothing: Text("trials.nothing")
        case .error(let error): Text(verbatim: error.description)
        case .failed(let error): ErrorRow(error: error)
        }
    }

    @ViewBuilder private var reason: some View {
        switch outcome.reason {
        case .value(let path): Text("trials.because.value \(path ?? "/")")
        case .nothing: Text("trials.because.nothing")
        case .errorCode(let path, let status):
            Text("trials.because.errorCode \(path ?? "/") \(status)")
        case .errorStatus(let path, let status):
            Text("trials.because.errorStatus \(path ?? "/") \(status)")
        case .noError(let path, let status):
            Text("trials.because.noError \(path ?? "/") \(status)")
        case .unreadable(let status, let detail):
            Text("trials.because.unreadable \(status) \(detail)")
        case nil: EmptyView()
        }
    }
}
