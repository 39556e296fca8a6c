/** The style of the page of `docent try`: light and dark by the system, one column on a phone. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fff, #14191b);
  --text: light-dark(#1d2a2d, #dfe6e7);
  --soft: light-dark(#4a5a5e, #a3b0b3);
  --line: light-dark(#d4dcde, #374145);
  --accent: light-dark(#0b5c68, #7fd0dc);
  --on-accent: light-dark(#fff, #10282c);
  --match: light-dark(#fbe9a6, #57491a);
  font: 1rem/1.5 system-ui, sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); overflow-wrap: anywhere; }
header, main { max-width: 75rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.375rem; margin: 0; }
h2 { font-size: 1.125rem; margin: 1.5rem 0 0.5rem; }
header p, .note, .count, .trail, .queries span { color: var(--soft); }
header p { margin: 0 0 1rem; }
p { margin: 0; }
.note { margin-top: 0.5rem; }
.count, .trail, .queries span { font-size: 0.875rem; }
.failure { border-inline-start: 3px solid var(--accent); padding-inline-start: 0.75rem; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
input { flex: 1 1 12rem; min-width: 0; font: inherit; padding: 0.5rem 0.75rem; color: inherit; background: var(--ground); border: 1px solid var(--soft); border-radius: 0.375rem; }
button { font: inherit; padding: 0.5rem 1rem; border: 0; border-radius: 0.375rem; background: var(--accent); color: var(--on-accent); cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); }
mark { background: var(--match); color: inherit; }
.sides { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem 2rem; }
@media (width >= 48rem) { .sides { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
ol { padding: 0; list-style: none; }
li { padding: 0.625rem 0; border-top: 1px solid var(--line); }
.title { font-weight: 600; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin-top: 0.5rem; }
th, td { padding: 0.375rem 0.75rem; border: 1px solid var(--line); text-align: start; font-variant-numeric: tabular-nums; }
abbr { text-decoration: none; }
.queries { padding: 0; list-style: none; columns: 20rem; }
.queries li { break-inside: avoid; border: 0; padding: 0.25rem 0; }
[aria-current] { font-weight: 600; }
`
