"""Against measurements that are not ours to ship: run where the reference data lies beside the checkout, skipped elsewhere."""
import os

import h5py
import numpy as np
import pytest
import runs

DATA = runs.ROOT.parent / "shared" / "reference" / "data"
if os.environ.get("STEPLOAD_REFERENCE_DATA"):
    DATA = runs.Path(os.environ["STEPLOAD_REFERENCE_DATA"])
FRONTIER = DATA / "cooling" / "frontier_cdu_power_15s_2024-04-07.csv"
LEESBURG = DATA / "grid" / "weather" / "USA_VA_Leesburg.Exec.epw"


@pytest.mark.skipif(not (FRONTIER.exists() and LEESBURG.exists()), reason=f"no reference data at {DATA}")
def test_a_day_of_frontier(tmp_path):
    """Power of Frontier's 25 CDU groups on 2024-04-07 every 15 s (ORNL/HPE, sustain-lc input_04-07-24.csv, MIT):
    total min / mean / max 5.204 / 16.125 / 26.606 MW over all 5,761 samples, largest 15 s step 3.088 MW; weather of
    Leesburg, VA. The last sample, at 24:00, is a step of its own: the run is 15 s longer than the day."""
    columns = ",".join(f'"power[{i}]"' for i in range(1, 26))
    out = tmp_path / "frontier.h5"
    summary = runs.run("replay_day", out, sets=[
        f"workload.replay.file={FRONTIER}", f"workload.replay.columns=[{columns}]", f"site.weather.file={LEESBURG}",
        "time.start=2024-04-07T00:00:00-05:00", "time.duration_s=86415", "time.step_s=15", "fleet.halls=25", "fleet.racks_per_hall=32",
        "power.poi.import_limit_mw=40", "power.main_transformer.rated_power_mva=40", "site.latitude_deg=39.08", "site.longitude_deg=-77.56"])
    with h5py.File(out, "r") as f:
        it = f["site/it_power"][()].astype(float) * 1e-6
        wet = f["site/outdoor_wet_bulb"][()]
    assert len(it) == 5761
    assert round(it.min(), 3) == 5.204
    assert round(it.mean(), 3) == 16.125
    assert round(it.max(), 3) == 26.606
    assert round(np.abs(np.diff(it)).max(), 3) == 3.088
    assert -10 < wet.min() < wet.max() < 30
    for what in ("electrical", "server", "storage", "heat", "water", "accelerator_hours"):
        assert abs(summary[f"residual_{what}"]) < 1e-9
    assert 1.03 < summary["pue"] < 1.15
