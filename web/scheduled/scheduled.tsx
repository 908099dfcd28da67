import { useSignal } from '@preact/signals'
import {
  createScheduledMessage,
  deleteScheduledMessage,
  inThePast,
  type ScheduledMessage,
  updateScheduledMessage,
} from '../../src/features/messages/scheduled-messages/api.ts'
import type { User } from '../../src/features/people/users/wire.ts'
import { fullTime } from '../compose/later/when-field.tsx'
import { whyNot } from '../compose/posting.ts'
import { directNarrow } from '../narrow/narrow.ts'
import { hrefOfNarrow } from '../navigation/route.ts'
import { Icon } from '../parts/icon.tsx'
import { toast } from '../parts/toast.ts'
import { part } from '../store/connection.ts'
import { t } from '../texts/writing.ts'
import { api } from '../transport/api.ts'
import { Item, words } from './item.tsx'
import { keepChange, pendingChanges, takeUpChanges } from './pending-changes.ts'
import { begin, versionOf } from './scheduled-change.ts'
import { ScheduledForm } from './scheduled-form.tsx'

const scheduled = part<ScheduledMessage[]>('scheduled_messages')
const bots = part<User[]>('cross_realm_bots')

/** The message just opened, and what to focus in it. */
let opened: { readonly id: number; readonly focus: 'text' | 'time' } | undefined

const itemId = (id: number): string => `scheduled-${id}`

export const Scheduled = () => {
  takeUpChanges()
  return (
    <div class="inbox" id="messages" tabIndex={-1}>
      {(scheduled.value ?? []).length === 0 && <p class="hint">{t.noScheduled}</p>}
      <ul aria-label={t.scheduledMessages}>
        {(scheduled.value ?? []).map((one) => (
          <Scheduling key={one.scheduled_message_id} one={one} />
        ))}
      </ul>
    </div>
  )
}

const Scheduling = ({ one }: { one: ScheduledMessage }) => {
  const id = one.scheduled_message_id
  const change = pendingChanges.value.get(id)
  if (!change) return <ScheduledItem one={one} />
  return (
    <li>
      <ScheduledForm
        id={id}
        change={change}
        focus={opened?.id === id ? opened.focus : undefined}
        onLeave={() => {
          opened = undefined
          // after it's rendered
          setTimeout(() => document.getElementById(itemId(id))?.focus())
        }}
      />
    </li>
  )
}

const ScheduledItem = ({ one }: { one: ScheduledMessage }) => {
  const problem = useSignal<string | undefined>(undefined)
  const { scheduled_message_id, content, failed } = one
  const version = versionOf(one)
  const { target } = version
  const say = (error: Error) => {
    problem.value = error.message
  }
  const open = (focus: 'text' | 'time') => {
    opened = { id: scheduled_message_id, focus }
    keepChange(scheduled_message_id, begin(version))
  }
  const send = () => {
    problem.value = undefined
    sendNow(scheduled_message_id).catch(say)
  }
  return (
    <>
      <Item
        id={itemId(scheduled_message_id)}
        label={t.scheduledTo(words(target))}
        target={target}
        text={content}
        note={failed ? <span class="error">{t.notSent}</span> : fullTime.format(version.at * 1000)}
        onOpen={() => open(failed ? 'time' : 'text')}
        onRemove={() => void api.call(deleteScheduledMessage, { scheduled_message_id }).then(() => offerBack(one), say)}
      >
        <button
          type="button"
          class="small-button"
          aria-label={`${t.sendNow}: ${words(target)}`}
          title={t.sendNow}
          onClick={send}
        >
          <Icon name="send" />
        </button>
        <button
          type="button"
          class="small-button"
          aria-label={`${t.changeTime}: ${words(target)}`}
          title={t.changeTime}
          onClick={() => open('time')}
        >
          <Icon name="clock" />
        </button>
      </Item>
      {failed && (
        <li class="waiting-failed">
          {t.failedAt(fullTime.format(version.at * 1000))} {whyNot(target) ?? <Why />}{' '}
          <button type="button" class="plain" onClick={send}>
            {t.sendNow}
          </button>{' '}
          <button type="button" class="plain" onClick={() => open('time')}>
            {t.otherTime}
          </button>
        </li>
      )}
      {problem.value !== undefined && (
        <li class="error" role="alert">
          {problem.value}
        </li>
      )}
    </>
  )
}

/** Offers to undo a deletion, while the scheduled time is in the future. */
function offerBack({ type, to, topic, content, scheduled_delivery_timestamp }: ScheduledMessage): void {
  const again = () =>
    api.call(createScheduledMessage, {
      ...(type === 'private' ? { type: 'direct', to } : { type: 'stream', to, topic: topic ?? '' }),
      content,
      scheduled_delivery_timestamp,
    })
  const isToCome = scheduled_delivery_timestamp * 1000 > Date.now()
  const undo = { label: t.undo, run: () => void again().catch((error: Error) => toast(error.message)) }
  toast(t.scheduledThrownAway, isToCome ? undo : undefined)
}

/** The API says that sending failed; the bot's message says why. */
const Why = () => {
  const bot = (bots.value ?? []).find(({ email }) => email.startsWith('notification-bot@'))
  if (!bot) return <>{t.failureDetails}</>
  return <a href={hrefOfNarrow(directNarrow([bot.user_id]))}>{t.failureDetails}</a>
}

/** Several delays in seconds, as the device's clock may differ from the server's. */
const soonSecs = [2, 30, 600]

/**
 * Reschedules it to a moment from now: if it can't be sent, the server refuses with a reason, and repeated requests
 * send it only once.
 */
async function sendNow(scheduled_message_id: number): Promise<void> {
  for (const secs of soonSecs)
    try {
      const scheduled_delivery_timestamp = Math.ceil(Date.now() / 1000) + secs
      return void (await api.call(updateScheduledMessage, { scheduled_message_id, scheduled_delivery_timestamp }))
    } catch (problem) {
      if ((problem as Error).message !== inThePast.message || secs === soonSecs.at(-1)) throw problem
    }
}
