import type { HLJSApi, Language, LanguageFn, Mode } from 'highlight.js'

/** highlight.js' links scan to the line's end from each bracket (9,900 characters of `[a](`: 3 s); these don't. */
const links: Mode[] = [
  { begin: /\[[^\]\n]{1,300}\]\[[^\]\n]{0,300}\]/, relevance: 0 },
  { begin: /\[[^\]\n]{0,300}\]\([^)\n]{0,500}\)/, relevance: 1 },
]

export const mended = (grammar: string, original: LanguageFn): LanguageFn =>
  grammar === 'markdown' ? withBoundedLinks(original) : original

const withBoundedLinks =
  (original: LanguageFn) =>
  (hljs: HLJSApi): Language => {
    const language = original(hljs)
    for (const mode of language.contains) if (mode !== 'self' && isLink(mode)) mode.variants = links
    return language
  }

const isLink = ({ variants = [] }: Mode): boolean =>
  variants.some(({ begin }) => begin instanceof RegExp && begin.source.includes('\\]\\('))
