import '../running/modmail.css'
import { signal, useSignal } from '@preact/signals'
import { getOwnModmail, messageModerators } from '../../../src/features/messages/modmail/api.ts'
import { maxModmailLength, maxPage } from '../../../src/features/messages/modmail/limits.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { TextArea } from '../../parts/text-area.tsx'
import { m } from '../../texts/modmail.ts'
import { ownSettings } from '../../texts/own-settings.ts'
import { api } from '../../transport/api.ts'
import { Quoted } from '../running/review-queue.tsx'

const pageSize = 20
/** Kept while the user visits other pages. */
const unsent = signal('')

export function MessageModerators() {
  const limit = useSignal(pageSize)
  const { value, problem, reload } = useLoaded(() => api.call(getOwnModmail, { limit: limit.value }), {
    types: ['own_modmail'],
    key: limit.value,
  })
  return (
    <>
      <p class="lead">{m.lead}</p>
      {!value && <Loading problem={problem} label={m.loading} />}
      {value?.has_more && limit.value < maxPage && (
        <button type="button" class="button" onClick={() => (limit.value = maxPage)}>
          {m.earlier}
        </button>
      )}
      <ol class="modmail" aria-label={ownSettings.titles.messageModerators}>
        {value?.messages.toReversed().map(({ id, from_moderators, content, sent_at }) => (
          <li key={id}>
            <span class="soft small">
              {from_moderators ? m.moderators : m.you} · {timeOf(sent_at)}
            </span>
            <Quoted text={content} />
          </li>
        ))}
      </ol>
      {value && value.messages.length > 0 && value.open_modmail_id === null && (
        <p class="soft small">{m.closedByModerators}</p>
      )}
      {value && <Composer reload={reload} />}
    </>
  )
}

function Composer({ reload }: { reload: () => Promise<void> }) {
  const actions = useActions()
  const content = unsent.value
  return (
    <form
      class="modmail-form"
      onSubmit={(event) => {
        event.preventDefault()
        actions.run('send', async () => {
          await api.call(messageModerators, { content })
          if (unsent.peek() === content) unsent.value = ''
          await reload()
        })
      }}
    >
      <TextArea label={m.yourMessage} text={unsent} maxLength={maxModmailLength} rows={5} />
      <Refusal text={actions.problem('send')} />
      <button type="submit" class="button primary" disabled={content.trim() === '' || actions.isBusy('send')}>
        {m.send}
      </button>
    </form>
  )
}
