import { ApiError, maxMessageLength, parsedJson, z } from '#contract'
import { checkedWidget } from '../../messages/messages/actions/widgets.ts'
import { serviceInterfaces } from '../../people/users/bot-wire.ts'
import { responseIn } from './commands/command-form.ts'

export interface Reply {
  readonly content: string
  readonly widget?: string
  /** For slash commands: goes to the caller as a direct message. */
  readonly isDirect?: boolean
}

/** The result of calling a bot: a reply, nothing, or a failure that a retry may or may not fix. */
export type Outcome =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'done' }
  | ({ readonly kind: 'failed' } & Failure)

const Own = z.object({
  response_not_required: z.boolean().optional(),
  content: z.string().optional(),
  widget_content: z.string().max(maxMessageLength).optional(),
})
const Slack = z.object({ text: z.string().optional() })

const failed = (why: string): Outcome => ({ kind: 'failed', why, isTransient: false })
const done: Outcome = { kind: 'done' }

export interface Failure {
  readonly why: string
  readonly isTransient: boolean
}

/** Undefined for a status that means success. */
export const failureOf = (status: number): Failure | undefined =>
  status >= 200 && status < 300
    ? undefined
    : { why: `it answered with status ${status}`, isTransient: status >= 500 || status === 429 }

/** The outcome of a slash command, which can be answered with JSON or plain text. */
export function commandOutcomeOf(body: string): Outcome {
  const json = parsedJson(body)
  const isObject = typeof json === 'object' && json !== null
  const reply = responseIn(isObject ? json : { text: body })
  return reply ? { kind: 'reply', reply } : done
}

export function outcomeOf(interfaceType: number, body: string): Outcome {
  if (body.trim() === '') return done
  const json = parsedJson(body)
  if (interfaceType === serviceInterfaces.slack) {
    // compat: senders of Slack's format answer with any text when they have nothing to say
    const { data } = Slack.safeParse(json)
    return replyWith(data?.text)
  }
  const { data } = Own.safeParse(json)
  if (!data) return failed('its answer was not the JSON object that was expected')
  if (data.response_not_required) return done
  try {
    const widget = data.widget_content
    return replyWith(data.content, widget === undefined ? undefined : checkedWidget(widget, { isBot: true }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return failed(`its answer held a widget that is none (${error.message})`)
  }
}

const replyWith = (content: string | undefined, widget?: string): Outcome =>
  content === undefined || content.trim() === ''
    ? done
    : { kind: 'reply', reply: { content, ...(widget === undefined ? {} : { widget }) } }
