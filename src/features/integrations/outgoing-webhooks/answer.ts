import { ApiError, maxMessageLength, parsedJson, z } from '#contract'
import { checkedWidget } from '../../messages/messages/actions/widgets.ts'
import { serviceInterfaces } from '../../people/users/bot-wire.ts'

export interface Reply {
  readonly content: string
  readonly widget?: string
}

/** The result of calling a bot: a reply, nothing, or a failure that a retry may or may not fix. */
export type Outcome =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly why: string; readonly isTransient: boolean }

const Own = z.object({
  response_not_required: z.boolean().optional(),
  content: z.string().optional(),
  widget_content: z.string().max(maxMessageLength).optional(),
})
const Slack = z.object({ text: z.string().optional() })

const failed = (why: string, isTransient = false): Outcome => ({ kind: 'failed', why, isTransient })
const done: Outcome = { kind: 'done' }

export function outcomeOf(interfaceType: number, status: number, body: string): Outcome {
  if (status >= 500 || status === 429) return failed(`it answered with status ${status}`, true)
  if (status < 200 || status >= 300) return failed(`it answered with status ${status}`)
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
