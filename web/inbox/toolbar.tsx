import type { Signal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { type InboxTab, inboxTabs, keepInboxTab, tabNames } from '../navigation/inbox-tab.ts'
import { hrefOf } from '../navigation/route.ts'
import { Count } from '../parts/count.tsx'
import { FilterField } from '../parts/filter-field.tsx'
import { Drawing } from '../parts/icon.tsx'
import { onList } from '../shortcuts/open-list.ts'
import { totalCount } from '../store/unread.ts'
import { t } from '../texts/views.ts'
import { forYouCount } from './everything.ts'

const twoChecks = 'M1.5 11l3.5 3.5l7-8.5M9 14l.5 .5l8-8.5'

interface Props {
  readonly tab: InboxTab
  readonly field: RefObject<HTMLInputElement | null>
  readonly text: Signal<string>
  readonly onDown: () => void
  /** Filters of the tab. */
  readonly children: ComponentChildren
}

export const Toolbar = ({ tab, field, text, onDown, children }: Props) => (
  <div class="list-head">
    <nav class="list-tabs" aria-label={t.inbox}>
      {inboxTabs.map((one) => (
        <a
          key={one}
          class="list-tab"
          href={hrefOf({ view: one })}
          aria-current={one === tab ? 'page' : undefined}
          onClick={() => keepInboxTab(one)}
        >
          {tabNames[one]}
          <Count count={one === 'inbox' ? totalCount.value : one === 'catch-up' ? forYouCount.value : 0} />
        </a>
      ))}
    </nav>
    <FilterField field={field} filter={text} label={t.filterRows} onDown={onDown} />
    {children}
    <button
      type="button"
      class="line-action"
      aria-label={t.markAllRead}
      title={t.markAllRead}
      onClick={() => onList('readAll', '')}
    >
      <Drawing strokes={twoChecks} size={18} />
    </button>
  </div>
)

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly (readonly [value: T, name: string])[]
  readonly onChange: (value: T) => void
}

export const FilterChoice = <T extends string>({ label, value, options, onChange }: ChoiceProps<T>) => (
  <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
    {options.map(([one, name]) => (
      <option key={one} value={one}>
        {name}
      </option>
    ))}
  </select>
)
