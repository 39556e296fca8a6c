/** The look of a site, from its configuration. */

import type { ReadOptions } from '@docent/ingest'
import type { Appearance } from '@docent/site'

import { docsOptions } from '../config/docs-options.ts'
import type { Config } from '../config/schema.ts'
import { readStyleSheet } from './style-sheet.ts'

/** The look of the site in `folder`. @throws UsageError when its style sheet cannot be read. */
export async function appearanceOf(folder: string, config: Config): Promise<Appearance> {
  const { logo, links, footer, hue } = config
  const css = config.css === undefined ? undefined : await readStyleSheet(folder, config.css)
  return {
    ...(logo && { logo }),
    ...(links && { links }),
    ...(footer !== undefined && { footer }),
    ...(hue !== undefined && { hue }),
    ...(css !== undefined && { css }),
  }
}

/** The options for reading the docs of a site. @param configFile the file of its configuration. */
export function siteReading(
  config: Config,
  appearance: Appearance,
  configFile: string | undefined,
): Pick<ReadOptions, 'title' | 'components' | 'references' | 'configurations'> {
  const configurations = configFile === undefined ? [] : [configFile]
  return { ...docsOptions(config), references: referencesOf(config, appearance), configurations }
}

/** Paths of the docs' files that the frame of the pages uses: images, targets of links, URLs in the style sheet. */
export function referencesOf({ redirects = {} }: Config, { logo, links = [], css = '' }: Appearance): string[] {
  const named = [logo?.light, logo?.dark, ...links.map(({ url }) => url), ...Object.values(redirects)]
  const inStyles = css.split(/url\(/i).map((part) => /^\s*["']?(\/[^"'()\s]{1,2048})/.exec(part)?.[1])
  return [...named, ...inStyles].filter((url) => url?.startsWith('/') === true).map(String)
}
