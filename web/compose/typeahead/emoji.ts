import { computed, signal } from '@preact/signals'
import type { CustomEmoji } from '../../../src/features/text/custom-emoji/api.ts'
import { toned } from '../../emoji/toned.ts'
import type { Choice } from '../../entities/choice.ts'
import { emojiFrom } from '../../parts/emoji-character.ts'
import { part } from '../../store/connection.ts'
import { emojiNames } from '../../store/emoji-names.ts'
import { skinTone } from '../../store/skin-tone.ts'
import { below } from '../../transport/place.ts'
import { emojiText } from '../text/emoji-text.ts'
import { best, SearchIndex } from './search.ts'

const custom = part<Record<string, CustomEmoji>>('realm_emoji')

interface OneName {
  readonly name: string
  /** Code points of a Unicode emoji. */
  readonly code?: string
  readonly url?: string
}

const unicode = signal<readonly OneName[]>([])
let isAsked = false

async function takeNames(): Promise<void> {
  if (isAsked) return
  isAsked = true
  try {
    unicode.value = (await emojiNames()).flatMap(([code, names]) => names.map((name) => ({ name, code })))
  } catch {
    isAsked = false
  }
}

const names = computed(() => {
  const own = Object.values(custom.value ?? {})
    .filter(({ deactivated }) => !deactivated)
    .map(({ name, source_url }): OneName => ({ name, url: below(source_url) }))
  const taken = new Set(own.map(({ name }) => name))
  return [...own, ...unicode.value.filter(({ name }) => !taken.has(name))]
})
const index = computed(() => new SearchIndex(names.value, ({ name }) => name.replaceAll('_', ' ')))

const popular = ['1f44d', '1f389', '1f642', '2764', '1f6e0', '1f419']
const rank = ({ name, code, url }: OneName, query: string): number => {
  if (name === query) return -1
  const place = popular.indexOf(code ?? '')
  if (place >= 0) return place / 10
  return url === undefined ? 1.5 : 1
}

export function emojis(query: string, limit: number): Choice[] {
  void takeNames()
  const words = query.replaceAll('_', ' ')
  const found = best(
    index.value.find(words),
    (a, b) =>
      Math.min(rank(a.item, query), 0) - Math.min(rank(b.item, query), 0) ||
      a.fit * 2 + rank(a.item, query) - (b.fit * 2 + rank(b.item, query)) ||
      a.item.name.length - b.item.name.length,
    limit * 3,
  )
  const seen = new Set<string>()
  const choices: Choice[] = []
  for (const {
    item: { name, code, url },
  } of found) {
    const identity = code ?? name
    if (seen.has(identity)) continue
    seen.add(identity)
    const sign = url === undefined ? emojiFrom(code ?? '') : undefined
    choices.push({
      key: `emoji ${name}`,
      label: `:${name}:`,
      mark: sign === undefined ? { picture: url ?? '' } : { sign: toned(sign, skinTone.value) },
      insert: emojiText(name, sign),
    })
  }
  return choices.slice(0, limit)
}
