declare module 'virtual:docent' {
  /** The options of the integration, for the box, and the base of the site. */
  const options: import('@docent/adapter/box').BoxOptions & { base: string }
  export default options
}
