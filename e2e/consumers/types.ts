/** The type checks of a consumer. */
import { join } from 'node:path'

import { run, writeFiles } from './managers.ts'

const here = import.meta.dirname

const COMPILERS = {
  'TypeScript 5': join(here, 'node_modules/typescript-5/bin/tsc'),
  'TypeScript 7': join(here, '../../node_modules/typescript/bin/tsc'),
}

/** The two ways in which projects of today resolve modules. */
const RESOLUTIONS = {
  bundler: { module: 'ESNext', moduleResolution: 'bundler' },
  nodenext: { module: 'NodeNext', moduleResolution: 'nodenext' },
}

const STRICT = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUncheckedSideEffectImports: true,
  verbatimModuleSyntax: true,
  // The declarations of the packages are checked too.
  skipLibCheck: false,
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: [],
  jsx: 'react-jsx',
  noEmit: true,
}

/** One check for each compiler and each resolution of modules. @param files of the project. */
export function checkTypes(folder: string, files: string[]): { name: string; run: () => Promise<void> }[] {
  return Object.entries(COMPILERS).flatMap(([compiler, tsc]) =>
    Object.entries(RESOLUTIONS).map(([resolution, options]) => ({
      name: `${compiler}, ${resolution}`,
      run: async () => {
        const config = `tsconfig.${resolution}.json`
        writeFiles(folder, { [config]: JSON.stringify({ compilerOptions: { ...STRICT, ...options }, files }) })
        await run(folder, [process.execPath, tsc, '--pretty', 'false', '--project', config])
      },
    })),
  )
}
