import { shortened } from '#contract'
import { withEmoji } from '#platform/emoji'
import type { IntegrationSettings } from '../../../people/users/account.ts'
import { withoutGaps } from './gaps.ts'
import { isEmpty, withoutMentions } from './markdown.ts'
import { Part } from './payload.ts'
import { kindOf, type Post, quiet, type Tool } from './tool.ts'

type LeftOut = 'unknown' | 'quiet'

export interface Message {
  readonly event: string
  readonly leftOut?: LeftOut
  readonly topic: string
  /** What the message is about, if that can be renamed: its messages stay in the topic of the first. */
  readonly thread?: string
  readonly content: string
}

export interface Posted extends Pick<Post, 'header'> {
  readonly payload: unknown
  readonly branches?: readonly string[]
  readonly settings?: IntegrationSettings | undefined
  /** The account charged for template rendering. */
  readonly queueKey: string
}

export const clientOf = ({ displayName }: Tool): string => `${displayName.replace(/\W/g, '').slice(0, 22)}Webhook`

const longestEvent = 100
const longestTopic = 2_000
const longestThread = 200

export async function messageOf(tool: Tool, posted: Posted): Promise<Message> {
  const { payload, header, branches = [], settings = {}, queueKey } = posted
  const begun = { payload: new Part(payload), header, branches, settings }
  const event =
    shortened(
      tool
        .event(begun)
        .replace(/[^\w.:*/ -]+/g, ' ')
        .trim(),
      longestEvent,
    ) || 'unnamed'
  const post: Post = { ...begun, event, templated: await tool.templates?.(queueKey, settings, payload) }
  const kind = kindOf(tool, event)
  const said = kind?.text(post)
  if (kind === undefined || said === undefined) return { event, leftOut: 'unknown', topic: '', content: '' }
  if (said === quiet || isEmpty(said)) return { event, leftOut: 'quiet', topic: '', content: '' }
  const given = (kind.topic ?? tool.topic)(post)
  const { id, topic } = typeof given === 'string' ? { id: '', topic: given } : given
  return {
    event,
    topic: topicText(withEmoji(topic.slice(0, longestTopic))) || tool.displayName,
    // what people wrote themselves stays as it is
    content: withoutMentions(tool.category === 'anything' ? said.text : withoutGaps(said.text)),
    // IDs end with the number, which must stay
    ...(id === '' ? {} : { thread: `${tool.name} ${topicText(id.slice(-longestThread))}` }),
  }
}

/** A single line; senders limit its length. */
const topicText = (topic: string): string =>
  shortened(topic.replace(/[\p{Cc}\p{Cf}\s\u2028\u2029]+/gu, ' ').trim(), 200)
