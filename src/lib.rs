//! mollett: an engine for Othello and for the classic Reversi of the 1880s.
