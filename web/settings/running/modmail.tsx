import './modmail.css'
import { useSignal } from '@preact/signals'
import { getModmailMessages, updateModmail } from '../../../src/features/messages/modmail/api.ts'
import { maxPage } from '../../../src/features/messages/modmail/limits.ts'
import { type ModmailMessage, type ModmailState, modmailStates } from '../../../src/features/messages/modmail/wire.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { timeOf } from '../../controls/day.ts'
import { amAdministrator } from '../../controls/own-role.ts'
import { nameOf } from '../../store/people.ts'
import { m } from '../../texts/modmail.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'
import { ModerationButton } from './moderation-button.tsx'
import { type Conversation, fetchPage, isBanAppeal, personOf } from './modmail-conversation.ts'
import { openLiftBan, openReply } from './modmail-reply.tsx'
import { ReviewList } from './review-list.tsx'
import { Quoted } from './review-queue.tsx'

export function ModmailPage() {
  const state = useSignal<ModmailState>('open')
  return (
    <>
      <p class="lead">{r.help.modmail}</p>
      <div class="filters-line">
        <div class="segments" role="radiogroup" aria-label={m.filter}>
          {modmailStates.map((value) => (
            <label key={value}>
              <input type="radio" name="state" checked={state.value === value} onChange={() => (state.value = value)} />
              <span>{m.states[value]}</span>
            </label>
          ))}
        </div>
      </div>
      <ReviewList<Conversation>
        key={state.value}
        {...{ list: r.modmail, loading: m.loading, empty: m.none[state.value] }}
        types={['modmail']}
        maxItems={maxPage}
        fetchPage={(limit) => fetchPage(state.value, limit)}
        details={(conversation) => <Details conversation={conversation} />}
        buttons={(conversation, { isBusy, run, reload }) => {
          const setState = (to: ModmailState) =>
            run(() => api.call(updateModmail, { modmail_id: conversation.id, state: to }))
          return (
            <>
              <ModerationButton userId={conversation.user_id} />
              {conversation.state === 'open' ? (
                <>
                  <button
                    type="button"
                    class="button primary"
                    aria-label={m.replyTo(personOf(conversation))}
                    disabled={isBusy}
                    onClick={() => openReply(conversation, reload)}
                  >
                    {m.reply}
                  </button>
                  {isBanAppeal(conversation) && amAdministrator() && (
                    <button
                      type="button"
                      class="button"
                      aria-label={m.liftBanOf(personOf(conversation))}
                      disabled={isBusy}
                      onClick={() => openLiftBan(conversation, reload)}
                    >
                      {m.liftBan}
                    </button>
                  )}
                  <button
                    type="button"
                    class="button"
                    aria-label={m.closeWith(personOf(conversation))}
                    disabled={isBusy}
                    onClick={() => setState('closed')}
                  >
                    {m.close}
                  </button>
                </>
              ) : (
                <button
                  type="button"
                  class="button"
                  aria-label={m.reopenWith(personOf(conversation))}
                  disabled={isBusy}
                  onClick={() => setState('open')}
                >
                  {m.reopen}
                </button>
              )}
            </>
          )
        }}
      />
    </>
  )
}

const Details = ({ conversation }: { conversation: Conversation }) => (
  <>
    <a class="name" dir="auto" href={`#user/${conversation.user_id}`}>
      {personOf(conversation)}
    </a>
    <span class="soft small" dir="auto">
      {[...(conversation.kind === 'appeal' ? [m.appeal] : []), statusOf(conversation)].join(' · ')}
    </span>
    {conversation.has_more_messages && <Earlier conversation={conversation} />}
    <Messages messages={conversation.messages} />
  </>
)

function statusOf({ state, unanswered, closed_by, closed_at }: Conversation): string {
  if (state === 'open') return unanswered > 0 ? m.needsReply : m.replied
  if (closed_at === null) return m.states.closed
  return closed_by === null ? m.closedAt(timeOf(closed_at)) : m.closedByAt(nameOf(closed_by), timeOf(closed_at))
}

/** Oldest first. */
const Messages = ({ messages }: { messages: readonly ModmailMessage[] }) => (
  <ol class="modmail">
    {messages.map(({ id, author_id, from_moderators, content, sent_at }) => (
      <li key={id}>
        <span class="soft small" dir="auto">
          {from_moderators ? m.fromModerator(nameOf(author_id)) : nameOf(author_id)} · {timeOf(sent_at)}
        </span>
        <Quoted text={content} />
      </li>
    ))}
  </ol>
)

/** Messages before the listed ones, fetched page by page. */
function Earlier({ conversation: { id, messages } }: { conversation: Conversation }) {
  const earlier = useSignal<readonly ModmailMessage[]>([])
  const hasMore = useSignal(true)
  const actions = useActions()
  const load = () =>
    actions.run(id, async () => {
      const before = (earlier.peek()[0] ?? messages[0])?.id
      const found = await api.call(getModmailMessages, { modmail_id: id, ...(before !== undefined && { before }) })
      earlier.value = [...found.messages.toReversed(), ...earlier.peek()]
      hasMore.value = found.has_more
    })
  // the list has moved on since then
  const shown = earlier.value.filter((message) => message.id < (messages[0]?.id ?? 0))
  return (
    <>
      {hasMore.value && (
        <button type="button" class="button small" disabled={actions.isBusy(id)} onClick={load}>
          {m.earlier}
        </button>
      )}
      <Refusal text={actions.problem(id)} />
      <Messages messages={shown} />
    </>
  )
}
