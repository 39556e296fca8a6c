/** `plugins: [docent()]` in the configuration of Starlight: replaces its search, Pagefind. */

import docentAstro, { type DocentOptions } from '@docent/astro'

export type { DocentOptions } from '@docent/astro'

/** The parts of Starlight's plugin interface that the plugin uses, in the types of every version. */
interface Plugin {
  name: string
  hooks: {
    'config:setup': (setup: {
      config: { components?: Record<string, string> | undefined }
      updateConfig: (changes: object) => void
      addIntegration: (integration: never) => void
      logger: { warn(message: string): void }
    }) => void
  }
}

/** For `plugins` of Starlight: adds the integration, and puts the box in the place of its search. */
export default function docent(options: DocentOptions = {}): Plugin {
  return {
    name: '@docent/starlight',
    hooks: {
      'config:setup'({ config, updateConfig, addIntegration, logger }) {
        const { components } = config
        if (components?.['Search'] !== undefined)
          logger.warn(`The component Search is ${components['Search']}: give its button the attribute data-docent.`)
        updateConfig({ pagefind: false, components: { Search: '@docent/starlight/Search.astro', ...components } })
        addIntegration(docentAstro({ docs: '.', ...options }) as never)
      },
    },
  }
}
