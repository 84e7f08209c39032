"""Charts as the server draws them: numbers become geometry here, and the templates write it down as SVG."""

from web.charts.bars import Bar, BarChart, bar_chart
from web.charts.levels import Level, levels
from web.charts.scale import ceiling
from web.charts.table import Table

__all__ = ["Bar", "BarChart", "Level", "Table", "bar_chart", "ceiling", "levels"]
