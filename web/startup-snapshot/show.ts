// The first program of the page. It shows what was seen last, as it was kept, and then begins the client, which takes its
// place as soon as it shows the same. It is small, and built apart, so that the browser paints before it reads the rest.
import { beginningAt } from '../offline-cache/database.ts'
import { type KeptScreen, screenKey, scrolledAttribute } from '../offline-cache/kept-screen.ts'
import { holdEarlyDrops } from './early-drops.ts'

const { documentElement: page, body } = document
const app = document.getElementById('app') as HTMLElement
/** A disk that is slower, and a client that does not come, are not waited for. */
const patienceMs = 200
const longestMs = 10_000
/** It was clean when it was taken. All that could act goes once more, as with messages. */
const sanitizer = { removeElements: ['script', 'style', 'link', 'meta', 'base', 'iframe', 'object', 'embed'] }

const wait = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), ms))

/** Undefined where nothing was kept for this session. Another tab that is open knows better. */
async function read(): Promise<KeptScreen | undefined> {
  const { account, session } = page.dataset
  if (!account || !session) return undefined
  const { held = [] } = await navigator.locks.query()
  if (held.some(({ name }) => name === `loquat ${account}`)) return undefined
  const database = await new Promise<IDBDatabase | undefined>((resolve) => {
    const opening = indexedDB.open(`${beginningAt(location.pathname)}${account} ${session}`)
    // there is none, and this is not who makes it
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => resolve(undefined)
  })
  if (!database) return undefined
  try {
    return await new Promise((resolve) => {
      const asked = database.transaction('facts').objectStore('facts').get(screenKey)
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => resolve(undefined)
    })
  } finally {
    database.close()
  }
}

const fits = (screen: KeptScreen | undefined): screen is KeptScreen =>
  screen?.build === page.dataset.build &&
  screen?.hash === location.hash &&
  screen.width === innerWidth &&
  typeof screen.html === 'string'

/** Until the client shows something there, or says why not. */
function show({ style, contrast, html }: KeptScreen): void {
  page.style.cssText = style
  page.dataset.contrast = contrast
  const copy = document.createElement('div')
  copy.id = 'kept-screen'
  copy.inert = true
  copy.ariaHidden = 'true'
  ;(copy as { setHTML(html: string, options: object): void } & Element).setHTML(html, { sanitizer })
  body.prepend(copy)
  for (const one of copy.querySelectorAll(`[${scrolledAttribute}]`)) {
    const top = one.getAttribute(scrolledAttribute)
    one.scrollTop = top === 'end' ? one.scrollHeight : Number(top)
  }
  // for measurements, as where the client shows its first
  if (copy.querySelector('.feed .row')) performance.mark('messages')
  const remove = () => {
    observer.disconnect()
    copy.remove()
  }
  const observer = new MutationObserver(() => {
    if (app.querySelector('#messages:not([aria-busy="true"]), [role="alert"]')) remove()
  })
  observer.observe(app, { childList: true, subtree: true, attributeFilter: ['aria-busy'] })
  void wait(longestMs).then(remove)
}

/** What was shown is on the screen; a page that nobody sees is not painted. */
const painted = (): Promise<unknown> =>
  Promise.race([new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))), wait(patienceMs)])

async function begin(): Promise<void> {
  try {
    const screen = 'setHTML' in Element.prototype ? await Promise.race([read(), wait(patienceMs)]) : undefined
    if (fits(screen)) {
      show(screen)
      await painted()
    }
  } catch {
    // nothing is kept here, or it is broken: the client knows what to do
  }
  await import(/* @vite-ignore */ (document.getElementById('client') as HTMLLinkElement).href)
}

holdEarlyDrops()
void begin()
