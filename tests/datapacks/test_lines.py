"""Finding the lines of a TOML text, which faults in the data are reported with."""

import tomllib

from quadrilatero.datapacks.lines import line_numbers


def test_lines_are_found_however_the_file_is_written() -> None:
    text = """\
# [[unit]]
top = [ # a comment with [ and "
  [1, 2],
  { a = 1, "b" = 'x' },
]
words = '''
[[unit]]
id = 1'''
more = \"\"\"one \\\"\"\" two
three\"\"\"\"
[unit.empty]
[[block]]
a.b = 1.5
[block.inner]
c = 1743-02-08 10:00:00
[[block]]
a = [[{ d = 1 }]]
[[block.deep]]
e = 1
[[block.deep]]
e = 2
"""
    tomllib.loads(text)
    lines = line_numbers(text)
    expected: dict[tuple[str | int, ...], int] = {
        ("top",): 2,
        ("top", 0, 1): 3,
        ("top", 1, "b"): 4,
        ("words",): 6,
        ("more",): 9,
        ("unit",): 11,
        ("unit", "empty"): 11,
        ("block", 0): 12,
        ("block", 0, "a", "b"): 13,
        ("block", 0, "inner", "c"): 15,
        ("block", 1): 16,
        ("block", 1, "a", 0, 0, "d"): 17,
        ("block", 1, "deep", 1): 20,
        ("block", 1, "deep", 1, "e"): 21,
    }
    assert {path: lines.get(path) for path in expected} == expected
