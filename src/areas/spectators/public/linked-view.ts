import { normalTopic } from '../../channels/topics.ts'

/** What of a view of the web client, as it stands behind `#` in a link, can be told without asking anybody. */
export interface LinkedView {
  /** Its id, with a name behind it for people; in old links the name alone. */
  readonly channel: string
  readonly topic: string | undefined
  readonly messageId: number | undefined
}

const channelWords = new Set(['channel', 'stream'])
const topicWords = new Set(['topic', 'subject'])
const messageWords = new Set(['near', 'with', 'id'])

/** The channel, topic or message that a link names; undefined for a link to anything else. */
export function linkedView(hash: string): LinkedView | undefined {
  const [head, ...parts] = hash.replace(/^#/, '').split('/')
  if (head !== 'narrow' && head !== 'topics') return undefined
  let channel: string | undefined
  let topic: string | undefined
  let messageId: number | undefined
  for (let at = 0; at < parts.length; at += 2) {
    const word = parts[at] as string
    if (word === '') break
    const operand = decoded(parts[at + 1] ?? '')
    if (operand === undefined) return undefined
    if (channelWords.has(word)) channel = operand
    else if (topicWords.has(word)) topic = operand
    else if (messageWords.has(word) && /^[1-9]\d{0,14}$/.test(operand)) messageId = Number(operand)
    else return undefined
  }
  return channel ? { channel, topic: topic === undefined ? undefined : named(topic), messageId } : undefined
}

/** Names stand there with a dot for the percent sign; undefined for what is no encoding of anything. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'))
  } catch {
    return undefined
  }
}

/** Undefined where no topic can be called so. */
function named(topic: string): string | undefined {
  try {
    return normalTopic(topic)
  } catch {
    return undefined
  }
}
