/** A Hugo site of the generated pages, with a small layout of its own: head, article, table of contents, next page. */
import { cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SETTINGS = `baseURL = "https://example.org/"
title = "Handbook"
disableKinds = ["taxonomy", "term", "RSS"]
[markup.highlight]
noClasses = false
`

const BASE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ .Title }} · {{ .Site.Title }}</title>
<meta name="description" content="{{ .Description }}">
</head>
<body>
<header><a href="{{ "/" | relURL }}">{{ .Site.Title }}</a></header>
{{ if .Site.Params.sidebar }}{{ partial "sidebar.html" . }}{{ end }}
<main>{{ block "main" . }}{{ end }}</main>
{{ .TableOfContents }}
<footer>{{ .Site.Title }}</footer>
</body>
</html>
`

/** All pages as nested lists, the group of the page open, as most themes of Hugo render it. */
const SIDEBAR = `{{ $page := . }}
<nav><ul>
{{ range .Site.Sections }}
<li><details{{ if eq . $page.CurrentSection }} open{{ end }}><summary>{{ .Title }}</summary><ul>
{{ range .RegularPages }}<li><a href="{{ .RelPermalink }}"{{ if eq . $page }} aria-current="page"{{ end }}>{{ .Title }}</a></li>
{{ end }}</ul></details></li>
{{ end }}
</ul></nav>
`

const ARTICLE = '{{ define "main" }}<article><h1>{{ .Title }}</h1>{{ .Content }}</article>'
const NEXT = '{{ with .NextInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}'

/**
 * Writes the site below `folder`. @param docs pages with an `index.md`.
 * @returns its build, as `measure` takes it.
 */
export function hugoSite({ folder, docs, sidebar }) {
  const layouts = join(folder, 'layouts')
  mkdirSync(join(layouts, '_default'), { recursive: true })
  mkdirSync(join(layouts, 'partials'))
  writeFileSync(join(folder, 'config.toml'), `${SETTINGS}[params]\nsidebar = ${sidebar}\n`)
  writeFileSync(join(layouts, '_default/baseof.html'), BASE)
  writeFileSync(join(layouts, '_default/single.html'), `${ARTICLE}${NEXT}{{ end }}`)
  writeFileSync(join(layouts, '_default/list.html'), `${ARTICLE}{{ end }}`)
  writeFileSync(join(layouts, 'partials/sidebar.html'), SIDEBAR)
  cpSync(docs, join(folder, 'content'), { recursive: true })
  renameSync(join(folder, 'content/index.md'), join(folder, 'content/_index.md'))
  return { command: 'hugo', args: ['--quiet'], cwd: folder }
}
