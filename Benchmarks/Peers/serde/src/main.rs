// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

//! Reads and writes one of the payloads so many times, and prints the nanoseconds of one run:
//! `serde-peer <payload> <json|xml> <decode|encode|parse|text> <file> <runs>`.
//!
//! With `text` it prints what it has read as it writes it, so that nothing can be left out unseen.

mod catalogue;
mod films;
mod formats;
mod map;
mod small;
mod timeline;

use formats::{Failure, Format, Json, Xml};
use serde::de::DeserializeOwned;
use serde::Serialize;
use std::arch::asm;
use std::io::{stdout, Write};
use std::time::Instant;

/// An operation, to be done so often with a text.
struct Task {
    operation: String,
    text: Vec<u8>,
    runs: u32,
}

impl Task {
    /// Does the operation with a type in a format.
    fn perform<F: Format, T: Serialize + DeserializeOwned>(&self) -> Result<(), Failure> {
        let decode = || F::decode::<T>(&self.text);
        match self.operation.as_str() {
            "decode" => self.time(decode),
            "encode" => {
                let value = decode()?;
                self.time(|| F::encode(&value))
            }
            "parse" => self.time(|| F::parse(&self.text)),
            "text" => Ok(stdout().write_all(&F::encode(&decode()?)?)?),
            other => Err(format!("there is no operation {other}").into()),
        }
    }

    /// Prints the time of a run. As many runs before it warm up, as they do in the process that this one is beside.
    fn time<V>(&self, run: impl Fn() -> Result<V, Failure>) -> Result<(), Failure> {
        for _ in 0..self.runs {
            keep(&run()?);
        }
        let start = Instant::now();
        for _ in 0..self.runs {
            keep(&run()?);
        }
        println!("{:.1}", start.elapsed().as_nanos() as f64 / f64::from(self.runs));
        Ok(())
    }
}

/// Has the compiler believe that a value is used; `black_box` is younger than Debian's Rust.
fn keep<V>(value: &V) {
    // Safety: it is an empty instruction, which is told an address.
    unsafe { asm!("/* {0} */", in(reg) value as *const V, options(nostack, preserves_flags)) }
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [payload, format, operation, file, runs] = arguments.as_slice() else {
        return Err("a payload, its format, an operation, a file and a number are asked for".into());
    };
    let text = std::fs::read(file)?;
    let task = Task { operation: operation.clone(), text, runs: runs.parse()? };
    match (payload.as_str(), format.as_str()) {
        ("films", "json") => task.perform::<Json, Vec<films::Film>>(),
        ("films", "xml") => task.perform::<Xml, films::Films>(),
        ("timeline", "json") => task.perform::<Json, timeline::Timeline>(),
        ("catalogue", "json") => task.perform::<Json, catalogue::Catalogue>(),
        ("map", "json") => task.perform::<Json, map::Map>(),
        ("weather", "json") => task.perform::<Json, small::Weather>(),
        ("product", "json") => task.perform::<Json, small::Product>(),
        _ => Err(format!("there is no payload {payload} in {format}").into()),
    }
}
