"""Writes `docs/schema/`: the JSON schemas of what tianshen prints for other programs. A test compares them.

python tools/schema.py
"""

from __future__ import annotations

import json
from pathlib import Path

from tianshen.record.json_shape import json_schema, schema_names

FOLDER = Path(__file__).parents[1] / "docs" / "schema"


def text(name: str) -> str:
    return json.dumps(json_schema(name), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    for name in schema_names():
        (FOLDER / f"{name}.json").write_text(text(name), encoding="utf-8")
