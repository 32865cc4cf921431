#!/usr/bin/python3
"""Draws a stepload result: power in three zooms, ramps, POI voltage and frequency, temperatures, storage, renewables.

    plot.py RESULT.h5 [-o OUT.png|.pdf|.svg] [--at SECONDS]

Shaded bands are the minimum and maximum of what is too fine for the picture: no spike is lost."""
import argparse
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter  # noqa: E402

sys.path.insert(0, str(Path(__file__).resolve().parent))
import stepload  # noqa: E402

# Okabe and Ito's colour-blind-safe set.
BLUE, ORANGE, GREEN, RED, SKY, PURPLE, BLACK = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#222222")
POWER = (("it_power", "IT", BLUE), ("facility_power", "facility", GREEN), ("poi_power", "POI", RED))
DECADES = 1e5  # shown of the ramps, below the largest
PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""))
STYLE = {
    "figure.facecolor": "white", "font.size": 9.5, "font.family": "DejaVu Sans", "axes.titlesize": 10.5,
    "axes.titleweight": "bold", "axes.titlelocation": "left", "axes.labelcolor": "#444444", "axes.edgecolor": "#bbbbbb",
    "axes.grid": True, "grid.color": "#e8e8e8", "grid.linewidth": 0.7, "axes.axisbelow": True, "axes.spines.top": False,
    "axes.spines.right": False, "xtick.color": "#555555", "ytick.color": "#555555", "legend.frameon": False,
    "lines.linewidth": 1.3, "lines.solid_joinstyle": "round", "axes.xmargin": 0.0, "path.simplify": True,
    "svg.fonttype": "none",
}


def prefix(largest, unit):
    """Scale and unit with the SI prefix that suits the largest value."""
    if unit not in ("W", "V A", "var", "J", "V", "A", "W s-1"):
        return 1.0, {"1": "", "degC": "°C", "degree": "°"}.get(unit, unit)
    scale, letter = next(((s, p) for s, p in PREFIXES if abs(largest) >= s), (1.0, ""))
    return scale, letter + {"V A": "VA"}.get(unit, unit)


def time_scale(span_s):
    """Divisor and unit of a time axis of this length."""
    if span_s > 3 * 86400:
        return 86400.0, "days"
    if span_s > 3 * 3600:
        return 3600.0, "h"
    if span_s > 600:
        return 60.0, "min"
    return 1.0, "s"


def peak(*traces):
    return max((float(np.nanmax(np.abs([np.nanmin(t.min), np.nanmax(t.max)]))) for t in traces if len(t)), default=0.0)


def draw(ax, trace, scale, divisor, color, label, wide=False):
    """The mean as a line inside the band of the extremes; a wide one shows behind one that lies on it."""
    at = trace.time / divisor
    if wide:
        ax.plot(at, trace.mean / scale, color=color, alpha=0.35, linewidth=3.5)
    if not trace.exact:
        # with an edge: a dip of a few samples is narrower than a pixel and must still show
        ax.fill_between(at, trace.min / scale, trace.max / scale, color=color, alpha=0.25, linewidth=0.6, rasterized=True)
    ax.plot(at, trace.mean / scale, color=color, label=label, linewidth=1.3 if len(trace) < 1200 else 0.9)


def same(a, b):
    return len(a) == len(b) and all(np.allclose(x, y, rtol=1e-6, atol=0) for x, y in ((a.mean, b.mean), (a.max, b.max)))


def draw_channels(ax, run, channels, t0=None, t1=None, points=2500, wide=None):
    """Several channels of one unit, the one labelled `wide` visible behind another; returns the label of the y axis, or None when the file has none of them."""
    here = []
    for name, label, color in channels:
        trace = run.trace(name, t0, t1, points) if name in run.channels() else None
        if trace is None or not np.isfinite(trace.mean).any() or any(same(trace, t) for t, _, _ in here if not wide):
            continue
        here.append((trace, label, color))
    if not here:
        return None
    span = (t1 if t1 is not None else run.duration_s) - (t0 or 0.0)
    divisor, unit_of_time = time_scale(span)
    scale, unit = prefix(peak(*(t for t, _, _ in here)), here[0][0].unit)
    for trace, label, color in here:
        draw(ax, trace, scale, divisor, color, label, label == wide)
    ax.set_xlim((t0 or 0.0) / divisor, (t1 if t1 is not None else run.duration_s) / divisor)
    ax.set_xlabel(f"time ({unit_of_time})")
    ax.set_ylabel(unit)
    return unit


