// The page's first script. It shows the stored snapshot, then starts the client, which replaces the snapshot once it
// has rendered. It's small, and built separately, so that the browser paints before it parses the rest.
import { beginningAt } from '../offline-cache/database.ts'
import { type KeptScreen, screenKey, scrolledAttribute } from '../offline-cache/kept-screen.ts'
import { holdEarlyDrops } from './early-drops.ts'

const { documentElement: page, body } = document
const app = document.getElementById('app') as HTMLElement
/** Give up on a slower disk, and on a client that doesn't start. */
const patienceMs = 200
const longestMs = 10_000
/** The snapshot was sanitized when it was stored; sanitize it again, as for messages. */
const sanitizer = { removeElements: ['script', 'style', 'link', 'meta', 'base', 'iframe', 'object', 'embed'] }

const wait = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), ms))

/** Undefined if nothing is stored for this session, or if another open tab has newer data. */
async function read(): Promise<KeptScreen | undefined> {
  const { account, session } = page.dataset
  if (!account || !session) return undefined
  const { held = [] } = await navigator.locks.query()
  if (held.some(({ name }) => name === `loquat ${account}`)) return undefined
  const database = await new Promise<IDBDatabase | undefined>((resolve) => {
    const opening = indexedDB.open(`${beginningAt(location.pathname)}${account} ${session}`)
    // the database doesn't exist, and must not be created here
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

/** Shows the snapshot until the client renders something or reports an error. */
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
  // for measurements, as the client does when it first shows messages
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

/** Resolves after the snapshot was painted; hidden pages aren't painted. */
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
    // nothing is stored, or it's corrupt: the client handles that
  }
  await import(/* @vite-ignore */ (document.getElementById('client') as HTMLLinkElement).href)
}

holdEarlyDrops()
void begin()
