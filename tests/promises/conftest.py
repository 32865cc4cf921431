import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import runs


@pytest.fixture(scope="session")
def base(tmp_path_factory):
    """name -> (summary, result file) of the scenario as shipped, run once."""
    folder = tmp_path_factory.mktemp("base")
    made = {}

    def get(name):
        if name not in made:
            out = folder / f"{name}.h5"
            made[name] = (runs.run(name, out), out)
        return made[name]

    return get
