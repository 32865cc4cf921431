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


def test_missing_file_is_an_io_error(tmp_path, capsys):
    assert plot.main([str(tmp_path / "absent.h5")]) == 4
    assert "absent.h5" in capsys.readouterr().err
