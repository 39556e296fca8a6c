import { ChevronDown, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Alternate, SiteInfo } from '../shared/page-data.ts'
import { FRAME_ID } from '../shared/frame-id.ts'
import { languageName } from '../shared/language.ts'
import { useFrame } from './context.ts'
import { NamedIcon } from './icon.tsx'

/** The header: title, search, version, language, links, theme. @param children a second row. */
export function Header({ search, children }: { search: ReactNode; children?: ReactNode }): ReactNode {
  const { site, page, words, href } = useFrame()
  const languages = onePerLanguage(page.alternates, page.version)
  const tags = languages.map(({ lang }) => lang)
  return (
    <header className="header">
      <a className="site-title" href={href('/')}>
        {site.logo ? <Logo {...site.logo} alt={site.logo.hasName ? site.title : ''} /> : <Mark />}
        {!site.logo?.hasName && <span>{site.title}</span>}
      </a>
      <div className="header-search">{search}</div>
      <div className="header-end">
        {site.links?.map(({ text, url, icon }) => (
          <a key={url} className="header-link" href={href(url)} data-with-icon={icon && ''} rel="noopener">
            {icon && <NamedIcon name={icon} />}
            <span>{text}</span>
          </a>
        ))}
        <Switch
          id={FRAME_ID.versions}
          label={words.version}
          choices={page.alternates.filter(({ lang }) => lang === page.lang)}
          nameOf={({ version }) => version ?? words.currentVersion}
          isCurrent={({ version }) => version === page.version}
        />
        <Switch
          id={FRAME_ID.languages}
          label={words.language}
          choices={languages}
          nameOf={({ lang }) => languageName(lang, tags)}
          isCurrent={({ lang }) => lang === page.lang}
        />
        <ThemeSwitch />
      </div>
      {children}
    </header>
  )
}

/** The mark of a site without a logo: an open doorway. */
function Mark(): ReactNode {
  return (
    <svg className="mark" width="24" height="24" viewBox="0 0 24 24" aria-hidden>
      <path d="M4 22V11a8 8 0 0 1 16 0v11z" />
      <path className="mark-door" d="M9 22v-9.5a3 3 0 0 1 6 0V22z" />
    </svg>
  )
}

/** The site's logo, optionally with another image for the dark appearance; the style sheet shows one of them. */
function Logo({ light, dark, isWhite, alt }: NonNullable<SiteInfo['logo']> & { alt: string }): ReactNode {
  const { href } = useFrame()
  return (
    <>
      <img className="logo" src={href(light)} alt={alt} data-only={dark && 'light'} data-white={isWhite} />
      {dark !== undefined && <img className="logo" src={href(dark)} alt={alt} data-only="dark" />}
    </>
  )
}

/** The button's clicks are handled by the boot script, so that it works before hydration. Hidden without JavaScript. */
function ThemeSwitch(): ReactNode {
  const { words } = useFrame()
  return (
    <button type="button" className="icon-button theme-switch" data-theme-switch aria-label={words.theme}>
      <Sun className="icon icon-sun" aria-hidden />
      <Moon className="icon icon-moon" aria-hidden />
    </button>
  )
}

interface SwitchProps {
  id: string
  label: string
  choices: Alternate[]
  nameOf(alternate: Alternate): string
  isCurrent(alternate: Alternate): boolean
}

/** A menu of links to the same page in other languages or versions. Nothing when there is only one. */
function Switch({ id, label, choices, nameOf, isCurrent }: SwitchProps): ReactNode {
  const { href } = useFrame()
  const current = choices.find(isCurrent)
  if (choices.length < 2 || !current) return null
  return (
    <div className="switch">
      <button type="button" className="switch-button" popoverTarget={id}>
        <span className="sr-only">{label}: </span>
        {nameOf(current)}
        <ChevronDown className="icon" aria-hidden />
      </button>
      <nav className="switch-menu" id={id} popover="auto" aria-label={label}>
        <ul>
          {choices.map((choice) => (
            <li key={choice.url + nameOf(choice)}>
              <a href={href(choice.url)} lang={choice.lang} aria-current={choice === current || undefined}>
                {nameOf(choice)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

/** One alternate for each language: of the current version, else the first one. */
function onePerLanguage(alternates: Alternate[], version: string | undefined): Alternate[] {
  const chosen = new Map<string, Alternate>()
  for (const alternate of alternates) {
    if (!chosen.has(alternate.lang) || alternate.version === version) chosen.set(alternate.lang, alternate)
  }
  return [...chosen.values()]
}
