import type { Locator } from 'playwright-core'
import { vi } from 'vitest'
import type { Person } from '../../harness/person.ts'
import type { Visitor } from '../browser.ts'

/** With the mouse alone, except for typing; or with the keyboard alone. */
export type Way = 'mouse' | 'keys'

/** A user at a topic with one message, on which an action is done in one of the ways. */
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
  /** The message's author; Ben by default. */
  readonly by?: 'ada' | 'ben'
  content?(ben: Person): Promise<string>
  /** Runs first, once the message exists. */
  before?(scene: Scene): Promise<unknown>
  /** The open view; the topic by default. */
  readonly hash?: string
  readonly mouse: (scene: Scene) => Promise<unknown>
  readonly keys: (scene: Scene) => Promise<unknown>
  /** What the action opens: its accessibility tree is recorded before anything is done in it. */
  opens?(scene: Scene): Locator
  /** What is done in it. */
  after?: { readonly [way in Way]: (scene: Scene) => Promise<unknown> }
  /** The part of the page that changes: its accessibility tree is recorded at the end. */
  shows?(scene: Scene): Locator
  /** Throws until the server has the action's effect. */
  effect(scene: Scene): Promise<unknown>
}

export const usualText = 'Shipped'

export async function found({ ada, messageId }: Scene) {
  const { message } = await ada.send('GET', `/messages/${messageId}`)
  return message as {
    flags: string[]
    reactions: { emoji_name: string; user_id: number }[]
    content: string
    subject: string
  }
}
export const sourceIn = async ({ ada, messageId }: Scene) =>
  (await ada.send('GET', `/messages/${messageId}`, { apply_markdown: false })).raw_content as string

/** The newest messages of a narrow, as Markdown. */
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

/** Retries until the check passes: the server learns of a change shortly after the screen. */
export const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 180_000, interval: 50 })
