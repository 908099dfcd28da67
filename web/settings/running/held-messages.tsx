import '../people/people.css'
import './running.css'
import { useSignal } from '@preact/signals'
import {
  getHeldMessages,
  rejectHeldMessage,
  releaseHeldMessage,
} from '../../../src/features/messages/messages/held-messages/api.ts'
import { maxListed, maxRejectReasonLength } from '../../../src/features/messages/messages/held-messages/limits.ts'
import type { HeldMessage } from '../../../src/features/messages/messages/held-messages/wire.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { topicName } from '../../entities/place.tsx'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { channel } from '../../store/channels.ts'
import { nameOf } from '../../store/people.ts'
import { h } from '../../texts/held.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'

const page = 50
const fetchHeld = (limit: number) => api.call(getHeldMessages, { limit })

export function HeldMessages() {
  const limit = useSignal(page)
  const actions = useActions()
  const held = useLoaded(() => fetchHeld(limit.value), { types: ['held_message'], key: limit.value })
  const { value, problem } = held
  const release = ({ id }: HeldMessage) =>
    actions.run(id, async () => {
      await api.call(releaseHeldMessage, { held_id: id }).finally(held.reload)
    })
  return (
    <>
      <p class="lead">{r.help.held}</p>
      {!value && <Loading problem={problem} label={h.loading} />}
      {value?.held_messages.length === 0 && <p class="soft list-empty">{h.none}</p>}
      <ul class="records" aria-label={r.held}>
        {value?.held_messages.map((one) => {
          const name = nameOf(one.user_id)
          const isBusy = actions.isBusy(one.id)
          return (
            <li key={one.id}>
              <div class="record-words">
                <a class="name" dir="auto" href={`#user/${one.user_id}`}>
                  {name}
                </a>
                <span class="soft small" dir="auto">
                  #{channel(one.stream_id)?.name ?? ''} › {topicName(one.topic)} · {timeOf(one.held_at)}
                </span>
                {/* plain text, never rendered */}
                <blockquote class="reported" dir="auto">
                  {one.content}
                </blockquote>
                <Refusal text={actions.problem(one.id)} />
              </div>
              <div class="record-buttons">
                <button
                  type="button"
                  class="button primary"
                  aria-label={h.releaseOf(name)}
                  disabled={isBusy}
                  onClick={() => release(one)}
                >
                  {h.release}
                </button>
                <button
                  type="button"
                  class="button"
                  aria-label={h.rejectOf(name)}
                  disabled={isBusy}
                  onClick={() => openReject(one, held.reload)}
                >
                  {h.reject}
                </button>
              </div>
            </li>
          )
        })}
      </ul>
      {value?.has_more && limit.value < maxListed && (
        <button type="button" class="button" onClick={() => (limit.value = Math.min(maxListed, limit.value + page))}>
          {r.more}
        </button>
      )}
    </>
  )
}

function openReject(message: HeldMessage, after: () => Promise<void>): void {
  void openDialog({ title: h.rejectTitle }, (close) => <Reject message={message} close={close} after={after} />)
}

function Reject({ message, close, after }: { message: HeldMessage; close: () => void; after: () => Promise<void> }) {
  const reason = useSignal('')
  const run = () => api.call(rejectHeldMessage, { held_id: message.id, reason: reason.value }).finally(after)
  return (
    <Form submit={h.rejectSubmit} close={close} run={run}>
      <label class="field">
        <span class="label">{h.reason}</span>
        <textarea
          rows={3}
          maxLength={maxRejectReasonLength}
          dir="auto"
          aria-describedby="reject-more"
          value={reason.value}
          onInput={({ currentTarget }) => (reason.value = currentTarget.value)}
        />
        <span class="soft small" id="reject-more">
          {h.reasonMore}
        </span>
      </label>
    </Form>
  )
}
