"""The picture: it is drawn from any result, whole or poor, and fast."""
import h5py
import matplotlib.image
import numpy as np
import plot
import pytest


def test_draws_a_picture(result_file, tmp_path, capsys):
    target = tmp_path / "x.png"
    assert plot.main([str(result_file), "-o", str(target)]) == 0
    picture = matplotlib.image.imread(target)
    assert picture.shape[0] > 800 and picture.shape[1] > 800
    assert np.unique(picture[::7, ::7].reshape(-1, picture.shape[2]), axis=0).shape[0] > 20
    assert capsys.readouterr().out.strip() == str(target)


def test_panels_follow_the_channels(synthetic, tmp_path):
    """Without storage, renewables and ramps their panels are gone and the rest is drawn."""
    poor = tmp_path / "poor.h5"
    poor.write_bytes(synthetic.read_bytes())
    with h5py.File(poor, "a") as file:
        for name in ("storage_power", "storage_soc", "solar_power", "wind_power"):
            del file[f"site/{name}"]
        del file["ramps"], file["events"]
    with plot.stepload.open(poor) as run, plot.plt.rc_context(plot.STYLE):
        figure = plot.draw_figure(run)
        titles = [ax.get_title(loc="left") for ax in figure.get_axes()]
        plot.plt.close(figure)
    assert any("whole run" in t for t in titles)
    assert not any("Storage" in t or "Solar" in t or "ramp at" in t for t in titles)
    assert "Temperatures" in titles


@pytest.mark.parametrize("largest, unit, expected", [
    (1.5e8, "W", (1e6, "MW")), (950.0, "W", (1.0, "W")), (2e4, "V A", (1e3, "kVA")), (60.0, "Hz", (1.0, "Hz")),
    (30.0, "degC", (1.0, "°C")), (0.0, "W", (1.0, "W"))])
def test_prefixes(largest, unit, expected):
    assert plot.prefix(largest, unit) == expected


def test_zooms_stay_inside_the_run(synthetic):
    with plot.stepload.open(synthetic) as run:
        assert plot.around(run, 0.1, 2.0) == (0.0, 2.0)
        assert plot.around(run, 59.9, 2.0) == pytest.approx((58.0, 60.0))
        assert plot.around(run, 30.0, 1000.0) == pytest.approx((0.0, 60.0))


def test_zooms_find_the_load_where_the_poi_is_flat(synthetic, tmp_path):
    """A ramp limiter holds the POI: its worst second is anywhere, the load's jumps (at 9 s and 51 s) are not."""
    flat = tmp_path / "flat.h5"
    flat.write_bytes(synthetic.read_bytes())
    with h5py.File(flat, "a") as file:
        for name in ("worst_up", "worst_down"):
            file[f"ramps/{name}"][...] = 1e3
            file[f"ramps/{name}_time"][...] = 30.0
    with plot.stepload.open(flat) as run:
        middle, what = plot.biggest_ramp(run)
    assert min(abs(middle - 9.0), abs(middle - 51.0)) < 0.05 and "facility" in what
    with plot.stepload.open(synthetic) as run:  # the POI moves: its own ramp, which ends at 9 s or 51 s
        middle, what = plot.biggest_ramp(run)
    assert min(abs(middle - 8.5), abs(middle - 50.5)) < 0.05 and "facility" not in what


def test_ramps_are_labelled_with_prefixes(synthetic, tmp_path):
    """Five decades below the largest at most, and no 5e-05 MW."""
    assert [plot.power_text(v) for v in (1e6, 2e3, 50.0, 0.5, 1e5)] == ["1 MW", "2 kW", "50 W", "0.5 W", "100 kW"]
    tiny = tmp_path / "tiny.h5"
    tiny.write_bytes(synthetic.read_bytes())
    with h5py.File(tiny, "a") as file:
        file["ramps/worst_up"][0] = 1e-3
    with plot.stepload.open(tiny) as run:
        figure, ax = plot.plt.subplots()
        assert plot.panel_ramps(ax, run)
        assert ax.get_ylim()[0] == pytest.approx(9e5 / 1e5)
        plot.plt.close(figure)


def test_legends_stand_above_the_axes(synthetic):
    with plot.stepload.open(synthetic) as run, plot.plt.rc_context(plot.STYLE):
        figure = plot.draw_figure(run)
        figure.canvas.draw()
        legends = [ax for ax in figure.get_axes() if ax.get_legend()]
        for ax in legends:
            assert ax.get_legend().get_window_extent().y0 >= ax.get_window_extent().y1 - 1
        assert len(legends) >= 3
        plot.plt.close(figure)


def test_a_file_without_samples_says_so(tmp_path, capsys):
    path = tmp_path / "young.h5.part"
    with h5py.File(path, "w") as file:
        time = file.create_dataset("site/time", shape=(0,), maxshape=(None,), dtype="f8")
        time.attrs["t0_s"], time.attrs["dt_s"] = 0.0, 1e-3
        file.create_dataset("site/poi_power", shape=(0,), maxshape=(None,), dtype="f4")
    assert plot.main([str(path)]) == 1
    assert capsys.readouterr().err == f"plot: {path} holds no samples yet\n"


def test_missing_file_is_an_io_error(tmp_path, capsys):
    assert plot.main([str(tmp_path / "absent.h5")]) == 4
    assert "absent.h5" in capsys.readouterr().err
