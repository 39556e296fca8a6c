import docent from '@docent/astro'
import { defineConfig } from 'astro/config'

export default defineConfig({ base: '/team', integrations: [docent()] })
