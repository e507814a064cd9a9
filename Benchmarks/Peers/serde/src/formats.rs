// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

//! The two formats, from bytes and to bytes.

use quick_xml::events::Event;
use quick_xml::Reader;
use serde::de::DeserializeOwned;
use serde::Serialize;
use std::error::Error;
use std::str::from_utf8;

/// Anything that goes wrong; it ends the program.
pub type Failure = Box<dyn Error>;

/// A format of texts.
pub trait Format {
    /// Reads a text to a type that holds nothing of it.
    fn decode<T: DeserializeOwned>(text: &[u8]) -> Result<T, Failure>;
    /// Writes a value.
    fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>, Failure>;
    /// Reads all of a text to no type, and counts the bytes of its content.
    fn parse(text: &[u8]) -> Result<usize, Failure>;
}

/// JSON by serde_json.
pub struct Json;

impl Format for Json {
    fn decode<T: DeserializeOwned>(text: &[u8]) -> Result<T, Failure> {
        Ok(serde_json::from_slice(text)?)
    }

    fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>, Failure> {
        Ok(serde_json::to_vec(value)?)
    }

    fn parse(_: &[u8]) -> Result<usize, Failure> {
        Err("JSON is not parsed without a type".into())
    }
}

/// XML by quick-xml.
pub struct Xml;

impl Format for Xml {
    fn decode<T: DeserializeOwned>(text: &[u8]) -> Result<T, Failure> {
        Ok(quick_xml::de::from_str(from_utf8(text)?)?)
    }

    fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>, Failure> {
        Ok(quick_xml::se::to_string(value)?.into_bytes())
    }

    /// Reads the events, with the attributes and references that quick-xml leaves unread until one asks for them.
    fn parse(text: &[u8]) -> Result<usize, Failure> {
        let mut reader = Reader::from_str(from_utf8(text)?);
        let mut count = 0;
        loop {
            match reader.read_event()? {
                Event::Start(tag) | Event::Empty(tag) => {
                    for attribute in tag.attributes() {
                        count += attribute?.unescape_value()?.len();
                    }
                }
                Event::Text(text) => count += text.unescape()?.len(),
                Event::Eof => return Ok(count),
                _ => {}
            }
        }
    }
}
