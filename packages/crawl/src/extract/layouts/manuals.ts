/** Manuals made from document formats, in one page or many. */
import type { Layout } from './layout.ts'

/** In the order in which they are tried. */
export const MANUALS: readonly Layout[] = [
  {
    name: 'docbook-index',
    generator: /^DocBook XSL/,
    marker: 'body > .index > :is(.titlepage, .indexdiv, .index)',
    content: [],
    verified: true,
  },
  {
    name: 'docbook',
    generator: /^DocBook XSL/,
    content: [
      'body > :is(.set, .book, .article, .part, .reference, .preface, .chapter, .appendix, .section, .sect1, .refentry)',
      'body',
    ],
    title: '.titlepage .title, .refnamediv h1, .refnamediv h2',
    // Some stylesheets keep the link to the first page in the navigation only.
    site: 'link[rel=home][title], .navheader a[accesskey=h][title]',
    // The chapter or part of a page, which is not the book.
    groupName: 'link[rel=up][title]:not([href^="index."])',
    members: 'dt[id], dt:has(> a[id], > a[name])',
    // The pictures of notes have the text "[Note]".
    exclude:
      '.navheader, .navfooter, .indexdiv, .authorgroup, .author, .list-of-figures, .list-of-tables, .list-of-examples, td[rowspan] > img[alt^="["][alt$="]"]:only-child',
    verified: true,
  },
  {
    name: 'gapdoc',
    generator: /^GAPDoc2HTML/,
    content: ['body'],
    title: 'h1, body > h3',
    exclude:
      '.chlinktop, .chlinkbot, .chlinkprevnexttop, .chlinkprevnextbot, [id=mathjaxlink], .ChapSects, .contents, p.foot',
    verified: true,
  },
  {
    name: 'asciidoctor',
    generator: /^Asciidoctor/,
    content: ['body:has(> [id=header] ~ [id=content])'],
    title: '[id=header] > h1',
    members: 'dt[id], dt:has(> a[id])',
    exclude:
      '[id=header] > .details, [id=toc], .toc2, [id=footer], td.icon, .conum, .conum + b, .colist td:first-child:not(:only-child)',
    verified: true,
  },
  {
    name: 'scribble',
    marker: 'body > .tocset ~ .maincolumn > .main',
    content: ['.maincolumn > .main'],
    title: '.maincolumn > .main > :is(h1, h2, h3, h4, h5)',
    // The name of the manual.
    groupName: '.tocview .tocviewtitle :is(.tocviewlink, .tocviewselflink)',
    names: '.RForeground:has(.RktValDef, .RktStxDef, .RktSymDef)',
    code: '.RktBlk, .SCodeFlow',
    exclude: '.navsettop, .navsetbottom, .RBackgroundLabel, .SAuthorListBox, .versionbox, .imageleft',
    verified: true,
  },
  {
    name: 'latex2html',
    generator: /^LaTeX2HTML/,
    content: ['body'],
    title: 'h1, h2, h3, h4',
    // The panels above and below the text have no element of their own.
    exclude:
      'body > a[name^="tex2html"]:has(> img), body > :is(b, a[name^="tex2html"]):not(:is(h1, h2, h3, h4) ~ *), hr ~ b:has(+ a[name^="tex2html"]), hr ~ b + a[name^="tex2html"], hr ~ b:has(> a[name^="tex2html"]), .navigation, a[name=CHILD_LINKS], a[name=CHILD_LINKS] + ul, .ChildLinks, body > address',
    verified: true,
  },
]
