import '../people/people.css'
import './running.css'
import { useSignal } from '@preact/signals'
import { getRestrictions } from '../../../src/features/people/restrictions/api.ts'
import { maxListed } from '../../../src/features/people/restrictions/limits.ts'
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

export function Restrictions() {
  const limit = useSignal(page)
  const actions = useActions()
  const loaded = useLoaded(() => api.call(getRestrictions, { limit: limit.value }), {
    types: ['restriction'],
    key: limit.value,
  })
  const { value } = loaded
  return (
    <>
      <p class="lead">{r.help.restrictions}</p>
      {!value && <Loading problem={loaded.problem} label={s.loading} />}
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
      {value?.has_more && limit.value < maxListed && (
        <button
          type="button"
          class="button"
          onClick={() => {
            limit.value = Math.min(maxListed, limit.value + page)
          }}
        >
          {s.more}
        </button>
      )}
    </>
  )
}
