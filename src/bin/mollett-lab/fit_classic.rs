//! `mollett-lab fit-classic`: adds the classic part to a weight file.

use mollett::lab::chunk;
use mollett::lab::classic::Equations;
use mollett::lab::sample;
use mollett::lab::weight_file::with_classic;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// Fits what the classic game adds on classic games, whatever weights it is added
/// to; scores of Othello stay as they are.
#[derive(clap::Args)]
pub struct FitClassic {
    /// Directories of chunks.
    #[arg(long, num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// The weight file to add to; a classic part it has is replaced.
    #[arg(long, value_name = "FILE")]
    start: PathBuf,
    /// The weight file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl FitClassic {
    /// Sums up, fits, writes, and prints errors and the part itself.
    pub fn run(self) -> io::Result<()> {
        let evaluation = super::fit::evaluation(Some(&self.start))?;
        let mut equations = Equations::default();
        let chunks = sample::chunks(&self.data)?;
        let bar = super::bar(Some(chunks.len() as u64), "reading");
        for path in &chunks {
            equations.add(&chunk::read(path)?, evaluation.weights());
            bar.inc(1);
        }
        bar.finish_and_clear();
        let (learn, held_out) = equations.counts();
        log::info!(
            "{} chunks: {learn} boards to learn from, {held_out} held out",
            chunks.len()
        );
        if learn == 0 {
            let message = "no classic games: --data must name directories with .rec files";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let (part, errors) = equations.fit();
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "empties  boards  Othello  share, discs  supply   share   disc   supply -2 to +2"
        )?;
        for row in errors {
            let correction = &part.0[row.empties as usize];
            let discs = |value: i16| f64::from(value) / 128.0;
            let supply: Vec<String> = correction.supply[6..11]
                .iter()
                .map(|&value| format!("{:+6.2}", discs(value)))
                .collect();
            writeln!(
                out,
                "{:>7} {:>7} {:>8.3} {:>13.3} {:>7.3} {:>7.3} {:>6.3}  {}",
                row.empties,
                row.boards,
                row.othello,
                row.without_supply,
                row.whole,
                f64::from(correction.share) / 256.0,
                discs(correction.disc) / 256.0,
                supply.join(" ")
            )?;
        }
        let file = fs::read(&self.start)?;
        let file = with_classic(&file, &part).map_err(io::Error::other)?;
        fs::write(&self.out, &file)?;
        log::info!("{}: {} bytes", self.out.display(), file.len());
        Ok(())
    }
}
