/** `npm start`, after the dependencies are installed: builds the browser code if its sources changed, then runs `docent`. */

import { buildSite } from './build-site.ts'

buildSite()
await import('../packages/cli/src/main.ts')
