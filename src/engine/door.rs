//! The languages a client may speak: how each is read, what its lines do to a
//! search that runs, and the frame around its replies. What the commands mean is
//! the business of the session.

use super::task::Purpose;
use mollett_protocol::{
    Command, Line, OpenReply, ParseError, Plain, Reply, RequestId, cassio, nboard, parse_line,
};
use std::fmt::Display;

/// A language of conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// GTP 2 with the commands of this program.
    Gtp,
    /// That of the GUI NBoard.
    Nboard,
    /// That of the GUI Cassio.
    Cassio,
}

/// What is asked, in the words of one of the languages.
#[derive(Debug)]
pub(super) enum Request {
    Gtp(Command),
    Nboard(nboard::Command),
    Cassio(cassio::Command),
    /// Whether the engine lives: the empty line of Cassio.
    Alive,
}

/// What a line does to searches requested before it, at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    None,
    /// Ends them.
    Stop,
    /// Nothing more is read; what is bounded is still searched.
    Quit,
    /// Nothing more is read, and they end.
    Leave,
}

/// What is answered at once, out of turn, to a line that comes while a search runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    /// Nothing: the end of the search is the answer.
    Nothing,
    /// That the engine lives.
    Alive,
    /// How far the search has got.
    Progress,
}

/// A line as it was understood.
#[derive(Debug)]
pub(super) struct Heard {
    /// The id to answer with.
    pub(super) id: Option<RequestId>,
    /// What is asked, or what is wrong with the line; `None`: no reply is due.
    pub(super) request: Option<Result<Request, ParseError>>,
    pub(super) effect: Effect,
    /// `None`: the line waits for its turn.
    pub(super) beside: Option<Beside>,
}

impl Heard {
    const NOTHING: Self = Self {
        id: None,
        request: None,
        effect: Effect::None,
        beside: None,
    };

    fn request(request: Request) -> Self {
        Self {
            request: Some(Ok(request)),
            ..Self::NOTHING
        }
    }

    fn bad(error: ParseError) -> Self {
        Self {
            request: Some(Err(error)),
            ..Self::NOTHING
        }
    }
}

impl Door {
    /// Reads a line.
    pub(super) fn hear(self, bytes: &[u8]) -> Heard {
        match self {
            Self::Gtp => hear_gtp(bytes),
            Self::Nboard => hear_nboard(bytes),
            Self::Cassio => hear_cassio(bytes),
        }
    }

    /// All bytes of a reply.
    pub(super) fn success(self, id: Option<RequestId>, text: impl Display) -> String {
        match self {
            Self::Gtp => Reply::success(id, text).to_string(),
            Self::Nboard => lines(&text.to_string()),
            Self::Cassio => lines(&text.to_string()) + "ready.\n",
        }
    }

    /// All bytes of the reply to what cannot be done.
    pub(super) fn failure(self, id: Option<RequestId>, message: impl Display) -> String {
        match self {
            Self::Gtp => Reply::failure(id, message).to_string(),
            Self::Nboard => lines(&format!("status Error: {}", one_line(message))),
            Self::Cassio => lines(&format!("ERROR: {}", one_line(message))) + "ready.\n",
        }
    }

    /// All bytes of the reply to a line that is no command.
    pub(super) fn refusal(self, id: Option<RequestId>, error: &ParseError) -> String {
        match (self, error) {
            (Self::Cassio, ParseError::UnknownCommand { name }) => {
                let name: String = name.chars().take(40).collect();
                self.failure(id, format!("{error} {name}"))
            }
            _ => self.failure(id, error),
        }
    }

    /// All bytes of the last reply.
    pub(super) fn farewell(self, id: Option<RequestId>) -> String {
        match self {
            Self::Gtp => self.success(id, ""),
            Self::Nboard => String::new(),
            Self::Cassio => lines("bye bye."),
        }
    }
}

/// A reply that is written piece by piece.
#[derive(Debug)]
pub(super) enum OpenAnswer {
    Gtp(OpenReply),
    /// Of NBoard, whose status line says that it is open.
    Status,
}

impl OpenAnswer {
    /// Begins the reply for a search with this purpose.
    pub(super) fn begin(id: Option<RequestId>, purpose: Purpose) -> (Self, String) {
        let status = |what: &str| (Self::Status, lines(&format!("status mollett is {what}")));
        match purpose {
            Purpose::NboardGo => status("thinking"),
            Purpose::NboardHint | Purpose::NboardReview(_) => status("analyzing"),
            _ => {
                let (reply, begin) = OpenReply::begin(id);
                (Self::Gtp(reply), begin)
            }
        }
    }

    /// More of it.
    pub(super) fn line(&mut self, text: &str) -> String {
        match self {
            Self::Gtp(reply) => reply.line(text),
            Self::Status => lines(text),
        }
    }

    /// Its end.
    pub(super) fn end(self) -> String {
        match self {
            Self::Gtp(reply) => reply.end(),
            Self::Status => lines("status"),
        }
    }
}

/// The text with a line end, or nothing.
fn lines(text: &str) -> String {
    match text {
        "" => String::new(),
        text => format!("{text}\n"),
    }
}

fn one_line(message: impl Display) -> String {
    message.to_string().replace(char::is_control, "?")
}

fn hear_gtp(bytes: &[u8]) -> Heard {
    match parse_line(bytes) {
        Line::Empty | Line::Comment => Heard::NOTHING,
        Line::Interrupt => Heard {
            effect: Effect::Stop,
            ..Heard::NOTHING
        },
        Line::Bad { id, error } => Heard {
            id,
            ..Heard::bad(error)
        },
        Line::Request(request) => {
            let effect = match request.command {
                Command::Stop => Effect::Stop,
                Command::Quit => Effect::Quit,
                _ => Effect::None,
            };
            Heard {
                id: request.id,
                effect,
                ..Heard::request(Request::Gtp(request.command))
            }
        }
    }
}

fn hear_nboard(bytes: &[u8]) -> Heard {
    match nboard::parse_line(bytes) {
        // Later versions may send what this one does not know.
        Plain::Empty | Plain::Bad(ParseError::UnknownCommand { .. }) => Heard::NOTHING,
        Plain::Bad(error) => Heard::bad(error),
        Plain::Command(command) => {
            let effect = match command {
                nboard::Command::Ping { .. } => Effect::Stop,
                nboard::Command::Quit => Effect::Leave,
                _ => Effect::None,
            };
            Heard {
                effect,
                ..Heard::request(Request::Nboard(command))
            }
        }
    }
}

fn hear_cassio(bytes: &[u8]) -> Heard {
    match cassio::parse_line(bytes) {
        Plain::Empty => Heard {
            beside: Some(Beside::Alive),
            ..Heard::request(Request::Alive)
        },
        Plain::Bad(error) => Heard::bad(error),
        Plain::Command(command) => {
            let (effect, beside) = match command {
                cassio::Command::Stop => (Effect::Stop, Some(Beside::Nothing)),
                cassio::Command::SearchInfos => (Effect::None, Some(Beside::Progress)),
                cassio::Command::Quit => (Effect::Leave, None),
                _ => (Effect::None, None),
            };
            Heard {
                effect,
                beside,
                ..Heard::request(Request::Cassio(command))
            }
        }
    }
}
