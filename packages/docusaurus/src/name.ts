/** The name of the plugin, by which the theme's components read its data. */
export const NAME = 'docent-docusaurus'
