/**
 * A small docs folder for each generator, with links and images in all the forms that its authors write: to files and to
 * addresses, from the page and from the top, to assets in the generator's folders and outside the docs.
 */
import type { GeneratorKind } from '../result/generator.ts'

/** Files by path; a page's links all have targets. */
export type Folder = Readonly<Record<string, string>>

/** A picture of one colour. @param colour makes pictures differ. */
function picture(colour: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="${colour}"/></svg>\n`
}

const titled = (title: string, rest = ''): string => `---\ntitle: ${title}\n${rest}---\n\n`

/** Files at the top of every repository. */
const REPOSITORY: Folder = { LICENSE: 'Free to use.\n', 'assets/outside.svg': picture('red') }

/** The folders, by generator. */
export const GENERATOR_FOLDERS: Readonly<Partial<Record<GeneratorKind, Folder>>> = {
  docfx: {
    ...REPOSITORY,
    'docs/docfx.json':
      '{"build": {"content": [{"files": ["**/*.{md,yml}"], "exclude": ["**/includes/**"]}], "globalMetadata": {"_appTitle": "Gears"}}}\n',
    'docs/toc.yml': '- href: index.md\n- name: Guide\n  href: guide/\n',
    'docs/guide/toc.yml': '- name: Install\n  href: install.md\n',
    'docs/index.md':
      '---\nuid: home\n---\n# Gears\n\n[Install](guide/install.md#with-a-tool) [again](~/guide/install.md) [site](/guide/install.html)\n\n![own](images/own.svg) ![out](../assets/outside.svg)\n',
    'docs/guide/install.md':
      '# Install\n\n<xref:home> [Home](xref:home)\n\n## With a tool\n\n:::image type="content" source="../images/own.svg" alt-text="Own":::\n\n[!INCLUDE [note](../includes/note.md)]\n',
    'docs/includes/note.md': '> [!NOTE]\n> A note.\n',
    'docs/images/own.svg': picture('blue'),
  },
  docsify: {
    ...REPOSITORY,
    'docs/index.html':
      '<!doctype html><script>window.$docsify = { name: "Gears", loadSidebar: true }</script><script src="https://cdn.example/docsify@5/docsify.js"></script>\n',
    'docs/_sidebar.md': '- [Home](/)\n- [Install](guide/install.md)\n',
    'docs/README.md':
      '# Gears\n\n[Install](guide/install.md#with-a-tool) [again](/guide/install)\n\n![own](_media/own.svg) ![out](../assets/outside.svg)\n',
    'docs/guide/install.md': '# Install\n\n[Home](../README.md)\n\n## With a tool\n\n![own](../_media/own.svg)\n',
    'docs/_media/own.svg': picture('blue'),
  },
  docus: {
    ...REPOSITORY,
    'package.json': '{"dependencies": {"docus": "latest"}}\n',
    'content/index.md': '# Gears\n\n[Install](/guide/install#with-a-tool)\n\n![public](/public.svg)\n',
    'content/1.guide/1.install.md':
      '# Install\n\n[Use](/guide/use) ![out](../../assets/outside.svg)\n\n## With a tool\n\nText.\n',
    'content/1.guide/2.use.md': '# Use\n\n::note\nSee [Install](./install).\n::\n',
    'public/public.svg': picture('blue'),
  },
  docusaurus: {
    ...REPOSITORY,
    'docusaurus.config.js': 'export default { title: "Gears", url: "https://gears.example", baseUrl: "/team/" }\n',
    'sidebars.js': 'export default { docs: ["intro", "guide/install"] }\n',
    'docs/intro.md':
      '# Intro\n\n[Install](./guide/install.mdx#with-a-tool) [site](/team/guide/install) [site](@site/docs/guide/install.mdx)\n\n![static](/img/static.svg) ![alias](@site/static/img/static.svg) ![own](./own.svg) ![out](../assets/outside.svg)\n',
    'docs/guide/install.mdx': '# Install\n\n[Intro](../intro.md)\n\n## With a tool\n\n![own](../own.svg)\n',
    'docs/own.svg': picture('green'),
    'static/img/static.svg': picture('blue'),
  },
  fumadocs: {
    ...REPOSITORY,
    'package.json': '{"dependencies": {"fumadocs-ui": "latest", "fumadocs-mdx": "latest"}}\n',
    'content/docs/meta.json': '{"pages": ["index", "(guide)"]}\n',
    'content/docs/index.mdx':
      titled('Gears') + '[Install](/docs/install#tool) [file](./(guide)/install.mdx)\n\n![public](/public.svg)\n',
    'content/docs/(guide)/install.mdx':
      titled('Install') + '[Home](/docs)\n\n## With a tool [#tool]\n\n![out](../../../assets/outside.svg)\n',
    'public/public.svg': picture('blue'),
  },
  gitbook: {
    ...REPOSITORY,
    '.gitbook.yaml': 'root: ./docs/\n',
    'docs/README.md':
      '# Gears\n\n[Install](guide/install.md#with-a-tool)\n\n![asset](.gitbook/assets/own.svg)\n\n{% content-ref url="guide/install.md" %}\n[install.md](guide/install.md)\n{% endcontent-ref %}\n',
    'docs/SUMMARY.md': '# Table of contents\n\n* [Gears](README.md)\n* [Install](guide/install.md)\n',
    'docs/guide/install.md':
      '# Install\n\n[Home](../README.md)\n\n## With a tool\n\n![asset](../.gitbook/assets/own.svg) ![out](../../assets/outside.svg)\n',
    'docs/.gitbook/assets/own.svg': picture('blue'),
  },
  hugo: {
    ...REPOSITORY,
    'hugo.toml': 'baseURL = "https://gears.example/team/"\ntitle = "Gears"\n',
    'content/_index.md':
      titled('Gears') +
      '[Install](/docs/install/#with-a-tool) [ref]({{< relref "docs/install.md" >}})\n\n![static](/img/static.svg)\n',
    'content/docs/_index.md': titled('Docs') + '[Install](install.md) [base](/team/docs/install/)\n',
    'content/docs/install.md': titled('Install') + '[Up](../)\n\n## With a tool\n\n![static](/img/static.svg)\n',
    'content/docs/bundle/index.md': titled('Bundle') + '![own](own.svg)\n',
    'content/docs/bundle/own.svg': picture('green'),
    'static/img/static.svg': picture('blue'),
  },
  jekyll: {
    ...REPOSITORY,
    '_config.yml': 'title: Gears\nbaseurl: /team\npermalink: pretty\n',
    'index.md':
      titled('Home') +
      '# Home\n\n[Install]({% link docs/install.md %}) [base]({{ site.baseurl }}/docs/install/#with-a-tool)\n\n![own](/assets/outside.svg)\n',
    'docs/install.md':
      titled('Install') + '# Install\n\n[Home](/team/)\n\n## With a tool\n\n![own](../assets/outside.svg)\n',
  },
  mdbook: {
    ...REPOSITORY,
    'book.toml': '[book]\ntitle = "Gears"\n',
    'src/SUMMARY.md': '# Summary\n\n[Gears](README.md)\n\n- [Install](guide/install.md)\n',
    'src/README.md':
      '# Gears\n\n[Install](guide/install.html#with-a-tool) [file](./guide/install.md)\n\n![own](img/own.svg)\n',
    'src/guide/install.md': '# Install\n\n[Home](../README.md)\n\n## With a tool\n\n![out](../../assets/outside.svg)\n',
    'src/img/own.svg': picture('blue'),
  },
  fern: {
    ...REPOSITORY,
    'fern/fern.config.json': '{"organization": "gears", "version": "5.0.0"}\n',
    'fern/docs.yml':
      'instances:\n  - url: https://gears.example/team\ntitle: Gears\nnavigation:\n  - page: Gears\n    path: pages/index.mdx\n  - section: The guide\n    contents:\n      - page: Install\n        path: pages/install.mdx\n',
    'fern/pages/index.mdx':
      titled('Gears') +
      '[Install](/team/the-guide/install#tool) [file](./install.mdx)\n\n<Card title="Install" href="/team/the-guide/install">Text.</Card>\n\n<img src="/images/own.svg" />\n',
    'fern/pages/install.mdx':
      titled('Install') +
      '[Home](/team/gears)\n\n<Markdown src="/snippets/note.mdx" />\n\n## With a tool [#tool]\n\n![own](../images/own.svg) ![out](../../assets/outside.svg)\n',
    'fern/snippets/note.mdx': 'A note.\n',
    'fern/images/own.svg': picture('blue'),
  },
  mintlify: {
    ...REPOSITORY,
    'docs.json':
      '{"name": "Gears", "navigation": {"groups": [{"group": "Start", "pages": ["index", "guide/install"]}]}}\n',
    'index.mdx':
      titled('Gears') +
      '[Install](/guide/install#with-a-tool) [beside](guide/install)\n\n<Card title="Install" href="/guide/install">Text.</Card>\n\n<img src="/images/own.svg" />\n',
    'guide/install.mdx': titled('Install') + '[Home](/)\n\n## With a tool\n\n![own](../images/own.svg)\n',
    'images/own.svg': picture('blue'),
  },
  mkdocs: {
    ...REPOSITORY,
    'mkdocs.yml': 'site_name: Gears\nsite_url: https://gears.example/team/\nnav:\n  - index.md\n  - guide/install.md\n',
    'docs/index.md':
      '# Gears\n\n[Install](guide/install.md#with-a-tool)\n\n![own](img/own.svg) ![out](../assets/outside.svg)\n',
    'docs/guide/install.md': '# Install\n\n[Home](../index.md)\n\n## With a tool\n\n![own](../img/own.svg)\n',
    'docs/img/own.svg': picture('blue'),
  },
  nextra: {
    ...REPOSITORY,
    'package.json': '{"dependencies": {"nextra": "latest", "nextra-theme-docs": "latest"}}\n',
    'content/_meta.js': 'export default { index: "Gears", guide: "Guide" }\n',
    'content/index.mdx':
      '# Gears\n\n[Install](/guide/install#tool) [file](./guide/install.mdx)\n\n![public](/public.svg)\n',
    'content/guide/install.mdx':
      '# Install\n\n[Home](/)\n\n## With a tool [#tool]\n\n![out](../../assets/outside.svg)\n',
    'public/public.svg': picture('blue'),
  },
  plain: {
    ...REPOSITORY,
    'docs/README.md': '# Gears\n\n[Install](install.md)\n',
    'docs/install.md':
      '# Install\n\n[Use](use.md#with-a-tool) [License](../LICENSE)\n\n![own](own.svg) ![out](../assets/outside.svg)\n',
    'docs/use.md': '# Use\n\n[Sharp](C%23.md)\n\n## With a tool\n\nText.\n',
    'docs/C#.md': '# C#\n\n[Use](./use.md)\n',
    'docs/own.svg': picture('blue'),
  },
  retype: {
    ...REPOSITORY,
    'docs/retype.yml': 'url: gears.example/team\nbranding:\n  title: Gears\n',
    'docs/index.md':
      '# Gears\n\n[Install](guide/install.md#with-a-tool) [site](/guide/install/) [[Install]]\n\n![own](/static/own.svg) ![out](../assets/outside.svg)\n',
    'docs/guide/install.md':
      '---\nlabel: Set up\n---\n# Install\n\n[Home](../index.md)\n\n## With a tool\n\n!!!\n![own](../static/own.svg)\n!!!\n',
    'docs/static/own.svg': picture('blue'),
  },
  quarto: {
    ...REPOSITORY,
    '_quarto.yml': 'project:\n  type: website\nwebsite:\n  title: Gears\n',
    'index.qmd': titled('Gears') + '[Install](guide/install.qmd#with-a-tool)\n\n![own](assets/outside.svg)\n',
    'guide/install.qmd': titled('Install') + '[Home](../index.qmd)\n\n## With a tool\n\n![own](/assets/outside.svg)\n',
  },
  rspress: {
    ...REPOSITORY,
    'rspress.config.ts': 'export default { root: "docs", title: "Gears", base: "/team/" }\n',
    'package.json': '{"dependencies": {"@rspress/core": "latest"}}\n',
    'docs/_meta.json': '["index", "guide"]\n',
    'docs/index.md': '# Gears\n\n[Install](/guide/install#with-a-tool)\n\n![public](/public.svg)\n',
    'docs/guide/install.mdx':
      '# Install\n\n[Home](../index.md)\n\n## With a tool\n\n![out](../../assets/outside.svg)\n',
    'docs/public/public.svg': picture('blue'),
  },
  sphinx: {
    ...REPOSITORY,
    'docs/conf.py': "project = 'Gears'\nextensions = ['myst_parser']\nmyst_heading_anchors = 3\n",
    'docs/index.md':
      '# Gears\n\n```{toctree}\nguide/install\n```\n\n[Install](guide/install.md#with-a-tool) {doc}`guide/install`\n\n```{image} _static/own.svg\n:alt: own\n```\n',
    'docs/guide/install.md': '# Install\n\n[Home](../index.md)\n\n## With a tool\n\n![own](../_static/own.svg)\n',
    'docs/_static/own.svg': picture('blue'),
  },
  starlight: {
    ...REPOSITORY,
    'package.json': '{"dependencies": {"@astrojs/starlight": "latest"}}\n',
    'astro.config.mjs':
      'import starlight from "@astrojs/starlight"\nexport default { integrations: [starlight({ title: "Gears" })] }\n',
    'src/content/docs/index.mdx':
      titled('Gears') +
      '[Install](/guide/install/#with-a-tool) [beside](./guide/install/)\n\n![asset](../../assets/own.svg) ![public](/public.svg)\n',
    'src/content/docs/guide/install.md':
      titled('Install') + '[Home](/)\n\n## With a tool\n\n![asset](../../../assets/own.svg)\n',
    'src/assets/own.svg': picture('green'),
    'public/public.svg': picture('blue'),
  },
  vitepress: {
    ...REPOSITORY,
    'docs/.vitepress/config.ts': 'export default { title: "Gears", base: "/team/" }\n',
    'docs/index.md':
      '# Gears\n\n[Install](./guide/install#with-a-tool) [html](/guide/install.html)\n\n![public](/public.svg)\n',
    'docs/guide/install.md':
      '# Install\n\n[Home](../index.md)\n\n## With a tool\n\n![own](./own.svg) ![out](../../assets/outside.svg)\n',
    'docs/guide/own.svg': picture('green'),
    'docs/public/public.svg': picture('blue'),
  },
  vocs: {
    ...REPOSITORY,
    'vocs.config.ts': 'export default { title: "Gears", sidebar: [{ text: "Install", link: "/guide/install" }] }\n',
    'docs/pages/index.mdx':
      '# Gears\n\n[Install](./guide/install#with-a-tool) [site](/guide/install)\n\n![public](/public.svg)\n',
    'docs/pages/guide/install.mdx': '# Install\n\n[Home](/)\n\n## With a tool\n\n![public](/public.svg)\n',
    'docs/public/public.svg': picture('blue'),
  },
  vuepress: {
    ...REPOSITORY,
    'docs/.vuepress/config.ts': 'export default { title: "Gears", base: "/team/" }\n',
    'docs/README.md':
      '# Gears\n\n[Install](./guide/install.md#with-a-tool) [top](/guide/install.html)\n\n![public](/public.svg)\n',
    'docs/guide/install.md': '# Install\n\n[Home](../README.md)\n\n## With a tool\n\n![own](./own.svg)\n',
    'docs/guide/own.svg': picture('green'),
    'docs/.vuepress/public/public.svg': picture('blue'),
  },
}
