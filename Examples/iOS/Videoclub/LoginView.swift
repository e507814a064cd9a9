// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens
import SwiftUI

/// The login form, which says what the login is needed for.
struct LoginView: View {
    @Bindable var session: MemberSession

    var body: some View {
        NavigationStack {
            Form {
                if let error = session.state.error {
                    ErrorRow(error: error)
                }
                if let purpose = session.state.purpose {
                    Text(LocalizedStringKey("login.for." + purpose.rawValue))
                }
                TextField("login.user", text: $session.user)
                    .textInputAutocapitalization(.never)
                    .textContentType(.username)
                FieldErrorText(error: session.state.error?.fieldError(of: "user"))
                SecureField("login.password", text: $session.password)
                    .textContentType(.password)
                FieldErrorText(error: session.state.error?.fieldError(of: "password"))
            }
            .navigationTitle("login.title")
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button("button.cancel") { session.dismiss() }
                }
                ToolbarItem(placement: .confirmationAction) {
                    Button("login.logIn") { session.submit() }
                        .disabled(session.state.isChecking)
                }
            }
        }
    }
}
