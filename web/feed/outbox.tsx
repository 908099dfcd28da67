import { insertIntoCompose } from '../compose/target.ts'
import { Avatar } from '../entities/avatar.tsx'
import type { Conversation } from '../narrow/narrow.ts'
import { discard, outgoingIn, retry } from '../store/outbox.ts'
import { nameOf, ownId } from '../store/people.ts'
import { t } from '../texts/index.ts'

/** Messages being sent from here, shown as typed until the real message arrives. */
export const Outbox = ({ conversation }: { conversation: Conversation }) => (
  <>
    {outgoingIn(conversation).map(({ localId, content, state, reason }) => (
      <div class="row" key={localId}>
        <article class={`message first outgoing is-${state}`}>
          <Avatar userId={ownId.value} />
          <div class="body">
            <p class="head">
              <span class="sender">{nameOf(ownId.value)}</span>
              <span class="time" role={state === 'refused' ? 'alert' : 'status'}>
                {state === 'sending' && t.sending}
                {state === 'waiting' && t.waiting}
                {state === 'refused' && t.refused(reason ?? '')}
              </span>
            </p>
            <p class="content typed" dir="auto">
              {content}
            </p>
            {(state === 'refused' || state === 'waiting') && (
              <p class="marks">
                <button type="button" class="plain" onClick={() => retry(localId)}>
                  {t.retry}
                </button>
                <button
                  type="button"
                  class="plain"
                  onClick={() => {
                    discard(localId)
                    insertIntoCompose(content)
                  }}
                >
                  {t.editAgain}
                </button>
                <button type="button" class="plain" onClick={() => discard(localId)}>
                  {t.discard}
                </button>
              </p>
            )}
          </div>
        </article>
      </div>
    ))}
  </>
)
