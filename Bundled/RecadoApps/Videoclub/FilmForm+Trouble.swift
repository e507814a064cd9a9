// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoScreens

extension FilmForm {
    /// Finds out whether the service could take it.
    ///
    /// - Throws: The errors of the fields in words.
    public func check() throws(Trouble) {
        let complaints = errors.map(Trouble.Complaint.init)
        guard !complaints.isEmpty else { return }
        throw Trouble(
            .invalid,
            Phrase(
                "Falta algo o algo no cabe. No se ha guardado nada todavía.",
                en: "Something is missing or too long. Nothing has been saved yet."
            ),
            complaints: complaints
        )
    }
}
