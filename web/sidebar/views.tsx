import { effect, signal } from '@preact/signals'
import { address } from '../navigation/route.ts'
import { Count } from '../parts/count.tsx'
import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/index.ts'
import { isUsual } from './arrangement.ts'
import { countOf, holds, hrefOfView, isOpen, looks, viewName, views } from './own-views.ts'

const showsMore = signal(false)

// collapse the list again after navigating
effect(() => {
  address.value
  showsMore.value = false
})

export const Views = () => {
  const all = views.value
  const hidden = all.filter(({ isShown }) => !isShown)
  const shown = showsMore.value ? all : all.filter(({ isShown, fragment }) => isShown || isOpen(fragment))
  return (
    <>
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
      <div class="views-more">
        {hidden.length > 0 && (
          <button
            type="button"
            class="plain more"
            aria-expanded={showsMore.value}
            onClick={() => (showsMore.value = !showsMore.value)}
          >
            {showsMore.value ? t.fewerViews : t.moreViews}
          </button>
        )}
        <button
          type="button"
          class="views-arrange"
          aria-label={t.arrangeViews}
          title={t.arrangeViews}
          onClick={() => void import('./arrange.tsx').then(({ openArrange }) => openArrange())}
        >
          <Icon name="more" />
        </button>
      </div>
    </>
  )
}
