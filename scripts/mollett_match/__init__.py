"""Matches and tournaments between Othello and classic Reversi programs.

The package is the referee: it has rules and a clock of its own and trusts no engine's word about
legality, score or time. It imports nothing outside the standard library except in ``cluster`` (Dask)
and ``picture`` (matplotlib), which say so when their package is missing.

Layers, lowest first (a module names only modules above it in this list)::

    board, diagram            rules of both games; squares and position text
    process, guard            one child process; the keeper that outlives a killed runner
    clock, spec               time controls; what the user said about one engine
    failure, gtp, nboard      what can go wrong with an engine; the two languages engines speak
    opening, game             start lines; one refereed game
    elo, sprt                 statistics
    record, transcript        results as JSON lines; SGF, GGF and PGN-like text
    schedule, runner, table   which games; playing them at once; the live table
    chart, report, picture    the report
    compliance, cluster, arena, generator, clock_plot   the other jobs
"""
