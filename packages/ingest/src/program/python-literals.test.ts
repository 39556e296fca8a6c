import { expect, test } from 'vitest'
import { pythonLiterals } from './python-literals.ts'

test('texts, lists and dictionaries that are assigned at the top level are read', () => {
  const values = pythonLiterals(`
# a comment
project = "The project"  # behind a value
html_title = ('One '
              "and two")
extensions: list[str] = [
    "myst_parser",  # Markdown
    'sphinx_design',
]
extensions += ["other"]
myst_heading_anchors = 3
myst_substitutions = {"version": r"1\\.0", "flag": True, "nested": {"a": None}}
exclude_patterns = {"_build"}
long = """a
b"""
`)
  expect(Object.fromEntries(values)).toEqual({
    project: 'The project',
    html_title: 'One and two',
    extensions: ['myst_parser', 'sphinx_design', 'other'],
    myst_heading_anchors: 3,
    myst_substitutions: { version: '1\\.0', flag: true, nested: { a: null } },
    exclude_patterns: ['_build'],
    long: 'a\nb',
  })
})

test('values that only running the program would give are not read', () => {
  const source =
    'release = version()\nproject = "a" + name\nauthor = f"{x}"\ndef f():\n    html_title = "inner"\nlist = [a]\nopen = ["'
  expect(pythonLiterals(source)).toEqual(new Map())
})

test('an entry of a dictionary with an expression is left out, and the others are read', () => {
  const source = `
values = {
    # a comment, with a comma
    "day": today().strftime("%b %d, %Y").title(),  # }
    "least": "12",
    "found": {"a": project["x"]["y"].strip(">="), "b": 1},
    "joined": "a" + b,
    "last": f"{x}, {y}",
}
next = "read"
broken = {"a": f(}
`
  expect(Object.fromEntries(pythonLiterals(source))).toEqual({ values: { least: '12', found: { b: 1 } }, next: 'read' })
})
