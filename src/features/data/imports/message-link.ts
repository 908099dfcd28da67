import { randomInt } from 'node:crypto'
import { asChannelId, type MessageId, type UserId } from '#contract'
import { directMessageUrl, topicUrl } from '#platform/markdown'

export type LinkedPlace =
  | { readonly channel: { readonly id: number; readonly name: string }; readonly topic: string }
  | { readonly people: readonly UserId[] }

export function messageUrl(place: LinkedPlace, id: number): string {
  if ('channel' in place)
    return topicUrl({ id: asChannelId(place.channel.id), name: place.channel.name }, place.topic, { near: id })
  return directMessageUrl(place.people, id)
}

/**
 * Numbers that stand for messages in rendered texts until their ids are known. Eight random digits keep them from
 * matching numbers that people wrote.
 */
export class Standins {
  readonly #start = `9${String(randomInt(10_000_000, 100_000_000))}`
  readonly #keys: string[] = []
  readonly #numbers = new Map<string, number>()
  readonly #pattern = new RegExp(`${this.#start}(\\d{6})`, 'g')

  /** Starts over once all are used; the messages of the first ones are written by then. */
  of(key: string): number {
    let index = this.#numbers.get(key)
    if (index === undefined) {
      if (this.#keys.length === 1_000_000) {
        this.#keys.length = 0
        this.#numbers.clear()
      }
      index = this.#keys.push(key) - 1
      this.#numbers.set(key, index)
    }
    return Number(`${this.#start}${String(index).padStart(6, '0')}`)
  }

  replace(text: string, idOf: (key: string) => MessageId | undefined): string {
    if (this.#keys.length === 0 || !text.includes(this.#start)) return text
    return text.replace(this.#pattern, (whole, index) => {
      const key = this.#keys[Number(index)]
      return String((key === undefined ? undefined : idOf(key)) ?? whole)
    })
  }
}
