/** The sites of MkDocs and Sphinx, one for each theme that has a place for the box. */
import type { Page } from 'playwright-core'

/** The packages of PyPI. Versions are exact, so that two runs build the same HTML. */
export const TOOLS: readonly string[] = [
  'hatchling==1.33.0',
  'mkdocs==1.6.1',
  'mkdocs-material==9.8.1',
  'sphinx==8.2.3',
  'alabaster==1.0.0',
  'furo==2025.12.19',
  'pydata-sphinx-theme==0.20.0',
  'sphinx-book-theme==1.4.0',
  'sphinx-rtd-theme==3.1.0',
]

/** A site with one theme. */
export interface Site {
  name: string
  /** Arguments of Python in the folder of the site. */
  build: string[]
  /** The built folder, from the folder of the site. */
  out: string
  /** Path of the page that is searched for. */
  page: string
  /** Sets the theme's own switch to dark; absent if the theme has no dark form. */
  dark?: (page: Page) => Promise<void>
  /** The button that shows the sidebar with the box on a phone; absent if the box is in sight. */
  menu?: string
  /** Errors that the theme's own script throws on a site without the search that comes with the tool. */
  errors?: RegExp
}

const setAttribute = (name: string, value: string, selector: string) => (page: Page) =>
  page.locator(selector).evaluate((element, [key = '', text = '']) => element.setAttribute(key, text), [name, value])

/** The parts of a site that depend on its theme. */
type Theme = Pick<Site, 'dark' | 'menu' | 'errors'>

const mkdocs = (theme: string, parts: Theme = {}): Site => ({
  name: `mkdocs, ${theme}`,
  build: ['-m', 'mkdocs', 'build', '--strict', '--config-file', `mkdocs-${theme}.yml`, '--site-dir', `out-${theme}`],
  out: `mkdocs/out-${theme}`,
  page: 'guide/ratio/',
  ...parts,
})

const sphinx = (theme: string, parts: Theme = {}, builder = 'html'): Site => ({
  name: `sphinx, ${theme}, ${builder}`,
  build: ['-m', 'sphinx', '-W', '-q', '-b', builder, '-D', `html_theme=${theme}`, '.', `out-${theme}-${builder}`],
  out: `sphinx/out-${theme}-${builder}`,
  page: builder === 'dirhtml' ? 'guide/ratio/' : 'guide/ratio.html',
  ...parts,
})

const FURO: Theme = {
  dark: setAttribute('data-theme', 'dark', 'body'),
  menu: '.mobile-header label[for="__navigation"]',
}

/** All sites. */
export const SITES: readonly Site[] = [
  mkdocs('material', { dark: setAttribute('data-md-color-scheme', 'slate', 'body') }),
  mkdocs('mkdocs', {
    dark: setAttribute('data-bs-theme', 'dark', 'html'),
    menu: '.navbar-toggler',
    errors: /reading 'backdrop'/,
  }),
  mkdocs('readthedocs', { menu: '[data-toggle="wy-nav-top"]:visible' }),
  sphinx('furo', FURO),
  sphinx('furo', FURO, 'dirhtml'),
  sphinx('pydata_sphinx_theme', { dark: setAttribute('data-theme', 'dark', 'html') }),
  sphinx('sphinx_book_theme', { dark: setAttribute('data-theme', 'dark', 'html') }),
  sphinx('sphinx_rtd_theme', { menu: '[data-toggle="wy-nav-top"]:visible' }),
  sphinx('alabaster'),
  sphinx('classic'),
]
