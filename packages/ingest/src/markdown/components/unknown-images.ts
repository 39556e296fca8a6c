/** The images of components without a row, in attributes and in lists. */
import type { Attributes, Data } from '../tree.ts'
import { addressIn } from './use.ts'

const IMAGES = ['src', 'image', 'img', 'imageSrc', 'logo', 'avatar', 'cover', 'poster', 'screenshot', 'url', 'sources']
/** Of two images for the appearances, the light one. */
const LIGHT_IMAGES = ['lightSrc', 'srcLight', 'lightImage', 'imageLight', 'light']
const IMAGE_FILE = /^[^\s?#]+\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp)(?:[?#].*)?$/i

/** Names of images that are another form of one that is shown, or ornaments. */
const OTHER_FORM =
  /dark|night|logo|icon|avatar|poster|cover|thumb|preview|placeholder|blur|background|^(?:bg|fallback|sources)$/i

/** Whether the name of an attribute is usual for an image. */
export function isImageName(name: string): boolean {
  return IMAGES.includes(name)
}

/** The image of a component: its address. */
export function imageOf(attributes: Attributes): string | undefined {
  return [...IMAGES, ...LIGHT_IMAGES].map((name) => imageIn(attributes[name])).find((value) => value !== undefined)
}

/** The images besides the first one: those before and after a change. */
export function furtherImages(attributes: Attributes, first: string | undefined): string[] {
  const images = Object.entries(attributes).flatMap(([name, value]) => {
    const image = OTHER_FORM.test(name) ? undefined : imageIn(value)
    return image === undefined ? [] : [image]
  })
  return [...new Set(images)].filter((image) => image !== first)
}

/** The image of an entry of a list: a text that is an address, or the main one of an object. Small ones beside texts are none. */
export function imageOfEntry(entry: Data): string | undefined {
  if (typeof entry === 'string') return imageIn(entry)
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined
  const own = imageIn(entry)
  if (own !== undefined) return own
  const image = imageOf(entry as Attributes)
  const names = Object.entries(entry).flatMap(([name, value]) => (imageIn(value as Data) === image ? [name] : []))
  return names.some((name) => !OTHER_FORM.test(name)) ? image : undefined
}

function imageIn(value: Data | undefined): string | undefined {
  const address = addressIn(value)
  return address !== undefined && IMAGE_FILE.test(address) ? address : undefined
}
