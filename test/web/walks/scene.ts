import type { Locator } from 'playwright-core'
import { vi } from 'vitest'
import type { Person } from '../../harness/person.ts'
import type { Visitor } from '../browser.ts'

/** With the mouse alone, but for words; or with keys alone. */
export type Way = 'mouse' | 'keys'

/** Somebody in front of a topic with one message, on which something is to be done in one of the ways. */
export interface Scene {
  readonly way: Way
  readonly here: Visitor
  readonly ada: Person
  readonly ben: Person
  readonly channelId: number
  readonly topic: string
  readonly messageId: number
}

export interface Walk {
  /** Whose message it is; Ben's, where nothing is said. */
  readonly by?: 'ada' | 'ben'
  /** What it says. */
  content?(ben: Person): Promise<string>
  /** What happens before, with the message there. */
  before?(scene: Scene): Promise<unknown>
  /** Where one is; in the topic, where nothing is said. */
  readonly hash?: string
  readonly mouse: (scene: Scene) => Promise<unknown>
  readonly keys: (scene: Scene) => Promise<unknown>
  /** What the action opens: its accessibility tree is looked at before anything is done in it. */
  opens?(scene: Scene): Locator
  /** What is done in what it opened. */
  after?: { readonly [way in Way]: (scene: Scene) => Promise<unknown> }
  /** What it changes of what is shown: its accessibility tree is looked at when all is done. */
  shows?(scene: Scene): Locator
  /** Throws as long as the server does not have what was to be done. */
  effect(scene: Scene): Promise<unknown>
}

/** What a message says, where nothing else is said. */
export const usualText = 'Shipped'

/** The message as the server has it for Ada. */
export async function found({ ada, messageId }: Scene) {
  const { message } = await ada.send('GET', `/messages/${messageId}`)
  return message as {
    flags: string[]
    reactions: { emoji_name: string; user_id: number }[]
    content: string
    subject: string
  }
}
/** Its text as it was typed. */
export const sourceIn = async ({ ada, messageId }: Scene) =>
  (await ada.send('GET', `/messages/${messageId}`, { apply_markdown: false })).raw_content as string

/** The newest messages of a narrow, as they were typed. */
export async function newest({ ada }: Scene, narrow: object[], count = 1) {
  const question = { anchor: 'newest', num_before: count, num_after: 0, narrow, apply_markdown: false }
  const { messages } = await ada.send('GET', '/messages', question)
  return messages as { id: number; sender_id: number; content: string; subject: string; type: string }[]
}
/** The narrow of the scene's topic, or of another one in its channel. */
export const inTopic = ({ channelId, topic }: Scene, name = topic) => [
  { operator: 'channel', operand: channelId },
  { operator: 'topic', operand: name },
]

/** Once more until it holds: a server is told a moment after the screen. */
export const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 180_000, interval: 50 })
