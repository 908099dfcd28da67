import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { FilterField } from '../parts/filter-field.tsx'
import { t } from '../texts/views.ts'
import { directsKey, type Filter, filters, type UnreadSection } from './rows.ts'
import { keepWish, wish } from './wish.ts'

interface Props {
  readonly field: RefObject<HTMLInputElement | null>
  readonly text: Signal<string>
  readonly sections: readonly UnreadSection[]
  readonly summary: string
  readonly isSomething: boolean
  readonly onDown: () => void
  readonly onReadAll: () => void
}

export function InboxFilters({ field, text, sections, summary, isSomething, onDown, onReadAll }: Props) {
  const { filter, place } = wish.value
  return (
    <div class="list-head">
      <FilterField field={field} filter={text} label={t.filterRows} onDown={onDown} />
      <select
        aria-label={t.whichUnread}
        value={filter}
        onChange={(event) => keepWish({ ...wish.peek(), filter: event.currentTarget.value as Filter })}
      >
        {filters.map((one) => (
          <option key={one} value={one}>
            {t.whichShown[one]}
          </option>
        ))}
      </select>
      {(sections.length > 1 || place !== undefined) && (
        <select
          aria-label={t.whereUnread}
          value={place ?? ''}
          onChange={(event) => keepWish({ ...wish.peek(), place: event.currentTarget.value || undefined })}
        >
          <option value="">{t.everywhere}</option>
          <option value={directsKey}>{t.directMessages}</option>
          {sections.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      )}
      <p class="list-summary">
        <span>{summary}</span>
        {isSomething && (
          <button type="button" class="plain" onClick={onReadAll}>
            {t.markAllRead}
          </button>
        )}
      </p>
      <p class="list-keys soft">{t.inboxKeys}</p>
    </div>
  )
}