def has(run, *channels):
    """Whether any of these channels is in the file and ever differs from zero."""
    known = run.channels()
    return any(c in known and peak(run.trace(c, points=64)) > 0 for c in channels)


def steepest(run, name, window_s):
    """Middle (s) and size (W) of the channel's largest change within the window, found on the pyramid and then refined."""
    trace = run.trace(name, points=min(50_000, max(2000, int(4 * run.duration_s / window_s))))
    if len(trace) < 2:
        return run.duration_s / 2, 0.0
    lag = min(len(trace) - 1, max(1, round(window_s / (trace.time[1] - trace.time[0]))))
    change = np.abs(trace.mean[lag:] - trace.mean[:-lag])
    if not np.isfinite(change).any():
        return run.duration_s / 2, 0.0
    at = int(np.nanargmax(change))
    near = run.trace(name, trace.time[at], trace.time[at + lag], points=2000)
    short = max(1, len(near) // 20)
    if len(near) > 2 * short:
        i = int(np.argmax(np.abs(near.mean[short:] - near.mean[:-short])))
        return float(near.time[i] + near.time[i + short]) / 2, float(change[at])
    return float(trace.time[at] + trace.time[at + lag]) / 2, float(change[at])


def biggest_ramp(run):
    """Where to zoom (s), and what that is: the POI's biggest ramp within about a second; the facility's where storage
    or smoothing keeps the POI flat, because that is where something happened."""
    window_s, poi_w, poi_at = max(1.0, 2 * run.step_s), 0.0, None
    try:
        ramps = run.ramps
        window = np.asarray(ramps["window"])
        row = int(np.nanargmin(np.abs(np.log(window / window_s))))
        up, down = (abs(float(ramps[k][row])) for k in ("worst_up", "worst_down"))
        end = float(ramps["worst_up_time" if up >= down else "worst_down_time"][row])
        if np.isfinite(end):
            window_s, poi_w, poi_at = float(window[row]), max(up, down), end - float(window[row]) / 2
    except (KeyError, ValueError):
        pass
    known = run.channels()
    if poi_at is None and "poi_power" in known:
        poi_at, poi_w = steepest(run, "poi_power", window_s)
    for name, label in (("facility_power", "facility"), ("it_power", "IT")):
        if name in known:
            at, size_w = steepest(run, name, window_s)
            if poi_at is None or poi_w < 0.5 * size_w:
                return at, f"the biggest ramp of {label} power"
            break
    return (run.duration_s / 2, "the middle") if poi_at is None else (poi_at, "the biggest ramp")


def around(run, middle, span):
    span = min(span, run.duration_s)
    start = min(max(0.0, middle - span / 2), run.duration_s - span)
    return start, start + span


def mark_events(ax, run, t0, t1, names):
    """Thin lines where something happened; names only where there is room."""
    try:
        events = run.events
        when, what = np.asarray(events["time"], dtype=float), [str(k) for k in np.asarray(events["type"])]
    except (KeyError, ValueError):
        return
    divisor, _ = time_scale(t1 - t0)
    shown = [(t, k) for t, k in zip(when, what) if t0 <= t <= t1]
    if len(shown) > 60:
        return
    last = -1e9
    for t, kind in shown:
        ax.axvline(t / divisor, color="#777777", linewidth=0.9, linestyle=(0, (2, 3)), zorder=0)
        if names and t - last > 0.05 * (t1 - t0):
            right = t > t1 - 0.08 * (t1 - t0)
            ax.annotate(kind.replace("_", " "), (t / divisor, 1.0), xycoords=("data", "axes fraction"), fontsize=7.5,
                        color="#666666", xytext=(-3 if right else 3, -3), textcoords="offset points", va="top",
                        ha="right" if right else "left", backgroundcolor="#ffffffb0")
            last = t


def panel_power(ax, run, t0, t1, title, names=False):
    draw_channels(ax, run, POWER, t0, t1, 4000, wide="facility")
    mark_events(ax, run, t0, t1, names)
    ax.set_title(title)
    low, high = ax.get_ylim()
    ax.set_ylim(min(0.0, low) if low < 0.5 * high else low, high + 0.12 * (high - low))


def power_text(value, _=None):
    """A power on an axis of decades, with the prefix that suits it: 50 W, 2 kW."""
    scale, unit = prefix(value * 1.0000001, "W")
    return f"{value / scale:.4g} {unit}"


def seconds_text(value, _=None):
    """A time in the largest unit that makes it a whole number: 90 s, 2 min, 24 h, 1 d."""
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if value >= size and abs(value / size - round(value / size)) < 1e-6:
            return f"{value / size:.0f} {unit}"
    for size, unit in ((1, "s"), (1e-3, "ms")):
        if value >= size * 0.999:
            return f"{value / size:.4g} {unit}"
    return f"{value * 1e6:.4g} µs"


def legend_above(ax, handles, labels):
    """Between title and axes, where no line runs."""
    rows = -(-len(labels) // 4)
    ax.legend(handles, labels, loc="lower left", bbox_to_anchor=(0.0, 1.0), borderaxespad=0.1, borderpad=0.1, fontsize=8,
              ncol=4, columnspacing=1.1, handlelength=1.3, handletextpad=0.5)
    ax.set_title(ax.get_title(loc="left"), pad=4 + 13 * rows)


def panel_ramps(ax, run):
    ramps = run.ramps
    window = np.asarray(ramps["window"])
    up, down = (np.abs(np.asarray(ramps[k], dtype=float)) for k in ("worst_up", "worst_down"))
    if not np.isfinite(window).any() or not (np.nanmax(up, initial=0) > 0 or np.nanmax(down, initial=0) > 0):
        return False
    largest = max(np.nanmax(up), np.nanmax(down))
    for values, color, label, marker in ((up, RED, "up", "^"), (down, BLUE, "down", "v")):
        ax.loglog(window, np.where(values > 0, values, np.nan), color=color, marker=marker, markersize=4, label=label)
    ax.xaxis.set_major_formatter(FuncFormatter(seconds_text))
    ax.yaxis.set_major_formatter(FuncFormatter(power_text))
    ax.margins(0.05)
    low, high = ax.get_ylim()
    ax.set_ylim(max(low, largest / DECADES), high)  # below that is rounding
    ax.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if high / ax.get_ylim()[0] < 1e3 else (1,)))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_minor_formatter(NullFormatter())
    ax.set_xlabel("window")
    ax.set_ylabel("|ΔP|")
    ax.set_title("Worst ramp at the POI against its window")
    legend_above(ax, *ax.get_legend_handles_labels())
    return True


