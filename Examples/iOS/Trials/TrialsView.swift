// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoScreens
import SwiftUI

/// The choice of a simulated response, and of the rules by which it is read.
struct TrialsView: View {
    @Bindable var model: PlaygroundModel

    var body: some View {
        NavigationStack {
            Form {
                if let error = model.state.outcome.error {
                    ErrorRow(error: error)
                }
                if let outcome = model.state.outcome.value {
                    OutcomeView(outcome: outcome)
                }
                answer
                rules
                buttons
            }
            .navigationTitle("trials.title")
        }
    }

    private var answer: some View {
        Section("trials.answer") {
            choice("trials.shape", $model.trial.shape, Playground.Shape.allCases)
            choice("trials.writing", $model.trial.writing, Playground.Writing.allCases)
            Picker("trials.fault", selection: $model.trial.fault) {
                Text("trials.noFault").tag(Playground.Fault?.none)
                ForEach(Playground.Fault.allCases, id: \.self) { fault in
                    Text(verbatim: fault.rawValue).tag(Playground.Fault?.some(fault))
                }
            }
            row("trials.status", $model.trial.status, "status")
            row("trials.root", $model.trial.root, "root")
            row("trials.errorRoot", $model.trial.errorRoot, "errorRoot")
            row("trials.code", $model.trial.code, "code")
            row("trials.delay", $model.trial.delay, "delay")
        }
    }

    private var rules: some View {
        Section("trials.rules") {
            choice("trials.manner", $model.trial.manner, PlaygroundTrial.Manner.allCases)
            choice("trials.reading", $model.trial.reading, PlaygroundTrial.Reading.allCases)
            row("trials.readRoot", $model.trial.readRoot, "readRoot")
            row("trials.readErrorRoot", $model.trial.readErrorRoot, "readErrorRoot")
            Toggle("trials.strict", isOn: $model.trial.isStrictAboutNothing)
        }
    }

    @ViewBuilder private var buttons: some View {
        Button("trials.try") {
            Task { await model.attempt() }
        }
        if model.state.outcome.isLoading {
            Button("button.cancel") { model.cancel() }
        }
    }

    private func choice<Value: RawRepresentable<String> & Hashable>(
        _ title: LocalizedStringKey,
        _ value: Binding<Value>,
        _ values: [Value]
    ) -> some View {
        Picker(title, selection: value) {
            ForEach(values, id: \.self) { Text(verbatim: $0.rawValue) }
        }
    }

    private func row(
        _ title: LocalizedStringKey,
        _ text: Binding<String>,
        _ field: String
    ) -> TextRow {
        TextRow(title: title, text: text, error: model.state.fieldError(of: field))
    }
}
