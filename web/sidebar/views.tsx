import { effect, signal } from '@preact/signals'
import { address } from '../navigation/route.ts'
import { Count } from '../parts/count.tsx'
import { Icon } from '../parts/icon.tsx'
import { totalCount } from '../store/unread.ts'
import { t } from '../texts/index.ts'
import { isUsual } from './arrangement.ts'
import { foldedSections } from './folded-sections.ts'
import { countOf, holds, hrefOfView, isOpen, looks, viewName, views } from './own-views.ts'
import { SectionHead } from './section-head.tsx'

const foldKey = 'views'
const showsMore = signal(false)

// collapse the list again after navigating
effect(() => {
  address.value
  showsMore.value = false
})

export const Views = () => {
  const all = views.value
  const hidden = all.filter(({ isShown }) => !isShown)
  const isFolded = foldedSections.value.has(foldKey)
  const shown = all.filter(({ isShown, fragment }) => isOpen(fragment) || (!isFolded && (isShown || showsMore.value)))
  return (
    <section>
      <SectionHead fold={foldKey} name={t.views} count={isFolded ? totalCount.value : 0} />
      <button
        type="button"
        class="section-add"
        aria-label={t.arrangeViews}
        title={t.arrangeViews}
        onClick={() => void import('./arrange.tsx').then(({ openArrange }) => openArrange())}
      >
        <Icon name="more" />
      </button>
      <ul aria-label={t.views}>
        {shown.map((view) => {
          const { fragment } = view
          const count = countOf(fragment)
          return (
            <li key={fragment}>
              <a class="entry" href={hrefOfView(fragment)} aria-current={isOpen(fragment) ? 'page' : undefined}>
                <Icon
                  name={isUsual(fragment) ? looks[fragment].icon : fragment.includes('search/') ? 'search' : 'list'}
                />
                <span class="name" dir="auto">
                  {viewName(view)}
                </span>
                <Count count={count} quiet={holds(fragment)} words={holds(fragment) ? String(count) : undefined} />
              </a>
            </li>
          )
        })}
      </ul>
      {!isFolded && hidden.length > 0 && (
        <button
          type="button"
          class="plain more"
          aria-expanded={showsMore.value}
          onClick={() => (showsMore.value = !showsMore.value)}
        >
          {showsMore.value ? t.fewerViews : t.moreViews}
        </button>
      )}
    </section>
  )
}