def simple_panel(title, channels, always=False):
    """A panel of one unit; it is drawn when its channels are there and, unless `always`, not all zero."""
    def panel(ax, run):
        names = [name for name, _, _ in channels]
        if not (any(n in run.channels() for n in names) if always else has(run, *names)):
            return False
        draw_channels(ax, run, channels if always else [c for c in channels if has(run, c[0])])
        ax.set_title(title)
        ax.ticklabel_format(axis="y", useOffset=False)
        least = {"poi_voltage": 2e-3, "grid_frequency": 2e-2}.get(channels[0][0], 0.0)
        low, high = ax.dataLim.intervaly
        if high - low < least:  # a flat line is not magnified to its rounding
            ax.set_ylim((low + high - least) / 2, (low + high + least) / 2)
        low, high = ax.get_ylim()
        if channels[0][0] == "solar_power":
            low, high = 0.0, 1.05 * ax.dataLim.intervaly[1]
        ax.set_ylim(low, high)
        if len(ax.lines) > 1 or len(channels) > 2:
            legend_above(ax, *ax.get_legend_handles_labels())
        return True
    return panel


def panel_storage(ax, run):
    if not has(run, "storage_power"):
        return False
    draw_channels(ax, run, (("storage_power", "power, discharging > 0", PURPLE),))
    ax.set_title("Storage power and state of charge")
    handles, labels = ax.get_legend_handles_labels()
    if "storage_soc" in run.channels():
        soc = ax.twinx()
        soc.grid(False)
        soc.spines["right"].set_visible(True)
        divisor, _ = time_scale(run.duration_s)
        draw(soc, run.trace("storage_soc", points=2500), 0.01, divisor, BLACK, "state of charge")
        soc.set_ylabel("%")
        soc.set_ylim(0, 100)
        more = soc.get_legend_handles_labels()
        handles, labels = handles + more[0], labels + more[1]
    legend_above(ax, handles, labels)
    return True


