import { folded } from '#contract'
import type { EmojiNames } from '../store/emoji-names.ts'
import type { ChosenEmoji } from './reacting.ts'

export interface Findable extends ChosenEmoji {
  readonly names: readonly string[]
}

type SectionName =
  | 'recent'
  | 'popular'
  | 'custom'
  | 'smileys'
  | 'people'
  | 'animals'
  | 'food'
  | 'travel'
  | 'activities'
  | 'objects'
  | 'symbols'
  | 'flags'

export interface Section {
  readonly name: SectionName
  readonly emoji: readonly Findable[]
}

/** The first emoji of each group, in Unicode order. */
const firsts: Readonly<Record<string, SectionName>> = {
  '1f600': 'smileys',
  '1f44b': 'people',
  '1f435': 'animals',
  '1f347': 'food',
  '1f30d': 'travel',
  '1f383': 'activities',
  '1f453': 'objects',
  '1f3e7': 'symbols',
  '1f3c1': 'flags',
}
const popularCodes = ['1f44d', '1f389', '1f642', '2764', '1f6e0', '1f419']

const unicode = (code: string, names: readonly string[]): Findable => ({
  emoji_code: code,
  emoji_name: names[0] ?? code,
  reaction_type: 'unicode_emoji',
  names,
})

export function sectionsOf(all: EmojiNames, custom: readonly Findable[], recent: readonly ChosenEmoji[]): Section[] {
  const sections = new Map<SectionName, Findable[]>()
  const byIdentity = new Map(custom.map((one) => [identity(one), one]))
  // numeric keys come first in objects regardless of group, and nearly all of them are symbols
  let group: SectionName = 'symbols'
  for (const [code, names] of all) {
    group = firsts[code] ?? group
    const one = unicode(code, names)
    byIdentity.set(identity(one), one)
    const list = sections.get(group)
    if (list) list.push(one)
    else sections.set(group, [one])
  }
  const known = (list: readonly ChosenEmoji[]) =>
    list.flatMap((one) => {
      const found = byIdentity.get(identity(one))
      return found ? [found] : []
    })
  const popular = popularCodes.map((emoji_code) => ({ ...unicode(emoji_code, []) }))
  return [
    { name: 'recent' as const, emoji: known(recent) },
    { name: 'popular' as const, emoji: known(popular) },
    { name: 'custom' as const, emoji: custom },
    ...Object.values(firsts).map((name) => ({ name, emoji: sections.get(name) ?? [] })),
  ].filter(({ emoji }) => emoji.length > 0)
}

export const identity = ({ emoji_code, reaction_type }: ChosenEmoji): string => `${reaction_type} ${emoji_code}`

const normal = (text: string): string => folded(text).replaceAll(/[_-]/g, ' ').trim()

/** Emoji with a name that contains every typed word, or with that glyph; names with that prefix first. */
export function findEmoji(sections: readonly Section[], query: string, signOf: (one: Findable) => string): Findable[] {
  const wanted = normal(query)
  const words = wanted.split(/\s+/)
  const seen = new Set<string>()
  const found: { one: Findable; rank: number }[] = []
  for (const { emoji } of sections)
    for (const one of emoji) {
      if (seen.has(identity(one))) continue
      seen.add(identity(one))
      const fits = one.names.map(normal).filter((name) => words.every((word) => name.includes(word)))
      const isSign = one.reaction_type === 'unicode_emoji' && bare(query) !== '' && bare(signOf(one)) === bare(query)
      if (fits.length === 0 && !isSign) continue
      const rank = isSign || fits.includes(wanted) ? 0 : fits.some((name) => name.startsWith(wanted)) ? 1 : 2
      found.push({ one, rank })
    }
  return found.sort((a, b) => a.rank - b.rank).map(({ one }) => one)
}

const bare = (sign: string): string => sign.trim().replaceAll('\u{fe0f}', '')
