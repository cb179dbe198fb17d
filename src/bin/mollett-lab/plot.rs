//! `mollett-lab plot`: charts of the errors that fits wrote down.

use mollett::lab::plot::{Chart, Series};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Writes `phase.svg` (error by empty squares after the last pass) and `curve.svg`
/// (error by pass).
#[derive(clap::Args)]
pub struct Plot {
    /// The .csv files of fits, drawn together.
    #[arg(required = true)]
    curves: Vec<PathBuf>,
    /// Directory for the charts.
    #[arg(long)]
    out: PathBuf,
}

/// What one file says.
#[derive(Default)]
struct Curve {
    /// By pass: error while learning and on the boards held out.
    passes: BTreeMap<u32, (f64, f64)>,
    /// By pass and empty squares: error on the boards held out.
    phases: BTreeMap<u32, Vec<(f64, f64)>>,
}

impl Plot {
    /// Reads the curves and writes the charts.
    pub fn run(self) -> io::Result<()> {
        fs::create_dir_all(&self.out)?;
        let (mut by_phase, mut by_pass) = (Vec::new(), Vec::new());
        for path in &self.curves {
            let curve = Curve::read(path)?;
            let name = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if let Some((_, points)) = curve.phases.last_key_value() {
                by_phase.push(Series {
                    name: name.clone(),
                    points: points.clone(),
                });
            }
            let points = |of: fn(&(f64, f64)) -> f64| {
                let passes = curve.passes.iter();
                passes
                    .map(|(&pass, errors)| (pass.into(), of(errors)))
                    .collect()
            };
            by_pass.push(Series {
                name: format!("{name}, learning"),
                points: points(|errors| errors.0),
            });
            by_pass.push(Series {
                name: format!("{name}, held out"),
                points: points(|errors| errors.1),
            });
        }
        let chart = |title: &str, across: &str, series| Chart {
            title: title.into(),
            across: across.into(),
            upwards: "RMSE, discs".into(),
            series,
        };
        let phase = chart("Error by phase, boards held out", "empty squares", by_phase);
        fs::write(self.out.join("phase.svg"), phase.svg())?;
        let curve = chart("Learning curve", "passes over the data", by_pass);
        fs::write(self.out.join("curve.svg"), curve.svg())
    }
}

impl Curve {
    fn read(path: &Path) -> io::Result<Self> {
        let text = fs::read_to_string(path).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        })?;
        let mut curve = Self::default();
        for (number, line) in text.lines().enumerate().skip(1) {
            curve.add(line).ok_or_else(|| {
                let message = format!(
                    "{}:{}: bad line '{line}', need PASS,EMPTIES,BOARDS,RMSE",
                    path.display(),
                    number + 1
                );
                io::Error::new(io::ErrorKind::InvalidData, message)
            })?;
        }
        Ok(curve)
    }

    fn add(&mut self, line: &str) -> Option<()> {
        let mut words = line.split(',');
        let pass: u32 = words.next()?.parse().ok()?;
        let what = words.next()?;
        let error: f64 = words.nth(1)?.parse().ok()?;
        match what {
            "learning" => self.passes.entry(pass).or_default().0 = error,
            "all" => self.passes.entry(pass).or_default().1 = error,
            empties => {
                let empties: u32 = empties.parse().ok()?;
                let phases = self.phases.entry(pass).or_default();
                phases.push((empties.into(), error));
            }
        }
        Some(())
    }
}
