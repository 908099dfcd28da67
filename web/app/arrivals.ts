import { newDirectMessage } from '../compose/target.ts'
import { address, follow, goTo } from '../navigation/route.ts'

/** URL hashes that run an action instead of opening a view: those in the manifest and in the messages of calls. */
const handlers: Readonly<Record<string, (rest: string) => unknown>> = {
  '#call': (id) => import('../calls/address.ts').then(({ openCall }) => openCall(id)),
  '#new-message': newDirectMessage,
  '#shared': () => import('./shared.ts').then(({ takeShared }) => takeShared()),
  '#share-again': () => import('./shared.ts').then(({ askAgain }) => askAgain()),
  '#open': (link) => import('./foreign-link.ts').then(({ followLink }) => followLink(link)),
}

/** Browsers pass an installed client the URL to open here instead of loading it again. */
interface LaunchQueue {
  setConsumer(take: (launch: { readonly targetURL?: string }) => void): void
}

function arrive(): void {
  const slash = address.peek().indexOf('/')
  const [head, rest] =
    slash < 0 ? [address.peek(), ''] : [address.peek().slice(0, slash), address.peek().slice(slash + 1)]
  if (!Object.hasOwn(handlers, head)) return
  // run once: Back and reload don't repeat it
  goTo({ view: 'home' }, { replace: true })
  handlers[head]?.(rest)
}

export function watchArrivals(): void {
  let first: string | undefined = location.href
  address.subscribe(arrive)
  ;(globalThis as { launchQueue?: LaunchQueue }).launchQueue?.setConsumer(({ targetURL }) => {
    // the page itself was opened for the first one
    const isNew = targetURL !== undefined && targetURL !== first
    first = undefined
    if (isNew) follow(new URL(targetURL).hash)
  })
}
