//! The name files beside a `.wtb` file: `.JOU` players, `.TRN` tournaments.

use super::super::fault::{Fault, Place, Reason};
use super::{HEADER, Header};

/// A list of names; the games give their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameList {
    header: Header,
    /// Bytes of each name.
    width: usize,
    /// The names one after the other, each ended by a zero byte and filled up.
    body: Vec<u8>,
}

impl NameList {
    /// Bytes of a player's name in the file.
    pub const PLAYER: usize = 20;
    /// Bytes of a tournament's name in the file.
    pub const TOURNAMENT: usize = 26;

    /// Reads a `.JOU` file (`width` [`PLAYER`](Self::PLAYER)) or a `.TRN` file
    /// ([`TOURNAMENT`](Self::TOURNAMENT)).
    ///
    /// # Errors
    /// It is shorter or longer than the names it announces.
    pub fn read(bytes: &[u8], width: usize) -> Result<Self, Fault> {
        let header = Header::read(bytes)?;
        let body = bytes[HEADER..].to_vec();
        if body.len() != usize::from(header.names) * width {
            let what = format!(
                "{} names announced, but {} bytes of names ({width} each)",
                header.names,
                body.len()
            );
            return Err(Fault {
                place: Place::Byte(bytes.len()),
                reason: Reason::Unfit(what),
            });
        }
        Ok(Self {
            header,
            width,
            body,
        })
    }

    /// A list of these names; one that is too long is cut, a character outside
    /// Latin-1 becomes `?`.
    pub(super) fn of(names: &[String], width: usize, made: [u8; 4]) -> Self {
        let mut body = Vec::with_capacity(names.len() * width);
        for name in names {
            let start = body.len();
            let latin = name.chars().map(|c| u8::try_from(c).unwrap_or(b'?'));
            body.extend(latin.filter(|&byte| byte != 0).take(width - 1));
            body.resize(start + width, 0);
        }
        Self {
            header: Header {
                made,
                games: 0,
                names: names.len() as u16,
                year: 0,
                board: 0,
                solitaire: 0,
                depth: 0,
                reserved: 0,
            },
            width,
            body,
        }
    }

    /// The bytes of the file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + self.body.len());
        self.header.write(&mut bytes);
        bytes.extend(&self.body);
        bytes
    }

    /// Number of names.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.body.len() / self.width
    }

    /// Whether there is no name.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.body.is_empty()
    }

    /// The name with this number, from 0.
    #[must_use]
    pub fn name(&self, number: u16) -> Option<String> {
        let bytes = self.body.chunks_exact(self.width).nth(number.into())?;
        let name = bytes.iter().take_while(|&&byte| byte != 0);
        Some(name.map(|&byte| char::from(byte)).collect())
    }
}
