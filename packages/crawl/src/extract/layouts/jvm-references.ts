/** API references of languages on the Java virtual machine. */
import type { Layout } from './layout.ts'

/** In the order in which they are tried. */
export const JVM_REFERENCES: readonly Layout[] = [
  {
    name: 'javadoc-index',
    generator: /^javadoc/i,
    marker:
      'body.index-page, body.all-classes-index-page, body.all-packages-index-page, body[class*="tree-page"], body.search-page, body.help-page, body.serialized-form-page, body[class*="use-page"], body.source-page',
    content: [],
    verified: true,
  },
  {
    // Javadoc 9 to 12: uses, sources, lists and trees. Their comment names the generator, but that of sources.
    name: 'javadoc-11-index',
    marker:
      'main > :is(.classUseContainer, .serializedFormContainer, .allClassesContainer), .contentContainer > ul > li > .useSummary, .contentContainer > section > h2[title$="Hierarchy"], .contentContainer > a[href="#I:A"], .sourceContainer > pre > .sourceLineNo',
    content: [],
    verified: true,
  },
  {
    name: 'javadoc',
    generator: /^javadoc/i,
    content: ['main', '[role=main]'],
    code: '.member-signature, .type-signature',
    exclude:
      'section.summary, .sub-title, .inheritance, .table-tabs, .caption, .header .sub-title, .package-description-label, .help-note, .anchor-link',
    verified: true,
  },
  {
    name: 'javadoc-8',
    marker:
      '.contentContainer > .description, .contentContainer > .details, .contentContainer > .summary, .contentContainer .typeSummary, .contentContainer .overviewSummary',
    content: ['.contentContainer'],
    title: '.header h2.title, .header h1.title, h2.title, h1.title',
    exclude: '.summary, ul.inheritance, .subNav, .topNav, .bottomNav, .typeSummary, .overviewSummary',
    verified: true,
  },
  {
    name: 'javadoc-8-index',
    marker:
      '.topNav > a:is([name="navbar.top"], [name=navbar_top]), body > .bar + .indexContainer, body > .indexHeader, frame[name=packageFrame], frame[name=classFrame]',
    content: [],
    verified: true,
  },
  {
    name: 'maven-report',
    marker: 'link[href$="jacoco-resources/report.css"], pre > a.jxr_linenumber',
    content: [],
    verified: false,
  },
  { name: 'dokka-index', marker: 'body > .sideMenuPart[pageid]', content: [], verified: true },
  {
    name: 'dokka',
    marker: '#content.main-content:is([data-page-type], [pageids])',
    content: ['#content'],
    // The heading of a package is the same for all of them.
    title: '[data-page-type=package] > .breadcrumbs > .current, #content h1',
    // The class of a member, the package of a class. Up to version 1.6 the last link is that of the page.
    groupName:
      '#content:not([data-page-type=package]) > .breadcrumbs > a:nth-last-of-type(1), .navigation-wrapper > .breadcrumbs > a:nth-last-of-type(2)',
    site: '.library-name--link',
    version: '.library-version',
    code: '.symbol.monospace',
    exclude: '[data-page-type=package] h1.cover, .copy-popup-wrapper, .anchor-wrapper, .tabs-section, .platform-tag',
    verified: true,
  },
  {
    name: 'scaladoc',
    marker: '#definition ~ #template',
    content: [':has(> #definition ~ #template)'],
    title: '#definition h1',
    groupName: '#definition > #owner',
    members: '#template li > .symbol',
    code: '#signature',
    // Members that every class has; each member has a short and a full description.
    exclude:
      '#definition, #mbrsel, .members > h3, .permalink, .morelinks, .modifier_kind, [id=inheritedMembers], [id=groupedMembers], [id=tooltip], li[name^="scala.AnyRef#"], li[name^="scala.Any#"], .toggleContainer:has(.superTypes, .subClasses), .shortcomment:has(+ .fullcomment .cmt), dl.attributes > dt:contains("Definition Classes"), dl.attributes > dt:contains("Definition Classes") + dd',
    verified: true,
  },
  {
    name: 'scaladoc-3',
    marker: '[id=content] :is(.cover-header ~ .main-signature, .documentableList > .documentableElement)',
    content: ['[id=content]'],
    title: '[id=content] h1',
    // The namespace of a class.
    groupName: '.breadcrumbs > a:nth-last-of-type(2)',
    members: '.documentableElement[id] > .documentableElement-expander',
    code: '.main-signature',
    // Members of other classes; facts about types, and the names of the lists around members.
    exclude:
      '.fqname, .icon, .documentableFilter, .documentableBrief, .documentableList-expander, .member-group-header, #members-list > h2, [data-f-inherited], :is(.cover, [id=attributes]) > h2:contains("Attributes"), .attributes > dt:is(:contains("Graph"), :contains("Supertypes"), :contains("Known subtypes"), :contains("Self type"), :contains("Companion"), :contains("Definition Classes")), .attributes > dt:is(:contains("Graph"), :contains("Supertypes"), :contains("Known subtypes"), :contains("Self type"), :contains("Companion"), :contains("Definition Classes")) + dd',
    verified: true,
  },
]
