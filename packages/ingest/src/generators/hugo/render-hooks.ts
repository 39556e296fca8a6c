/**
 * A project's render hooks for links and images. They are programs and are not run; most of them only find the target,
 * as Docent does, or add attributes. One that writes other addresses is named to the author.
 */
import { readText } from '../../folder/read-text.ts'
import { configurationIn } from '../configuration.ts'

const FOLDERS = ['layouts/_markup', 'layouts/_default/_markup']
const NAMES = ['render-link.html', 'render-image.html']

/** Actions of a template. */
const ACTION = /\{\{([^{}]*)\}\}/g

/** The hooks of a project that change addresses, as absolute files. */
export function changingHooks(project: string): string[] {
  return NAMES.flatMap((name) => {
    const file = configurationIn(project, ...FOLDERS.map((folder) => `${folder}/${name}`))
    return file !== undefined && changesAddresses(readText({ absolute: file })) ? [file] : []
  })
}

/** Whether an action joins the destination with a text, in a format or an attribute, or replaces a part of it. */
function changesAddresses(source: string): boolean {
  return [...source.matchAll(ACTION)].some(({ 1: action = '', index }) => {
    if (!/\.Destination|\$dest/i.test(action)) return false
    const format = /\bprintf "([^"]*)"/.exec(action)?.[1] ?? ''
    const before = source.slice(source.lastIndexOf('"', index) + 1, index)
    const attribute = source.slice(0, index - before.length).slice(-6)
    const isJoined = /(?:href|src)="$/.test(attribute) && before !== '' && !before.includes('}}')
    return isJoined || /[a-z]{2}/i.test(format) || /\breplace/i.test(action)
  })
}
