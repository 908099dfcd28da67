import '../people/people.css'
import './running.css'
import { useSignal } from '@preact/signals'
import { getRestrictions } from '../../../src/features/people/restrictions/api.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { canRestrict } from '../../permissions/restriction-rights.ts'
import { lift, openRestrict, RestrictionFacts } from '../../popovers/restrict.tsx'
import { nameOf, person } from '../../store/people.ts'
import { s } from '../../texts/restrictions.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'

const page = 50

type Answer = Awaited<ReturnType<typeof fetchPage>>

const fetchPage = (before?: number) =>
  api.call(getRestrictions, { limit: page, ...(before === undefined ? {} : { before }) })

/** The first pages, as many as are needed for this number of restrictions. */
async function fetchAtLeast(count: number): Promise<Answer> {
  const all = await fetchPage()
  while (all.has_more && all.restrictions.length < count) {
    const next = await fetchPage(all.restrictions.at(-1)?.id)
    all.restrictions.push(...next.restrictions)
    all.has_more = next.has_more
  }
  return all
}

export function Restrictions() {
  const count = useSignal(page)
  const actions = useActions()
  const { value, problem } = useLoaded(() => fetchAtLeast(count.value), { types: ['restriction'], key: count.value })
  return (
    <>
      <p class="lead">{r.help.restrictions}</p>
      {!value && <Loading problem={problem} label={s.loading} />}
      {value?.restrictions.length === 0 && <p class="soft list-empty">{s.none}</p>}
      <ul class="records" aria-label={s.list}>
        {value?.restrictions.map((one) => {
          const name = nameOf(one.user_id) || s.someone
          const user = person(one.user_id)
          return (
            <li key={one.id}>
              <div class="record-words">
                <a class="name" dir="auto" href={`#user/${one.user_id}`}>
                  {name}
                </a>
                <RestrictionFacts restriction={one} />
                <Refusal text={actions.problem(one.id)} />
              </div>
              {user && canRestrict(user) && (
                <div class="record-buttons">
                  <button
                    type="button"
                    class="button"
                    aria-label={s.changeOf(name)}
                    onClick={() => void openRestrict(one.user_id, one)}
                  >
                    {s.change}
                  </button>
                  <button
                    type="button"
                    class="button"
                    aria-label={s.liftOf(name)}
                    disabled={actions.isBusy(one.id)}
                    onClick={() => actions.run(one.id, () => lift(one))}
                  >
                    {s.lift}
                  </button>
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {value?.has_more && (
        <button
          type="button"
          class="button"
          onClick={() => {
            count.value += page
          }}
        >
          {s.more}
        </button>
      )}
    </>
  )
}
