/**
 * A project's render hooks for links and images. They are programs and are not run; most of them only find the target,
 * as Docent does, or add attributes. One that writes other addresses is named to the author.
 */
import { readText } from '../../folder/list-files.ts'
import { configurationIn } from '../configuration.ts'

const FOLDERS = ['layouts/_markup', 'layouts/_default/_markup']
const NAMES = ['render-link.html', 'render-image.html']

/** A text beside the destination in an address, or a replacement in the destination. */
const CHANGES = [
  /\b(?:href|src)="[^"{}]{1,100}\{\{[^{}]{0,200}(?:\.Destination|\$(?:dest|url|link|src))/i,
  /\b(?:replace|replaceRE|strings\.Replace|strings\.ReplaceRE) [^{}]{0,200}(?:\.Destination|\$dest)/,
  /(?:\.Destination|\$dest)[^{}|]{0,200}\|\s{0,9}(?:replace|strings\.Replace)/,
]

/** A format of the destination; one with words changes it. */
const FORMAT = /\bprintf "([^"{}]{0,100})"[^{}]{0,200}(?:\.Destination|\$dest)/gi

/** The hooks of a project that change addresses, as absolute files. */
export function changingHooks(project: string): string[] {
  return NAMES.flatMap((name) => {
    const file = configurationIn(project, ...FOLDERS.map((folder) => `${folder}/${name}`))
    if (file === undefined) return []
    const source = readText({ absolute: file })
    const hasWords = [...source.matchAll(FORMAT)].some(([, format = '']) => /[a-z]{2}/i.test(format))
    return hasWords || CHANGES.some((pattern) => pattern.test(source)) ? [file] : []
  })
}
