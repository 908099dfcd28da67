import { asChannelId, asMessageId, asUserId, type ParamsInput } from '#contract'
import type { tryAutomation } from '../../../src/features/automations/automations/dry-run-api.ts'
import { maxWebhookLength } from '../../../src/features/automations/automations/limits.ts'
import { causeParts } from '../../../src/features/automations/automations/triggers/cause-rules.ts'
import { getMessages } from '../../../src/features/messages/messages/api/fetch.ts'
import type { Message } from '../../../src/features/messages/messages/wire.ts'
import { maxCommandTextLength } from '../../../src/features/messages/slash-commands/limits.ts'
import { PeopleField } from '../../channel-browser/people-field.tsx'
import { plainText } from '../../content/plain-text.ts'
import { timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import type { Narrow } from '../../narrow/narrow.ts'
import { ownId, person } from '../../store/people.ts'
import { a } from '../../texts/automations.ts'
import { api } from '../../transport/api.ts'
import type { Draft } from './drafts.ts'
import { Field } from './field.tsx'
import { channelLabel } from './sentences.ts'
import { noChannel } from './steps.ts'
import { TextInput } from './text-input.tsx'
import { TopicFields } from './topic-fields.tsx'

type Params = Omit<ParamsInput<typeof tryAutomation.params>, 'automation_id'>

/** What would start the run. */
export interface TestCause {
  readonly messageId: number | undefined
  readonly personId: number
  readonly channelId: number
  readonly topic: string
  readonly text: string
  readonly payload: string
}

export const newTestCause = ({ stream_id }: Draft): TestCause => ({
  messageId: undefined,
  personId: ownId.value,
  channelId: stream_id ?? noChannel,
  topic: '',
  text: '',
  payload: '{}',
})

/** The sender is the person of a posted message. */
const needsPerson = ({ trigger }: Draft): boolean => causeParts(trigger.kind).person && trigger.kind !== 'message'

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

export function isCauseComplete({ trigger }: Draft, { messageId, channelId, payload }: TestCause): boolean {
  const parts = causeParts(trigger.kind)
  if (parts.message && messageId === undefined) return false
  if (parts.text && channelId === noChannel) return false
  return !parts.payload || isJson(payload)
}

export function causeParams(draft: Draft, { messageId, personId, channelId, topic, text, payload }: TestCause): Params {
  const { message, text: hasText, payload: hasPayload } = causeParts(draft.trigger.kind)
  return {
    ...(message && messageId !== undefined ? { message_id: asMessageId(messageId) } : {}),
    ...(needsPerson(draft) ? { user_id: asUserId(personId) } : {}),
    ...(hasText ? { stream_id: asChannelId(channelId), topic, text } : {}),
    ...(hasPayload ? { payload: JSON.parse(payload) as unknown } : {}),
  }
}

interface Props {
  readonly draft: Draft
  readonly cause: TestCause
  change(changes: Partial<TestCause>): void
}

export function TestCauseFields({ draft, cause, change }: Props) {
  const parts = causeParts(draft.trigger.kind)
  return (
    <>
      {parts.message && <MessageField draft={draft} chosen={cause.messageId} change={change} />}
      {needsPerson(draft) && (
        <PeopleField
          label={a.testPerson}
          chosen={{
            get value() {
              return [cause.personId]
            },
            set value(ids) {
              change({ personId: ids.at(-1) ?? ownId.value })
            },
          }}
          isOffered={(id) => person(id)?.is_active === true}
        />
      )}
      {parts.text && (
        <>
          <TopicFields
            channelId={cause.channelId}
            topic={cause.topic}
            scope={draft.stream_id}
            change={({ stream_id = cause.channelId, topic = cause.topic }) => change({ channelId: stream_id, topic })}
          />
          <TextInput
            label={a.testText}
            maxLength={maxCommandTextLength}
            value={cause.text}
            change={(text) => change({ text })}
          />
        </>
      )}
      {parts.payload && (
        <Field label={a.testPayload} {...(isJson(cause.payload) ? {} : { help: a.testPayloadInvalid })}>
          {(attributes) => (
            <textarea
              {...attributes}
              class="code"
              dir="ltr"
              rows={4}
              spellcheck={false}
              maxLength={maxWebhookLength}
              value={cause.payload}
              onInput={({ currentTarget }) => change({ payload: currentTarget.value })}
            />
          )}
        </Field>
      )}
    </>
  )
}

const shown = 30
const maxExcerpt = 60

function narrowOf({ trigger, stream_id }: Draft): Narrow {
  const channelId = stream_id ?? ('stream_id' in trigger ? trigger.stream_id : null)
  return channelId === null
    ? [{ operator: 'channels', operand: 'public' }]
    : [{ operator: 'channel', operand: channelId }]
}

const excerptOf = (message: Message): string => {
  const { sender_full_name, stream_id, subject, timestamp } = message
  const text = plainText(message)
  const excerpt = [...text].length > maxExcerpt ? `${[...text].slice(0, maxExcerpt).join('')}…` : text
  const place = stream_id === undefined ? '' : `${channelLabel(stream_id)} › ${subject}, `
  return `${sender_full_name}: ${excerpt} (${place}${timeOf(timestamp)})`
}

interface MessageProps {
  readonly draft: Draft
  readonly chosen: number | undefined
  change(changes: Partial<TestCause>): void
}

/** The channel's newest messages; the newest one is chosen first. */
function MessageField({ draft, chosen, change }: MessageProps) {
  const { value, problem } = useLoaded(async () => {
    const params = { anchor: 'newest', num_before: shown, num_after: 0, narrow: [...narrowOf(draft)] }
    const { messages } = await api.call(getMessages, params)
    const found = (messages as Message[]).filter(({ sender_id }) => person(sender_id)?.is_bot === false).toReversed()
    if (found[0]) change({ messageId: found[0].id })
    return found
  })
  if (!value) return <Loading problem={problem} label={a.loading} />
  if (value.length === 0) return <p class="soft">{a.testNoMessages}</p>
  return (
    <Field label={a.testMessage}>
      {(attributes) => (
        <select
          {...attributes}
          value={chosen}
          onChange={({ currentTarget }) => change({ messageId: Number(currentTarget.value) })}
        >
          {value.map((message) => (
            <option key={message.id} value={message.id}>
              {excerptOf(message)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
