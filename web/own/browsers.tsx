import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import './browsers.css'
import { type BrowserSession, endSession, endSessions, getSessions } from '../../src/areas/sessions/api.ts'
import { openDialog } from '../parts/dialog.tsx'
import { toast } from '../parts/toast.ts'
import { onEvents } from '../store/connection.ts'
import { o } from '../texts/own.ts'
import { api } from '../transport/api.ts'

type Known = BrowserSession & { readonly is_current: boolean }

const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const browsers: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/Windows/, 'Windows'],
  [/Linux|X11/, 'Linux'],
]
const among = (all: readonly [RegExp, string][], text: string) => all.find(([sign]) => sign.test(text))?.[1]

/** What a browser says of itself, in words. */
function browserName(agent: string): string {
  const [browser, system] = [among(browsers, agent) ?? o.someBrowser, among(systems, agent)]
  return system ? o.browserOn(browser, system) : browser
}

/** Told of sessions that begin and end, while somebody looks at them. */
let changed = () => {}
onEvents((events) => {
  if (events.some(({ type }) => type === 'session')) changed()
})

const Browsers = () => {
  const all = useSignal<readonly Known[] | undefined>(undefined)
  const problem = useSignal('')
  const load = async () => {
    all.value = (await api.call(getSessions, {})).sessions as Known[]
  }
  const tried = (act: () => Promise<unknown>) => {
    problem.value = ''
    act()
      .then(load)
      .catch((error: Error) => {
        problem.value = error.message
      })
  }
  useEffect(() => {
    tried(async () => {})
    changed = () => tried(async () => {})
    return () => {
      changed = () => {}
    }
  }, [])
  const complaint = (
    <p class="problem" role="alert">
      {problem.value}
    </p>
  )
  if (!all.value) return <div class="dialog-body">{problem.value === '' ? <p>{o.loading}</p> : complaint}</div>
  return (
    <div class="dialog-body">
      <ul class="browsers">
        {all.value.map((one) => {
          const name = browserName(one.user_agent)
          return (
            <li key={one.id}>
              <p>
                <b>{name}</b> {one.is_current && <span class="soft">({o.thisOne})</span>}
                <span class="soft when">{o.lastSeen(format.format(one.last_seen * 1000), one.address)}</span>
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
            </li>
          )
        })}
      </ul>
      {complaint}
      {all.value.length > 1 && (
        <div class="dialog-buttons">
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
        </div>
      )}
    </div>
  )
}

/** In which browsers one is signed in; each can be signed out. */
export function openBrowsers(): void {
  void openDialog({ title: o.browsers }, () => <Browsers />)
}
