"""Studies of runs: measures, tables, figures, quality scores and case studies. Plays no worlds."""
