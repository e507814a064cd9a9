// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

//! The outline of a country: nothing but coordinates.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Map {
    r#type: String,
    features: Vec<Feature>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Feature {
    r#type: String,
    properties: HashMap<String, String>,
    geometry: Geometry,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Geometry {
    r#type: String,
    coordinates: Vec<Vec<Vec<f64>>>,
}
