import { useSignal } from '@preact/signals'
import {
  deleteScheduledMessage,
  type ScheduledMessage,
  updateScheduledMessage,
} from '../../src/areas/scheduled-messages/api.ts'
import { fullTime, When } from '../compose/later/when-field.tsx'
import type { Target } from '../narrow/target.ts'
import { Icon } from '../parts/icon.tsx'
import { part } from '../store/connection.ts'
import { keepDraft, newDraftName } from '../store/drafts.ts'
import { t } from '../texts/writing.ts'
import { api } from '../transport/api.ts'
import { openDraft } from './drafts.tsx'
import { Item, words } from './item.tsx'

const scheduled = part<ScheduledMessage[]>('scheduled_messages')

const targetOf = ({ type, to, topic }: ScheduledMessage): Target =>
  type === 'private'
    ? { kind: 'direct', userIds: Array.isArray(to) ? to : [to] }
    : { kind: 'topic', channelId: Array.isArray(to) ? to[0] : to, topic: topic ?? '' }

export const Scheduled = () => (
  <div class="inbox" id="messages" tabIndex={-1}>
    {(scheduled.value ?? []).length === 0 && <p class="hint">{t.noScheduled}</p>}
    <ul aria-label={t.scheduledMessages}>
      {(scheduled.value ?? []).map((one) => (
        <ScheduledItem key={one.scheduled_message_id} one={one} />
      ))}
    </ul>
  </div>
)

const ScheduledItem = ({ one }: { one: ScheduledMessage }) => {
  const isChanging = useSignal(false)
  const problem = useSignal<string | undefined>(undefined)
  const { scheduled_message_id, content, failed } = one
  const at = one.scheduled_delivery_timestamp * 1000
  const target = targetOf(one)
  const say = (error: Error) => {
    problem.value = error.message
  }
  const remove = () => api.call(deleteScheduledMessage, { scheduled_message_id })
  return (
    <>
      <Item
        label={t.scheduledTo(words(target))}
        target={target}
        text={content}
        note={failed ? <span class="error">{t.sendFailed}</span> : fullTime.format(at)}
        onOpen={() => {
          // first a draft, then gone from the queue: the words are always somewhere
          const name = newDraftName()
          keepDraft(name, target, content)
          void remove().then(() => openDraft({ name, target, text: content, at, isLocal: true }), say)
        }}
        onRemove={() => void remove().catch(say)}
      >
        <button
          type="button"
          class="small-button"
          aria-label={`${t.changeTime}: ${words(target)}`}
          title={t.changeTime}
          aria-expanded={isChanging.value}
          onClick={() => {
            isChanging.value = !isChanging.value
          }}
        >
          <Icon name="clock" />
        </button>
      </Item>
      {isChanging.value && (
        <li>
          <When
            onTake={(time) =>
              void api
                .call(updateScheduledMessage, {
                  scheduled_message_id,
                  scheduled_delivery_timestamp: Math.floor(time.getTime() / 1000),
                })
                .then(() => {
                  isChanging.value = false
                }, say)
            }
          />
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
