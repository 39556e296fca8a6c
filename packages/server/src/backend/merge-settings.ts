import type { IndexSettings } from '@docent/engine'

/** The settings after changes of some of them; `null` restores a default. */
export function mergeSettings(settings: IndexSettings, changes: Readonly<Record<string, unknown>>): IndexSettings {
  const merged = Object.entries({ ...settings, ...changes })
  return Object.fromEntries(merged.filter(([, value]) => value !== null))
}