PANELS = (
    panel_ramps,
    simple_panel("POI voltage (pu)", (("poi_voltage", "mean", RED),
                                      ("poi_voltage_min_phase", "lowest phase", SKY)), always=True),
    simple_panel("Grid frequency", (("grid_frequency", "frequency", BLUE),), always=True),
    simple_panel("Temperatures", (("accelerator_temperature_max", "hottest accelerator", RED),
                                  ("coolant_supply_temperature", "coolant", BLUE),
                                  ("outdoor_dry_bulb", "dry bulb", ORANGE),
                                  ("outdoor_wet_bulb", "wet bulb", SKY)), always=True),
    panel_storage,
    simple_panel("Solar and wind", (("solar_power", "solar", ORANGE), ("wind_power", "wind", SKY),
                                    ("solar_available_power", "solar available", "#bbbbbb"))),
)


def title_of(run):
    name = run.attrs.get("title") or run.path.stem
    sha, status = str(run.attrs.get("scenario_sha256", ""))[:8], str(run.attrs.get("run_status", ""))
    parts = [f"scenario {sha}" if sha else "", str(run.attrs.get("source", "")),
             f"step {seconds_text(run.step_s)}", "" if status == "complete" else status]
    return name, " · ".join(p for p in parts if p)


def usable_panels(run):
    """Draws each panel once on a scratch figure to learn which have something to show."""
    found = []
    for panel in PANELS:
        figure, ax = plt.subplots()
        try:
            if panel(ax, run):
                found.append(panel)
        except KeyError:
            pass
        plt.close(figure)
    return found


def draw_figure(run, at=None):
    panels = usable_panels(run)
    rows = 2 + -(-len(panels) // 3)
    height = 3.3 * rows + 0.75
    figure = plt.figure(figsize=(14, height), layout="constrained")
    figure.get_layout_engine().set(rect=(0, 0, 1, 1 - 0.75 / height), hspace=0.03, wspace=0.03)
    name, detail = title_of(run)
    figure.text(0.012, 1 - 0.28 / height, name, fontsize=16, fontweight="bold", ha="left", va="center")
    figure.text(0.012, 1 - 0.58 / height, detail, fontsize=9, color="#666666", ha="left", va="center")
    rows_of = figure.subfigures(rows, 1)
    whole = rows_of[0].subplots()
    panel_power(whole, run, 0.0, run.duration_s, f"Power, whole run ({seconds_text(run.duration_s)})", names=True)
    whole.legend(loc="upper right", ncol=3, bbox_to_anchor=(1.0, 1.13))
    middle, where = biggest_ramp(run) if at is None else (at, seconds_text(at))
    step = run.step_s
    spans = (max(run.duration_s / 6 if run.duration_s < 120 else 20.0, 200 * step), max(2.0, 20 * step))
    for ax, span in zip(rows_of[1].subplots(1, 2), spans):
        zoom = around(run, middle, span)
        panel_power(ax, run, *zoom, f"Power, {seconds_text(zoom[1] - zoom[0])} around {where}")
        whole.axvspan(*(z / time_scale(run.duration_s)[0] for z in zoom), color="#000000", alpha=0.06, linewidth=0)
    for i in range(0, len(panels), 3):
        axes = rows_of[2 + i // 3].subplots(1, 3)
        for ax, panel in zip(axes, panels[i:i + 3]):
            panel(ax, run)
        for ax in axes[len(panels) - i:]:
            ax.set_axis_off()
    return figure


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("result", help="result file (.h5 or .h5.part)")
    parser.add_argument("-o", "--output", help="picture: .png, .pdf or .svg (default: beside the result, .png)")
    parser.add_argument("--at", type=float, metavar="S", help="middle of the zooms, seconds since the start")
    options = parser.parse_args(arguments)
    target = Path(options.output) if options.output else Path(options.result).with_suffix(".png")
    try:
        with stepload.open(options.result) as run, plt.rc_context(STYLE):
            if "site/time" not in run.file or not run.duration_s > 0:
                print(f"plot: {options.result} holds no samples yet", file=sys.stderr)
                return 1
            figure = draw_figure(run, options.at)
            figure.savefig(target, dpi=110, facecolor="white")
            plt.close(figure)
    except (OSError, KeyError) as e:
        print(f"plot: {e}", file=sys.stderr)
        return 4
    print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
