import { useComputed } from '@preact/signals'
import { hrefOfNarrow } from '../app/route.ts'
import { directNarrow } from '../narrow/narrow.ts'
import { ownId, people } from '../store/people.ts'
import { presenceOf } from '../store/presence.ts'
import { t } from '../texts/index.ts'

/** Beyond this only those who are here: nobody reads a list of ten thousand. */
const mostPeople = 400
const rank = { active: 0, idle: 1, offline: 2 } as const

/** Everybody, those who are here first. */
export const RightSidebar = () => {
  const shown = useComputed(() => {
    const all = [...people.value.values()].filter(({ is_active, is_bot }) => is_active && !is_bot)
    const listed = all.map((one) => ({
      one,
      presence: one.user_id === ownId.value ? ('active' as const) : presenceOf(one.user_id),
    }))
    const few =
      listed.length > mostPeople ? listed.filter(({ presence }) => presence !== 'offline').slice(0, mostPeople) : listed
    return few.sort((a, b) => rank[a.presence] - rank[b.presence] || a.one.full_name.localeCompare(b.one.full_name))
  })
  return (
    <aside class="right" aria-labelledby="people">
      <h2 id="people">{t.people}</h2>
      <ul>
        {shown.value.map(({ one, presence }) => (
          <li key={one.user_id}>
            <a class="entry" href={hrefOfNarrow(directNarrow([one.user_id]))}>
              <span class={`presence ${presence}`} title={t.present[presence]} />
              <span class="name">
                {one.full_name}
                {one.user_id === ownId.value && <span class="soft"> ({t.you})</span>}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </aside>
  )
}
