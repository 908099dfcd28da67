import { useSignal } from '@preact/signals'
import { t } from '../texts/views.ts'
import { unreadDirects, unreadSections } from './everything.ts'
import { importantRows } from './important.ts'
import { List, NothingFits, NothingUnread, type Place } from './list.tsx'
import { participated } from './missed.ts'
import { wish } from './wish.ts'

/** Unread conversations by importance. */
export function ForYou(at: Place) {
  const { text } = at
  const isWhole = useSignal(false)
  const { rows, more, mutedCount } = importantRows(unreadDirects.value, unreadSections.value, {
    text: text.value,
    folded: wish.value.folded,
    participated: participated.value,
    names: t.reasons,
    isWhole: isWhole.value,
  })
  return (
    <List
      {...at}
      tab="catch-up"
      rows={rows}
      empty={text.value.trim() === '' ? <NothingUnread /> : <NothingFits showAll={() => (text.value = '')} />}
    >
      {more.length > 0 && (
        <button type="button" class="plain more" onClick={() => (isWhole.value = true)}>
          {t.moreOfReason(
            more.length,
            more.reduce((sum, { ids }) => sum + ids.length, 0),
          )}
        </button>
      )}
      {mutedCount > 0 && rows.length > 0 && <p class="hint">{t.isMuted(mutedCount)}</p>}
    </List>
  )
}
