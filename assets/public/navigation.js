/** The root of the public pages, with the server's base path. */
const root = new URL('../../public/', import.meta.url)
const notPages = /\/(?:feed|link|log-in|sitemap[^/]*(?:\/.*)?)$/
const inHead = ['canonical', 'prev', 'next', 'alternate'].map((rel) => `link[rel=${rel}]`)
const replaced = [...inHead, 'meta[name=description]', 'meta[name=robots]'].join()
/** Prefetch after hovering over a link for this long. */
const restMs = 80

// pages come from this server and were sanitized there; scripts in parsed documents don't run
const policy = globalThis.trustedTypes?.createPolicy('loquat', { createHTML: (text) => text })
export const parsed = (text) => new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, 'text/html')

const isPage = ({ origin, pathname }) =>
  origin === root.origin && pathname.startsWith(root.pathname) && !notPages.test(pathname)
const placeOf = ({ pathname, search }) => pathname + search

/** The current page's path. */
let shown = placeOf(location)
let asking

/** Navigation between public pages, including back, forward, and search, swaps the content. */
export function followLinks(dress) {
  history.scrollRestoration = 'manual'
  if (history.state?.scroll) scrollTo(0, history.state.scroll)
  addEventListener('pagehide', keepPlace)
  let scrolled
  addEventListener('scroll', () => {
    clearTimeout(scrolled)
    scrolled = setTimeout(() => placeOf(location) === shown && keepPlace(), 100)
  })
  addEventListener('popstate', ({ state }) => {
    if (placeOf(location) !== shown) void go(new URL(location), { isBack: true, scroll: state?.scroll ?? 0, dress })
  })
  document.addEventListener('click', (event) => {
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    const link = event.target.closest('a[href]')
    if (event.defaultPrevented || !isPlain || !link || link.target) return
    const url = new URL(link.href)
    if (!isPage(url) || (placeOf(url) === shown && url.hash)) return
    event.preventDefault()
    void go(url, { dress })
  })
  document.addEventListener('submit', (event) => {
    const url = new URL(event.target.action)
    if (!isPage(url)) return
    event.preventDefault()
    url.search = new URLSearchParams(new FormData(event.target))
    void go(url, { dress })
  })
  for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, fetchAhead)
}

const keepPlace = () => history.replaceState({ ...history.state, scroll: scrollY }, '')

async function go(url, { isBack = false, scroll = 0, dress }) {
  asking?.abort()
  asking = new AbortController()
  const { signal } = asking
  document.documentElement.setAttribute('aria-busy', 'true')
  try {
    const answer = await fetch(url, { signal })
    const page = parsed(await answer.text())
    if (signal.aborted) return
    const to = new URL(answer.url)
    if (!answer.ok || !isPage(to) || !page.body.classList.contains('public')) throw new Error('no public page')
    // a redirect drops the fragment
    const message = /\/message\/(\d+)$/.exec(url.pathname)?.[1]
    to.hash = message ? `message-${message}` : url.hash
    if (!isBack) {
      keepPlace()
      history.pushState({}, '', placeOf(to))
    }
    swap(page)
    dress()
    arrive(to, scroll)
  } catch {
    // a full load shows the browser's error
    if (!signal.aborted) location.assign(url)
  } finally {
    if (!signal.aborted) document.documentElement.removeAttribute('aria-busy')
  }
}

function swap(page) {
  shown = placeOf(location)
  for (const old of document.head.querySelectorAll(replaced)) old.remove()
  document.head.append(...page.head.querySelectorAll(replaced))
  document.title = page.title
  document.body.replaceChildren(...page.body.childNodes)
}

/** Moves the focus for screen readers: to the linked message or the title. */
function arrive({ hash }, scroll) {
  const message = hash ? document.getElementById(hash.slice(1)) : null
  if (message) location.replace(hash)
  else scrollTo(0, scroll)
  const heard = message ?? document.querySelector('h1')
  heard.tabIndex = -1
  heard.focus({ preventScroll: true })
}

const ahead = new Set()
let resting

/** The browser caches the response as long as the server allows. */
function fetchAhead({ target }) {
  clearTimeout(resting)
  const link = target.closest?.('a[href]')
  if (!link || navigator.connection?.saveData) return
  const url = new URL(link.href)
  if (!isPage(url) || placeOf(url) === shown || ahead.has(url.href)) return
  resting = setTimeout(() => {
    ahead.add(url.href)
    setTimeout(() => ahead.delete(url.href), 30_000)
    fetch(url, { priority: 'low' }).catch(() => {})
  }, restMs)
}
