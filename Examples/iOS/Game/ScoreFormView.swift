// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens
import SwiftUI

/// The form that sends a score.
struct ScoreFormView: View {
    @State private var model: ScoreFormModel

    init(calls: ScoreCalls) {
        _model = State(initialValue: ScoreFormModel(calls))
    }

    var body: some View {
        NavigationStack {
            Form {
                if let error = model.state.submission.error {
                    ErrorRow(error: error)
                }
                TextRow(
                    title: "score.name",
                    text: $model.form.name,
                    error: model.state.fieldError(of: "name")
                )
                TextRow(
                    title: "score.total",
                    text: $model.form.total,
                    error: model.state.fieldError(of: "total")
                )
                Picker("game.way", selection: $model.way) {
                    ForEach(ScoreCalls.SendingWay.allCases, id: \.self) { way in
                        Text(verbatim: way.rawValue.uppercased())
                    }
                }
                Button("button.send") {
                    Task { await model.send() }
                }
                .disabled(model.state.submission.isLoading)
                if let score = model.state.submission.value {
                    Text("score.kept \(score.id)")
                }
            }
            .navigationTitle("game.send")
        }
    }
}
