import { computed } from '@preact/signals'
import { composeTo, focusWhenOpen } from '../compose/target.ts'
import { placeName } from '../entities/place.tsx'
import { timeFormat } from '../entities/time-format.ts'
import { narrowOf } from '../narrow/narrow.ts'
import { conversationOfTarget } from '../narrow/target.ts'
import { goTo } from '../navigation/route.ts'
import { Icon } from '../parts/icon.tsx'
import { toast } from '../parts/toast.ts'
import { channel } from '../store/channels.ts'
import { type Draft, drafts, keepDraft, newDraftName, takeUpDrafts } from '../store/drafts.ts'
import { discard, outbox, retry } from '../store/outbox.ts'
import { t } from '../texts/writing.ts'
import { Item, words } from './item.tsx'

takeUpDrafts()

const shortTime = timeFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** Opens its conversation with the text in the composer; without a conversation, opens with the recipients. */
export function openDraft({ target }: Draft): void {
  const conversation = conversationOfTarget(target)
  focusWhenOpen.value = true
  if (conversation && (conversation.kind === 'direct' || channel(conversation.channelId)))
    goTo({ view: 'narrow', narrow: narrowOf(conversation) })
  else composeTo(target)
}

function throwAway({ name, target, text }: Draft): void {
  keepDraft(name, target, '')
  toast(t.draftGone, { label: t.undo, run: () => keepDraft(newDraftName(), target, text) })
}

const unsent = computed(() => outbox.value.filter(({ state }) => state !== 'sent'))
const notes = { sending: t.sending, sent: t.sending, waiting: t.waiting }

const Unsent = () => (
  <ul aria-label={t.unsent}>
    {unsent.value.map(({ localId, conversation, content, state, reason }) => (
      <Item
        key={localId}
        label={t.unsentTo(placeName(conversation))}
        target={conversation}
        text={content}
        note={state === 'refused' ? <span class="error">{t.refused(reason ?? '')}</span> : notes[state]}
        onOpen={() => goTo({ view: 'narrow', narrow: narrowOf(conversation) })}
        onRemove={() => discard(localId)}
      >
        <button
          type="button"
          class="small-button"
          aria-label={`${t.retry}: ${placeName(conversation)}`}
          title={t.retry}
          onClick={() => retry(localId)}
        >
          <Icon name="send" />
        </button>
      </Item>
    ))}
  </ul>
)

export const Drafts = () => (
  <div class="inbox" id="messages" tabIndex={-1}>
    {drafts.value.length + unsent.value.length === 0 && <p class="hint">{t.noDrafts}</p>}
    {unsent.value.length > 0 && <Unsent />}
    <ul aria-label={t.drafts}>
      {drafts.value.map((draft) => (
        <Item
          key={draft.name}
          label={t.draftTo(words(draft.target))}
          target={draft.target}
          text={draft.text}
          note={shortTime.format(draft.at * 1000)}
          onOpen={() => openDraft(draft)}
          onRemove={() => throwAway(draft)}
        />
      ))}
    </ul>
  </div>
)
