import './settings.css'
import '../controls/page.css'
import '../controls/controls.css'
import '../parts/dialog.css'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { isSettings } from '../narrow/settings-addresses.ts'
import { goTo, hrefOf, route } from '../navigation/route.ts'
import { Icon } from '../parts/icon.tsx'
import { useKeptFocus } from '../parts/kept-focus.ts'
import { s } from '../texts/settings.ts'
import { helpOfPage } from './help-of-pages.ts'
import { routeOf, type Section } from './section.ts'
import { SectionList } from './section-list.tsx'
import { viewOf } from './section-view.ts'
import { placeOf } from './sections.ts'

/** The list of pages and the open page, or only one of them on narrow screens. */
export function Settings() {
  const root = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef<Section | undefined>(undefined)
  useKeptFocus(root)
  const { value } = route
  const asked = isSettings(value) ? value : undefined
  const { section, detail = '' } = (asked && placeOf(asked)) ?? {}
  const isList = asked?.section === ''
  useLayoutEffect(() => {
    // an older form of the URL, or an unknown page
    if (asked && section && !isList && (asked.section !== section.key || asked.detail !== detail))
      goTo(routeOf(section, detail), { replace: true })
    const before = shown.current
    if (section !== before && before && root.current) root.current.scrollTop = 0
    shown.current = section
    // on narrow screens, the clicked element is no longer shown
    const held = document.activeElement
    const isLost = held === document.body || (root.current?.contains(held) && !held?.checkVisibility())
    if (!before || !isLost) return
    if (!isList) heading.current?.focus({ preventScroll: true })
    else root.current?.querySelector<HTMLElement>(`a[href="${hrefOf(routeOf(before))}"]`)?.focus()
  })
  if (!asked || !section) return null
  const View = viewOf(section.load)
  return (
    <div class={isList ? 'settings scrolls is-list' : 'settings scrolls'} id="messages" tabIndex={-1} ref={root}>
      <SectionList open={section} />
      <article class="settings-page" aria-labelledby="settings-title">
        <a class="settings-back" href={hrefOf({ view: section.head, section: '', detail: '' })}>
          <Icon name="chevron" />
          {s.allPages}
        </a>
        <h2 id="settings-title" tabIndex={-1} ref={heading}>
          {section.title}
        </h2>
        <a class="settings-help" href={helpOfPage(section.key)} target="_blank" rel="noopener">
          {s.aboutThis}
        </a>
        <View key={section.key} />
      </article>
    </div>
  )
}
