import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { goTo, hrefOf } from '../navigation/route.ts'
import { Icon } from '../parts/icon.tsx'
import { isComposing } from '../parts/is-composing.ts'
import { s } from '../texts/settings.ts'
import { FoundSettings } from './found-list.tsx'
import { findSettings, loadSettingTexts } from './found-settings.ts'
import { routeOf, type Section } from './section.ts'
import { viewOf } from './section-view.ts'
import { sectionGroups } from './sections.ts'

const heads = ['settings', 'organization'] as const

export function SectionList({ open }: { open: Section }) {
  const query = useSignal('')
  const list = useRef<HTMLDivElement>(null)
  const wanted = query.value.trim()
  const found = wanted === '' ? [] : findSettings(wanted)
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])]
  const step = (event: KeyboardEvent, field: HTMLElement | null) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const all = links()
    const next = all.indexOf(document.activeElement as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1)
    const to = next < 0 ? field : all[Math.min(next, all.length - 1)]
    to?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  const field = useRef<HTMLInputElement>(null)
  const showsAll = wanted === ''
  useEffect(() => {
    list.current?.querySelector('ul [aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [open, showsAll])
  return (
    <nav class="settings-list" aria-label={s.pages} onKeyDown={(event) => step(event, field.current)}>
      <input
        ref={field}
        type="search"
        class="filter"
        aria-label={s.find}
        placeholder={s.find}
        maxLength={200}
        dir="auto"
        value={query.value}
        onFocus={() => void loadSettingTexts()}
        onInput={(event) => (query.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          const [first] = found
          if (event.key === 'Escape' && wanted !== '') query.value = ''
          else if (event.key === 'Enter' && first) goTo(routeOf(first.section, first.id))
          else return
          event.preventDefault()
        }}
      />
      <p class="visually-hidden" role="status">
        {wanted === '' ? '' : found.length === 0 ? s.noneFound : s.foundCount(found.length)}
      </p>
      <div ref={list}>{wanted !== '' ? <FoundSettings found={found} /> : <Groups open={open} />}</div>
    </nav>
  )
}

/** The user's own pages, or those of the organization, under their headings. */
const Groups = ({ open }: { open: Section }) => (
  <>
    <div class="settings-heads">
      {heads.map((head) => (
        <a
          key={head}
          href={hrefOf({ view: head, section: '', detail: '' })}
          aria-current={head === open.head ? 'true' : undefined}
        >
          {s.heads[head]}
        </a>
      ))}
    </div>
    {sectionGroups(open.head).map(({ group, sections }) => (
      <section key={group} aria-labelledby={`settings-${group}`}>
        <h2 id={`settings-${group}`}>{s.groups[group]}</h2>
        <ul>
          {sections.map((one) => (
            <li key={one.key}>
              <a href={hrefOf(routeOf(one))} class="entry" aria-current={one === open ? 'page' : undefined}>
                <span class="name">{one.title}</span>
                {one.count && <SectionCount load={one.count} />}
                {'elsewhere' in one && <Icon name="chevron" size={14} />}
              </a>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
)

function SectionCount({ load }: { load: NonNullable<Section['count']> }) {
  const View = viewOf(load, null)
  return <View />
}
