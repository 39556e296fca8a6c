/** Compiles the rules of a configuration once for all pages. */
import { compile } from 'css-select'
import type { AnyNode, Element } from 'domhandler'
import type { Matcher } from '../../html/selectors.ts'
import { excludedFromSelection } from '../content/excluded.ts'
import type { LevelSelector, PageRule, SiteConfig } from './site-config.ts'
import { matcherOfUrls } from './url-pattern.ts'

/** A level with its selectors compiled. */
export interface LevelMatcher extends LevelSelector {
  queries: ReturnType<typeof compile<AnyNode, Element>>[]
  /** `preceding`. */
  before?: ReturnType<typeof compile<AnyNode, Element>>
}

/** A rule that is ready to read pages. */
export interface CompiledRule {
  rule: PageRule
  excluded: Matcher
  /** By level. */
  levels: (LevelMatcher | undefined)[]
  content: LevelMatcher
  selected: (readonly [name: string, level: LevelMatcher])[]
}

/** The rule of a page, with the named groups of its pattern. */
export interface FoundRule {
  compiled: CompiledRule
  groups: Record<string, string>
}

/** Finds the rule of an address; `undefined` for one without. @throws SiteConfigError for a pattern that is not valid. */
export function compileRules({ rules }: SiteConfig): (url: string) => FoundRule | undefined {
  const all = rules.map((rule) => ({ match: matcherOfUrls(rule.pages), compiled: compileRule(rule) }))
  return (url) => {
    for (const { match, compiled } of all) {
      const groups = compiled.rule.pages.length === 0 ? {} : match(url)
      if (groups !== undefined) return { compiled, groups }
    }
    return undefined
  }
}

function compileRule(rule: PageRule): CompiledRule {
  return {
    rule,
    excluded: excludedFromSelection(rule.excluded),
    levels: ([0, 1, 2, 3, 4, 5, 6] as const).map((level) => {
      const selector = rule.levels[level]
      return selector === undefined ? undefined : compileLevel(selector)
    }),
    content: compileLevel(rule.content),
    selected: Object.entries(rule.selected).map(([name, selector]) => [name, compileLevel(selector)] as const),
  }
}

function compileLevel(selector: LevelSelector): LevelMatcher {
  const { selectors, preceding } = selector
  return {
    ...selector,
    queries: selectors.map((css) => compile<AnyNode, Element>(css)),
    ...(preceding === undefined ? {} : { before: compile<AnyNode, Element>(preceding) }),
  }
}
