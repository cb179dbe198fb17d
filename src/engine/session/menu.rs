//! The menu of GoGui.

/// What GoGui offers in its menu: type, label, command.
pub(super) const ANALYZE_COMMANDS: &str = "plist/Legal moves/mollett-legal_moves\n\
    string/Evaluation/mollett-eval\n\
    gfx/Best moves on the board/mollett-hint_gfx 64\n\
    hstring/Best moves/mollett-hint 64\n\
    hstring/Solve/mollett-solve\n\
    hstring/Solve for win, loss or draw/mollett-solve_wld\n\
    gfx/Regions and who moves last in them/mollett-regions_gfx\n\
    hstring/Regions/mollett-regions\n\
    string/Final score/final_score\n\
    hstring/Board/showboard\n\
    string/Position/mollett-position\n\
    string/Transcript/mollett-transcript\n\
    hstring/Options/mollett-option\n\
    param/Set options/mollett-param\n\
    none/Load a game/loadsgf %r\n\
    none/Save the game/savesgf %w";
