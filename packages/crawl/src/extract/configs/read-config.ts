/** Reads an existing crawler configuration, whichever of the known kinds it is. */
import { readCrawlerProgram } from './crawler-program.ts'
import { readDocsearchJson } from './docsearch-json.ts'
import type { SiteConfig } from './site-config.ts'

/**
 * Reads a configuration from its text: JSON of the archived scraper, or a program of the hosted crawler, which is not
 * run. @param file its name, for messages. @throws SiteConfigError for a text that is neither.
 */
export function readSiteConfig(text: string, file: string): SiteConfig {
  const isJson = /^\s*\{\s*(?:"|\})/.test(text) && !/"actions"\s*:/.test(text)
  return isJson || file.endsWith('.json') ? readDocsearchJson(text, file) : readCrawlerProgram(text, file)
}
