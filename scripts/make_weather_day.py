#!/usr/bin/python3
"""Writes a day of weather for renewables_day: synthetic, made from nothing but a seed.

    make_weather_day.py [-o scenarios/data/weather_day.csv] [--seed 4]

A summer day on the southern plains (32.9 N, 97.0 W): dry and wet bulb, clouds over a clear sky after Haurwitz (1945), and
wind that dies at noon and rises in the evening. Rows are 15 min apart, times count from local midnight (UTC-5)."""
import argparse
import math
import random
import sys
from pathlib import Path

from make_replay_day import normal


LATITUDE_DEG, LONGITUDE_DEG, UTC_OFFSET_H, DAY_OF_YEAR = 32.9, -97.0, -5.0, 196
COLUMNS = "time_s,dry_bulb_degc,wet_bulb_degc,wind_speed_m_per_s,ghi_w_per_m2"


def clear_sky_ghi(hour):
    """Haurwitz: 1098 cos z exp(-0.057 / cos z), W/m2, with Cooper's declination; minutes of time do not matter here."""
    declination = math.radians(23.45) * math.sin(2 * math.pi * (284 + DAY_OF_YEAR) / 365)
    solar_hour = hour - UTC_OFFSET_H + LONGITUDE_DEG / 15
    latitude, angle = math.radians(LATITUDE_DEG), math.radians(15 * (solar_hour - 12))
    cosine = math.sin(latitude) * math.sin(declination) + math.cos(latitude) * math.cos(declination) * math.cos(angle)
    return 1098 * cosine * math.exp(-0.057 / cosine) if cosine > 0.01 else 0.0


def rows(seed):
    rng = random.Random(seed)
    cloud, gust = 0.0, 0.0
    for k in range(97):
        hour = k / 4
        warm = math.cos(2 * math.pi * (hour - 16) / 24)
        cloud = 0.8 * cloud + 0.25 * normal(rng)
        gust = 0.85 * gust + 0.5 * normal(rng)
        clear = min(1.0, max(0.25, 1.0 - max(0.0, cloud) * (1.2 if 11 < hour < 18 else 0.4)))
        wind = max(0.3, 6.0 + 2.5 * math.cos(2 * math.pi * (hour - 22) / 24) + gust)
        yield 900 * k, 30.5 + 6.0 * warm, 22.8 + 1.2 * warm, wind, clear_sky_ghi(hour + 0.125) * clear


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = Path(__file__).resolve().parent.parent / "scenarios/data/weather_day.csv"
    parser.add_argument("-o", "--output", type=Path, default=default)
    parser.add_argument("--seed", type=int, default=4)
    options = parser.parse_args(arguments)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    with options.output.open("w", encoding="utf-8", newline="\n") as file:
        file.write(f"# synthetic, by scripts/make_weather_day.py: seed {options.seed}\n{COLUMNS}\n")
        for time, dry, wet, wind, ghi in rows(options.seed):
            file.write(f"{time},{dry:.1f},{wet:.1f},{wind:.1f},{ghi:.0f}\n")
    print(options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
