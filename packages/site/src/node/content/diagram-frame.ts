/**
 * The document of the sandboxed frame that renders diagrams. It contains the library and the script that answers the page;
 * its policy allows both by their hashes, so no other script runs and nothing is loaded. One file, for servers and static
 * hosts.
 */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { markup, trusted } from '../html.ts'
import { RESERVED } from '../../shared/paths.ts'

/** The document of the diagrams' frame. */
export interface DiagramFrame {
  /** Without the base; it contains a hash of the document. */
  path: string
  html: string
  /** Its Content-Security-Policy, which the document also contains as `<meta>`. */
  policy: string
}

let last: { key: string; frame: DiagramFrame } | undefined

/**
 * Makes the document. @param library path of Mermaid's script. @param script the script of the frame. @throws when the
 * library cannot be read.
 */
export function makeDiagramFrame(library: string, script: Uint8Array): DiagramFrame {
  const { mtimeMs, size } = statSync(library)
  const own = inScript(Buffer.from(script).toString())
  const key = JSON.stringify([library, mtimeMs, size, own])
  if (last?.key === key) return last.frame
  const scripts = [inScript(readFileSync(library, 'utf8')), own]
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ')}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const { html } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="robots" content="noindex">
<title>Mermaid</title>
</head>
<body>
${scripts.map((text) => markup`<script>${trusted(text)}</script>\n`)}</body>
</html>
`
  const name = createHash('sha256').update(html).digest('hex').slice(0, 12)
  last = { key, frame: { path: `${RESERVED}/diagrams/${name}.html`, html, policy } }
  return last.frame
}

/** Escapes a script for HTML: end tags and comments, and line ends, which browsers normalize before they hash. */
function inScript(source: string): string {
  return source.replaceAll(/\r\n?/g, '\n').replaceAll(/<(?=!--|\/script)/gi, String.raw`\x3c`)
}
