/** VitePress: `.vitepress/config` is a program; `srcDir` names the folder of the pages. */
import { isFolder } from '../folder/below-root.ts'
import type { Site } from '../folder/site.ts'
import type { SiteConfiguration } from '../navigation/site-configuration.ts'
import { vitepressLinks, vitepressSidebar, vitepressTitle } from '../navigation/vitepress-sidebar.ts'
import { readProgram } from '../program/read-program.ts'
import { entryIn, textIn } from '../program/value.ts'
import { areaAround, configurationOf, inside, layoutOf, programIn } from './configuration.ts'
import type { Generator } from './generator.ts'

/** VitePress. */
export const vitepress: Generator = {
  kind: 'vitepress',
  folderSetting: 'srcDir',
  locate(project) {
    const file = programIn(project, '.vitepress/config', '.vitepress/config/index')
    if (file === undefined) return undefined
    const { value } = readProgram(file, { roots: [project], closed: [] })
    const folder = inside(project, textIn(entryIn(value, 'srcDir')) ?? '.')
    return layoutOf('vitepress', isFolder(folder) ? folder : project, project, file)
  },
  configuration,
}

function configuration({ configurations, home, area }: Site): SiteConfiguration | undefined {
  const [file] = configurations
  if (file === undefined) return undefined
  const program = readProgram(file, areaAround(area, home))
  const { value } = program
  const found = configurationOf([program], (context) =>
    value === undefined ? undefined : vitepressSidebar(value, context),
  )
  return value === undefined ? found : { ...found, links: vitepressLinks(value), title: vitepressTitle(value) }
}
