/** The settings of an index in an existing configuration, which may have synonyms and rules among them. */
import type { IndexSettings, JsonValue } from '@docent/engine'
import type { SiteConfig } from './site-config.ts'

/** Separates settings from synonyms and rules, which an index stores elsewhere. @param queryRules those beside the settings. */
export function settingsIn(
  table: Record<string, unknown> | undefined,
  queryRules?: unknown,
): Pick<SiteConfig, 'settings' | 'synonyms' | 'queryRules'> {
  const { synonyms, rules, ...settings } = table ?? {}
  const allRules = queryRules ?? rules
  return {
    ...(table !== undefined && { settings: settings as IndexSettings }),
    ...(synonyms !== undefined && { synonyms: synonyms as JsonValue }),
    ...(allRules !== undefined && { queryRules: allRules as JsonValue }),
  }
}
