/** All parts of the campaign. */

import { abusePart } from './abuse.ts'
import { docsPart } from './fuzz-docs.ts'
import { filesPart } from './fuzz-files.ts'
import { httpPart } from './fuzz-http.ts'
import { killPart } from './kills.ts'
import { payloadPart } from './payload-pages.ts'
import { powerPart } from './power.ts'
import type { Part } from './part.ts'

export const PARTS: readonly Part[] = [httpPart, docsPart, filesPart, payloadPart, powerPart, killPart, abusePart]
