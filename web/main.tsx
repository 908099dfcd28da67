import '@fontsource-variable/inter/wght.css'
import 'katex/dist/katex.css'
import './style/reset.css'
import './style/tokens.css'
import './style/parts.css'
import './style/button.css'
import './feed/feed.css'
import './compose/compose.css'
import './widgets/widgets.css'
import './inbox/inbox.css'
import './style/content.css'
// styles for narrow screens come last
import './style/app.css'
import './style/forced-colors.css'
import './account-menu/install.ts'
import { render } from 'preact'
import { ApiError } from '#contract'
import { waitMs } from '../client/patience.ts'
import { takeLook } from './account-menu/look.ts'
import { App, loadFirstView, preloadViews } from './app/app.tsx'
import { addKeys } from './app/keys.ts'
import { prepareContent } from './content/content.ts'
import { whenIdle } from './parts/idle.ts'
import { connection, start } from './store/connection.ts'
import { sendWaiting } from './store/outbox.ts'
import { followOwnKeys, takeOwnKeys } from './store/own-keys.ts'
import { reportPresence } from './store/presence.ts'
import { flushReading } from './store/reading.ts'
import { t } from './texts/index.ts'

const root = document.getElementById('app') as HTMLElement

let nextAttempt: ReturnType<typeof setTimeout> | undefined

/** Later than what the first seconds need on a slow network. Opening a view doesn't wait for it. */
const preloadAfterMs = 10_000

/** Shows the loading screen, except on automatic retries. */
async function boot(failures = 0): Promise<void> {
  clearTimeout(nextAttempt)
  if (failures === 0)
    render(
      <p class="boot" role="status">
        {t.starting}
      </p>,
      root,
    )
  loadFirstView()
  try {
    await Promise.all([start(), prepareContent()])
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 401) {
      location.replace(`accounts/login?next=${encodeURIComponent(location.hash)}`)
      return
    }
    render(
      <p class="boot" role="alert">
        {t.cannotStart}{' '}
        <button type="button" class="plain" onClick={() => void boot()}>
          {t.tryAgain}
        </button>
      </p>,
      root,
    )
    nextAttempt = setTimeout(() => void boot(failures + 1), waitMs(failures + 1, problem))
    return
  }
  takeLook()
  takeOwnKeys()
  render(<App />, root)
  addKeys()
  // a separate task, so that clicks and keys aren't blocked for long
  await new Promise((resolve) => setTimeout(resolve))
  // when idle: detecting color emoji fonts takes as long as rendering ten messages
  whenIdle(() => void import('./parts/emoji-font.ts').then(({ addEmojiFont }) => addEmojiFont()))
  followOwnKeys()
  setTimeout(preloadViews, preloadAfterMs)
  reportPresence()
  connection.subscribe((state) => {
    if (state === 'live') sendWaiting()
  })
  addEventListener('pagehide', () => void flushReading())
  void goOn()
}

/** Loads what's needed right after the first view, and retries until it succeeds. */
async function goOn(): Promise<void> {
  for (let failures = 0; ; ) {
    let problem: unknown
    const later = await import('./app/later.ts').catch((error) => {
      problem = error
      return undefined
    })
    if (later) return later.begin()
    await new Promise((resolve) => setTimeout(resolve, waitMs(++failures, problem)))
  }
}

void boot()
