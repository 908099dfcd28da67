import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import './browsers.css'
import {
  type BrowserSession,
  endSession,
  endSessions,
  getSessions,
} from '../../../src/features/sign-in/sessions/api.ts'
import { Refusal } from '../../controls/actions.tsx'
import { timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { reasonOf } from '../../parts/refusal.ts'
import { toast } from '../../parts/toast.ts'
import { o } from '../../texts/own.ts'
import { api } from '../../transport/api.ts'
import { browserName } from './browser-name.ts'

type Known = BrowserSession & { readonly is_current: boolean }

export function Browsers() {
  const all = useLoaded(async () => (await api.call(getSessions, {})).sessions as Known[], { types: ['session'] })
  const problem = useSignal('')
  const list = useRef<HTMLUListElement>(null)
  const tried = (act: () => Promise<unknown>) => {
    problem.value = ''
    act()
      .then(all.reload)
      .catch((refusal: unknown) => {
        problem.value = reasonOf(refusal)
      })
  }
  const isAlone = all.value?.length === 1
  useLayoutEffect(() => {
    // the button that had the focus is gone, and none is near it
    if (isAlone && document.activeElement === document.body) list.current?.focus({ preventScroll: true })
  }, [isAlone])
  if (!all.value) return <Loading problem={all.problem} label={o.loading} />
  return (
    <>
      <ul class="list-of browsers" aria-label={o.browsers} ref={list} tabIndex={-1}>
        {all.value.map((one) => {
          const name = browserName(one.user_agent)
          return (
            <li key={one.id}>
              <div class="list-row">
                <p class="list-words">
                  <b>{name}</b> {one.is_current && <span class="soft">({o.thisOne})</span>}
                  <span class="soft when">{o.lastSeen(timeOf(one.last_seen), one.address)}</span>
                </p>
                {!one.is_current && (
                  <button
                    type="button"
                    class="button"
                    aria-label={o.signOutOf(name)}
                    onClick={() => tried(() => api.call(endSession, { session_id: one.id }))}
                  >
                    {o.signOut}
                  </button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      <Refusal text={problem.value || all.problem} />
      {all.value.length > 1 && (
        <button
          type="button"
          class="button"
          onClick={() =>
            tried(async () => {
              await api.call(endSessions, {})
              toast(o.signedOutElsewhere)
            })
          }
        >
          {o.signOutElsewhere}
        </button>
      )}
    </>
  )
}
