import type { HLJSApi, Language, LanguageFn, Mode } from 'highlight.js'

/**
 * The links of highlight.js' Markdown look for their end to the end of the line, from each bracket and each time anew:
 * 9,900 characters of `[a](` took 3 s. These look a bounded way ahead, and no further than the next closing bracket.
 */
const links: Mode[] = [
  { begin: /\[[^\]\n]{1,300}\]\[[^\]\n]{0,300}\]/, relevance: 0 },
  { begin: /\[[^\]\n]{0,300}\]\([^)\n]{0,500}\)/, relevance: 1 },
]

/** A grammar with what takes long in it replaced. */
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
