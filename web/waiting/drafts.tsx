import { goTo } from '../app/route.ts'
import { composeTo, focusWhenOpen } from '../compose/target.ts'
import { narrowOf } from '../narrow/narrow.ts'
import { conversationOfTarget } from '../narrow/target.ts'
import { channel } from '../store/channels.ts'
import { type Draft, drafts, keepDraft, takeUpDrafts } from '../store/drafts.ts'
import { t } from '../texts/writing.ts'
import { Item, words } from './item.tsx'

takeUpDrafts()

const shortTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Where it belongs, with its words in the field; what has no conversation yet opens with its recipients. */
export function openDraft({ target }: Draft): void {
  const conversation = conversationOfTarget(target)
  focusWhenOpen.value = true
  if (conversation && (conversation.kind === 'direct' || channel(conversation.channelId)))
    goTo({ view: 'narrow', narrow: narrowOf(conversation) })
  else composeTo(target)
}

export const Drafts = () => (
  <div class="inbox" id="messages" tabIndex={-1}>
    {drafts.value.length === 0 && <p class="hint">{t.noDrafts}</p>}
    <ul aria-label={t.drafts}>
      {drafts.value.map((draft) => (
        <Item
          key={draft.name}
          label={t.draftTo(words(draft.target))}
          target={draft.target}
          text={draft.text}
          note={shortTime.format(draft.at * 1000)}
          onOpen={() => openDraft(draft)}
          onRemove={() => keepDraft(draft.name, draft.target, '')}
        />
      ))}
    </ul>
  </div>
)
