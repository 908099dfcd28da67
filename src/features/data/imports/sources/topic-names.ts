import { createHash } from 'node:crypto'
import { maxTopicLength } from '../../../channels/channels/limits.ts'

export const mainTopic = 'general'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const unfit = /[*`\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** Topic names, unique in their channel regardless of case. */
export class TopicNames {
  /** Hashes of names: there can be millions, and a collision only adds a number. */
  readonly #taken = new Map<string, Set<number>>()

  /** A topic name based on `wish`: cut to fit, and with a number if it is taken. */
  named(channel: string, wish: string): string {
    let taken = this.#taken.get(channel)
    if (!taken) {
      taken = new Set([numberOf(mainTopic)])
      this.#taken.set(channel, taken)
    }
    // remove characters that would end a link to it or disguise it
    const plain =
      wish
        .normalize('NFC')
        .replace(unfit, ' ')
        .replace(/[\s\p{Z}]+/gu, ' ')
        .trim() || 'thread'
    for (let number = 1; ; number++) {
      const name = cut(plain, number === 1 ? '' : ` (${number})`)
      const key = numberOf(name)
      if (taken.has(key)) continue
      taken.add(key)
      return name
    }
  }
}

const numberOf = (name: string): number =>
  createHash('sha256').update(name.normalize('NFKC').toLowerCase()).digest().readUIntBE(0, 6)

/** The UTC date and the first words. */
export const datedName = (at: Date, words: string): string => `${at.toISOString().slice(0, 10)} ${words || 'thread'}`

/** Cuts at the end of a word if one is near, and never inside a character. */
function cut(text: string, ending: string): string {
  const room = maxTopicLength - ending.length
  if ([...text].length <= room) return text + ending
  let kept = ''
  let length = 0
  for (const { segment } of graphemes.segment(text.slice(0, room * 8))) {
    length += [...segment].length
    if (length > room - 1) break
    kept += segment
  }
  const space = kept.lastIndexOf(' ')
  if (space > kept.length / 2) kept = kept.slice(0, space)
  return `${kept.trimEnd()}…${ending}`
}
