/** The lines of one generator's own syntax, in the syntax that all generators share. */
import type { Container } from './container.ts'
import { docfxLines } from './docfx.ts'
import { docsifyLines } from './docsify.ts'
import { nameExpandables } from './expandable-ids.ts'
import { withoutHead } from './head-lines.ts'
import { separateDefinitions } from './link-definitions.ts'
import { plainFenceInfos } from './fence-infos.ts'
import { bracketTargets } from './spaced-targets.ts'
import { alignListItems } from './list-columns.ts'
import { joinHtmlBlocks, joinTextTags, openAllHtml, openIndentedHtml, openMarkdownHtml } from './markdown-in-html.ts'
import { mdbookTabs } from './mdbook-tabs.ts'
import { markdownInLines } from './markdown-in-line.ts'
import { withoutNoteComments } from './note-comments.ts'
import { embedNotes } from './note-embeds.ts'
import { withoutTemplateComments } from './template-comments.ts'
import { pymdownxLines } from './pymdownx.ts'
import { quartoLines } from './quarto.ts'
import { kramdownTables } from './kramdown-tables.ts'
import { nameShortcodes } from './shortcode.ts'
import { withoutTexCommands } from './tex-commands.ts'
import { retypeLines } from './retype/lines.ts'
import { escapeCodePipes } from './table-rows.ts'
import { readTextTables } from './text-tables.ts'
import { vocsLines } from './vocs.ts'
import { vuepressLines } from './vuepress.ts'
import type { PageWork } from './page-work.ts'
import type { SourceLine } from './source-line.ts'

/** Replaces the syntax of the page's generator. `containers` are those found so far; further ones are added. */
export function dialectLines(lines: SourceLine[], containers: Container[], work: PageWork): SourceLine[] {
  switch (work.syntax.generator) {
    case 'docusaurus':
      return withoutHead(lines)
    case 'eleventy':
      return withoutTemplateComments(lines)
    case 'docfx':
      return docfxLines(lines, work)
    case 'docsify':
      return docsifyLines(lines, work)
    case 'gitbook':
      return work.syntax.slugs === 'gitbook' ? nameExpandables(lines) : lines
    case 'jekyll':
      return joinTextTags(openMarkdownHtml(joinHtmlBlocks(markdownInLines(kramdownTables(bracketTargets(lines))))))
    case 'mdbook':
      return mdbookTabs(lines)
    case 'mkdocs':
      return pymdownxLines(
        openIndentedHtml(
          joinTextTags(
            openMarkdownHtml(
              joinHtmlBlocks(
                markdownInLines(
                  escapeCodePipes(
                    nameShortcodes(alignListItems(separateDefinitions(bracketTargets(plainFenceInfos(lines))))),
                  ),
                ),
              ),
            ),
          ),
        ),
        containers,
        work,
      )
    case 'plain':
      return embedNotes(withoutNoteComments(lines), work)
    case 'quarto':
      return openAllHtml(quartoLines(readTextTables(withoutTexCommands(lines), containers), containers, work))
    case 'retype':
      return retypeLines(lines, containers, work)
    case 'vocs':
      return vocsLines(lines)
    case 'vuepress':
      return vuepressLines(lines, work)
    default:
      return lines
  }
}
