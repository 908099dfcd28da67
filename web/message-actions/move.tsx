import { useSignal } from '@preact/signals'
import { ApiError } from '#contract'
import { type PropagateMode, updateMessage } from '../../src/features/messages/messages/api/edit.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { rowOf } from '../content/active.ts'
import { placeName } from '../entities/place.tsx'
import { conversationOf, narrowOf } from '../narrow/narrow.ts'
import { goTo, narrow } from '../navigation/route.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { toast } from '../parts/toast.ts'
import { canPost } from '../permissions/topic-rights.ts'
import { channels } from '../store/channels.ts'
import { topicsOf } from '../store/conversations.ts'
import { listOf } from '../store/lists.ts'
import { a } from '../texts/actions.ts'
import { nameOrder } from '../texts/locale.ts'
import { api } from '../transport/api.ts'
import { canChangeChannel, canChangeTopic } from './rights.ts'
import { ChannelField, TopicField } from './topic-fields.tsx'

const told = { toNew: true, toOld: false }
const modes: readonly (readonly [PropagateMode, string])[] = [
  ['change_one', a.onlyThis],
  ['change_later', a.thisAndLater],
  ['change_all', a.allOfTopic],
]

export function openMove(message: Message): void {
  void openDialog({ title: a.moveTitle, returnTo: () => rowOf(message.id) }, (close) => (
    <Moving message={message} close={close} />
  ))
}

/** By default the entire topic from its first message, only this one from its last, otherwise this and later ones. */
function usualMode({ id }: Message): PropagateMode {
  const shown = narrow.peek()
  if (!shown || conversationOf(shown)?.kind !== 'topic') return 'change_one'
  const { ids, hasOldest, hasNewest } = listOf(shown).shown.peek()
  if (hasOldest && ids[0] === id) return 'change_all'
  return hasNewest && ids.at(-1) === id ? 'change_one' : 'change_later'
}

function Moving({ message, close }: { message: Message; close: () => void }) {
  const from = { kind: 'topic', channelId: message.stream_id as number, topic: message.subject } as const
  const channelId = useSignal(from.channelId)
  const topic = useSignal(from.topic)
  const mode = useSignal<PropagateMode>(usualMode(message))
  const toNew = useSignal(told.toNew)
  const toOld = useSignal(told.toOld)
  /** A smaller range that the server allows, if the rest is too old. */
  const allowed = useSignal<{ first: number; count: number; all: number } | undefined>(undefined)
  const offered = [...channels.value.values()]
    .filter((one) => one.stream_id === from.channelId || (canChangeChannel(message).can === 'yes' && canPost(one)))
    .sort((one, other) => nameOrder.compare(one.name, other.name))
  const to = { kind: 'topic', channelId: channelId.value, topic: topic.value.trim() } as const
  const isSame = to.channelId === from.channelId && to.topic === from.topic
  const isOther = to.channelId !== from.channelId || to.topic.toLowerCase() !== from.topic.toLowerCase()
  const joins =
    isOther && topicsOf(to.channelId).value?.some(({ name }) => name.toLowerCase() === to.topic.toLowerCase())

  const move = async (messageId = message.id, which = mode.value) => {
    told.toNew = toNew.value
    told.toOld = toOld.value
    allowed.value = undefined
    try {
      await api.call(updateMessage, {
        message_id: messageId,
        ...(to.topic === from.topic ? {} : { topic: to.topic }),
        ...(to.channelId === from.channelId ? {} : { stream_id: to.channelId }),
        propagate_mode: which,
        send_notification_to_new_thread: toNew.value,
        send_notification_to_old_thread: toOld.value,
      })
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED') {
        const { first_message_id_allowed_to_move, total_messages_allowed_to_move, total_messages_in_topic } =
          problem.fields as Record<string, number>
        if (first_message_id_allowed_to_move)
          allowed.value = {
            first: first_message_id_allowed_to_move,
            count: total_messages_allowed_to_move ?? 0,
            all: total_messages_in_topic ?? 0,
          }
      }
      throw problem
    }
    const go = () => goTo({ view: 'narrow', narrow: narrowOf(to), near: messageId })
    toast(a.movedTo(placeName(to)), { label: a.goThere, run: go })
  }
  const more = allowed.value
  return (
    <Form
      submit={a.moveThem}
      close={close}
      run={() => move()}
      isDisabled={isSame}
      more={
        more && (
          <p>
            {a.moveAllowed(more.count, more.all)}{' '}
            <button
              type="button"
              class="plain"
              onClick={() => void move(more.first, 'change_later').then(close, () => {})}
            >
              {a.moveTheNewest(more.count)}
            </button>
          </p>
        )
      }
    >
      {offered.length > 1 && <ChannelField channelId={channelId} offered={offered} />}
      {(canChangeTopic(message).can === 'yes' || channelId.value !== from.channelId) && (
        <TopicField topic={topic} channelId={channelId.value} />
      )}
      <p class="soft" role="status">
        {joins ? a.joins : ''}
      </p>
      <fieldset>
        <legend>{a.whichMessages}</legend>
        {modes.map(([one, label]) => (
          <label class="pick" key={one}>
            <input type="radio" name="which" checked={mode.value === one} onChange={() => (mode.value = one)} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <div>
        <label class="pick">
          <input type="checkbox" checked={toNew.value} onChange={() => (toNew.value = !toNew.value)} />
          <span>{a.announceNew}</span>
        </label>
        <label class="pick">
          <input type="checkbox" checked={toOld.value} onChange={() => (toOld.value = !toOld.value)} />
          <span>{a.announceOld}</span>
        </label>
      </div>
    </Form>
  )
}
