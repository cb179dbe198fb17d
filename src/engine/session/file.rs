//! Games from files and into them.

use super::super::session_error::SessionError;
use super::Session;
use crate::formats::{GameRecord, load, names_beside, read, save, sgf};
use std::path::Path;

impl Session {
    /// The game of a file of any format, up to before a move counted from 1. The
    /// rules in use stay; of several games it is the first.
    ///
    /// # Errors
    /// A file that cannot be read, or not as one of this game; nothing has changed then.
    pub(super) fn load_game(
        &mut self,
        path: &str,
        number: Option<u32>,
    ) -> Result<String, SessionError> {
        let fault = |fault: String| SessionError::File(format!("cannot load file: {fault}"));
        let path = Path::new(path);
        no_pipe(path).map_err(fault)?;
        let bytes = load(path).map_err(|error| SessionError::File(error.to_string()))?;
        let rules = Some(self.game.rules());
        let reading = read(&bytes, None, rules, &names_beside(path));
        let reading = reading.map_err(|error| fault(error.to_string()))?;
        let Some(mut record) = reading.games.into_iter().next() else {
            return Err(fault("there is no game in it".to_owned()));
        };
        if record.rules() != self.game.rules() {
            return Err(fault(format!("it is a game of {}", record.rules())));
        }
        if let Some(number) = number.and_then(|number| usize::try_from(number).ok()) {
            record.plies.truncate(number.saturating_sub(1));
        }
        let game = record.replay();
        self.game = game.map_err(|(_, error)| fault(error.to_string()))?;
        self.clocks.restart();
        Ok(String::new())
    }

    /// Writes the game as SGF.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn save_game(&self, path: &str) -> Result<String, SessionError> {
        let fault = |fault: String| SessionError::File(format!("cannot save file: {fault}"));
        let file = Path::new(path);
        no_pipe(file).map_err(fault)?;
        let text = sgf::write(&GameRecord::of_game(&self.game));
        save(file, text.as_bytes())
            .map(|()| String::new())
            .map_err(|error| fault(format!("'{path}': {error}")))
    }
}

/// Refuses what is there and no file: a pipe may never end, or never be read.
fn no_pipe(path: &Path) -> Result<(), String> {
    match path.metadata() {
        Ok(data) if !data.is_file() => Err(format!("'{}' is not a file", path.display())),
        _ => Ok(()),
    }
}
