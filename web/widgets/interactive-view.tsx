import { signal, useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { addSubmessage } from '../../src/features/messages/messages/submessages/api.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { reasonOf } from '../parts/refusal.ts'
import { isInGroup } from '../store/groups.ts'
import { isAutomation, nameOf, ownId, person } from '../store/people.ts'
import { t } from '../texts/index.ts'
import { i } from '../texts/interactive.ts'
import { api } from '../transport/api.ts'
import { type Interactive, interactiveOf, wordsOf } from './interactive.ts'
import { MenuField, TextField } from './interactive-fields.tsx'
import type { WidgetData } from './submessages.ts'

/** Unsent values by message, kept while the user is elsewhere. */
const unfinishedAnswers = signal<ReadonlyMap<number, ReadonlyMap<string, string>>>(new Map())
const nothing: ReadonlyMap<string, string> = new Map()

const keep = (id: number, values: ReadonlyMap<string, string>) => {
  unfinishedAnswers.value = new Map(unfinishedAnswers.value).set(id, values)
}

/** A bot's form below its message. Automations write the result into the message, which replaces the form. */
export function InteractiveView({ message, widget }: { message: Message; widget: WidgetData }) {
  const form = interactiveOf(widget, message.sender_id)
  const isReplaced = form.isClosed && message.last_edit_timestamp && isAutomation(message.sender_id)
  return isReplaced ? null : <Box form={form} message={message} />
}

/** An answer is shown once the server has it. */
function Box({ form, message }: { form: Interactive; message: Message }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () => () => {
      const { current } = box
      if (current?.contains(document.activeElement)) current.closest('article')?.focus()
    },
    [],
  )
  const own = form.answers.findLast(({ by }) => by === ownId.value)
  const isClosed = form.isClosed || person(message.sender_id)?.is_active === false
  const isAsked =
    form.answerers?.includes(ownId.value) ?? (form.answererGroup === undefined || isInGroup(form.answererGroup))
  return (
    <div ref={box} class="widget asking" tabIndex={-1}>
      {own && (
        <div role="status">
          <b>{i.ownAnswer}</b>
          <Through agent={own.agent} />
          <Words words={wordsOf(form, own)} />
        </div>
      )}
      {!isClosed && !(own && form.isOnce) && <Questions form={form} messageId={message.id} isAsked={isAsked} />}
      {!isClosed && !isAsked && <p class="soft">{i.notAsked}</p>}
      {isClosed && !(own && form.isOnce) && <p class="soft">{i.closed}</p>}
      {form.isClosed && form.note !== '' && <p dir="auto">{form.note}</p>}
      {form.answers.some((answer) => answer !== own) && (
        <details>
          <summary>{i.answers(form.answers.length)}</summary>
          <ul>
            {form.answers.map((answer, index) => (
              <li key={index}>
                <b dir="auto">{nameOf(answer.by)}</b>
                <Through agent={answer.agent} />
                <Words words={wordsOf(form, answer)} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const Through = ({ agent }: { agent: string }) => (agent === '' ? null : <span class="soft"> {t.byAgent(agent)}</span>)

const Words = ({ words }: { words: readonly string[] }) => (
  <ul>
    {words.map((one, index) => (
      <li key={index} dir="auto">
        {one}
      </li>
    ))}
  </ul>
)

interface Props {
  readonly form: Interactive
  readonly messageId: number
  readonly isAsked: boolean
}

function Questions({ form, messageId, isAsked }: Props) {
  const place = useRef<HTMLFormElement>(null)
  const problem = useSignal('')
  const isBusy = useSignal(false)
  // when the form disappears after answering, keep the focus at its place
  useLayoutEffect(
    () => () => {
      const { current } = place
      if (current?.contains(document.activeElement)) current.closest<HTMLElement>('.asking')?.focus()
    },
    [],
  )
  const values = unfinishedAnswers.value.get(messageId) ?? nothing
  const set = (id: string, value: string) => keep(messageId, new Map(values).set(id, value))
  const answer = async (button?: string) => {
    if (isBusy.value || !place.current?.reportValidity()) return
    isBusy.value = true
    problem.value = ''
    // drop values of an earlier form
    const asked = new Set(form.questions.map(({ id }) => id))
    const given = Object.fromEntries([...values].filter(([id, value]) => asked.has(id) && value !== ''))
    const content = JSON.stringify({ type: 'answer', button, values: given })
    try {
      await api.call(addSubmessage, { message_id: messageId, msg_type: 'widget', content })
      keep(messageId, nothing)
    } catch (refusal) {
      problem.value = reasonOf(refusal)
    } finally {
      isBusy.value = false
    }
  }
  return (
    <form
      ref={place}
      aria-label={i.form}
      onSubmit={(event) => {
        event.preventDefault()
        // with several buttons, the user has to choose one
        if (form.buttons.length === 0) void answer()
      }}
    >
      <div class="questions">
        {form.questions.map((question) => {
          const common = {
            value: values.get(question.id) ?? '',
            isDisabled: !isAsked,
            set: (to: string) => set(question.id, to),
          }
          return 'options' in question ? (
            <MenuField key={question.id} menu={question} {...common} />
          ) : (
            <TextField key={question.id} field={question} {...common} />
          )
        })}
        <div class="answers">
          {form.buttons.map(({ id, label, style }) => (
            <button
              key={id}
              type="button"
              class={style === 'primary' || style === 'danger' ? `button ${style}` : 'button'}
              disabled={!isAsked}
              aria-disabled={isBusy.value}
              dir="auto"
              onClick={() => void answer(id)}
            >
              {label}
            </button>
          ))}
          {form.buttons.length === 0 && (
            <button type="submit" class="button primary" disabled={!isAsked} aria-disabled={isBusy.value} dir="auto">
              {form.submit || i.send}
            </button>
          )}
        </div>
      </div>
      {isAsked && <p class="soft">{i.seenByAll}</p>}
      {problem.value !== '' && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </form>
  )
}
