import { SharedText } from '#platform/compression'
import type { UnreadPlace } from './unread-list.ts'

type Text = string | SharedText

/** How many bytes texts have taken since they were last counted. */
type Grew = (place: UnreadPlace, bytes: number) => void

const overhead = 200
const wide = /[\u0100-\uffff]/

/** The texts made of a conversation's unread messages, by form. */
class PlaceTexts {
  readonly #texts = new Map<string, { text: Text; bytes: number }>()
  bytes = 0

  get(key: string): Text | undefined {
    return this.#texts.get(key)?.text
  }

  /** Returns by how many bytes the texts have grown. */
  set(key: string, text: Text, bytes: number): number {
    const before = this.#texts.get(key)?.bytes ?? 0
    this.#texts.set(key, { text, bytes })
    this.bytes += bytes - before
    return bytes - before
  }
}

const made = new WeakMap<UnreadPlace, PlaceTexts>()

/** The memory that the texts of a conversation take, in bytes. */
export const bytesOfTexts = (place: UnreadPlace): number => made.get(place)?.bytes ?? 0

interface TextOptions {
  /** The text is kept compressed. */
  readonly isShared: boolean
  readonly grew: Grew
}

/** Makes a text once per form, until the conversation changes. */
export function placeText(place: UnreadPlace, form: string, { isShared, grew }: TextOptions, make: () => string): Text {
  const texts = made.get(place) ?? new PlaceTexts()
  made.set(place, texts)
  const known = texts.get(form)
  if (known !== undefined && known instanceof SharedText === isShared) return known
  if (isShared) {
    const text = new SharedText(make, (bytes) => {
      if (texts.get(form) === text) grew(place, texts.set(form, text, overhead + bytes))
    })
    grew(place, texts.set(form, text, overhead))
    return text
  }
  const text = make()
  // strings take one byte per character unless they have others than Latin-1's
  grew(place, texts.set(form, text, overhead + text.length * (wide.test(text) ? 2 : 1)))
  return text
}
