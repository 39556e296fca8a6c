/** Categories of number in the order of CLDR; a language uses some of them. */
const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other']

/**
 * A function that puts a number into the plural form of the language; `#` is replaced by the number. The forms are those of
 * the language's categories, in the order zero, one, two, few, many, other: two in English, one in Japanese, four in
 * Russian, six in Arabic. The last form is used for categories without one.
 */
export function plural(language: string, ...forms: string[]): (count: number) => string {
  return (count) => {
    const rules = new Intl.PluralRules(language)
    const own = CATEGORIES.filter((category) =>
      (rules.resolvedOptions().pluralCategories as string[]).includes(category),
    )
    const form = forms[own.indexOf(rules.select(count))] ?? forms.at(-1) ?? '#'
    return form.replace('#', count.toLocaleString(language))
  }
}
