import { decodeOperand } from '#contract'
import { normalTopic } from '../../../channels/channels/topics.ts'

export interface LinkedView {
  /** The ID followed by a name; in old links only the name. */
  readonly channel: string
  readonly topic: string | undefined
  readonly messageId: number | undefined
}

const channelWords = new Set(['channel', 'stream'])
const topicWords = new Set(['topic', 'subject'])
const messageWords = new Set(['near', 'with', 'id'])

/** The channel, topic, or message of a link; undefined for other links. */
export function linkedView(hash: string): LinkedView | undefined {
  const [head, ...parts] = hash.replace(/^#/, '').split('/')
  if (head !== 'narrow' && head !== 'topics') return undefined
  let channel: string | undefined
  let topic: string | undefined
  let messageId: number | undefined
  for (let at = 0; at < parts.length; at += 2) {
    const word = parts[at] as string
    if (word === '') break
    const operand = decodeOperand(parts[at + 1] ?? '')
    if (operand === undefined) return undefined
    if (channelWords.has(word)) channel = operand
    else if (topicWords.has(word)) topic = operand
    else if (messageWords.has(word) && /^[1-9]\d{0,14}$/.test(operand)) messageId = Number(operand)
    else return undefined
  }
  return channel ? { channel, topic: topic === undefined ? undefined : named(topic), messageId } : undefined
}

/** Undefined for invalid topics. */
function named(topic: string): string | undefined {
  try {
    return normalTopic(topic)
  } catch {
    return undefined
  }
}
