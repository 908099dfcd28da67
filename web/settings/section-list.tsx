import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { goTo, hrefOf } from '../navigation/route.ts'
import { isComposing } from '../parts/is-composing.ts'
import { s } from '../texts/settings.ts'
import { findSettings, loadSettingTexts } from './found-settings.ts'
import { routeOf, type Section, type SectionPart } from './section.ts'
import { sections } from './sections.ts'

const parts: readonly SectionPart[] = ['own', 'organization', 'people', 'running']

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
    list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
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
      <div ref={list}>
        {wanted !== '' ? (
          <>
            {found.length === 0 && <p class="soft none">{s.noneFound}</p>}
            <ul class="settings-found" aria-label={s.found}>
              {found.map(({ section, id, label }) => (
                <li key={`${section.key} ${id}`}>
                  <a href={hrefOf(routeOf(section, id))} class="entry">
                    <span class="words">
                      <span>{label}</span>
                      {id !== undefined && <span class="soft">{section.title}</span>}
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </>
        ) : (
          parts.map((part) => {
            const all = sections().filter((one) => one.part === part)
            if (all.length === 0) return null
            return (
              <section key={part} aria-labelledby={`settings-${part}`}>
                <h2 id={`settings-${part}`}>{s.parts[part]}</h2>
                <ul>
                  {all.map((one) => (
                    <li key={one.key}>
                      <a href={hrefOf(routeOf(one))} class="entry" aria-current={one === open ? 'page' : undefined}>
                        <span class="name">{one.title}</span>
                      </a>
                    </li>
                  ))}
                </ul>
              </section>
            )
          })
        )}
      </div>
    </nav>
  )
}
