import { parsed } from './navigation.js'

/** Polling interval: longer while nothing is new, short again when the page becomes visible. */
const soonestMs = 30_000
const latestMs = 240_000

/** Parts of the page as the server rendered them. */
const made = new WeakMap()
let pause = soonestMs
let timer

const articlesOf = (page) => page.querySelectorAll('main > article')

/** Call before enhancing a page. */
export function noteShown() {
  for (const part of [document.querySelector('main'), ...articlesOf(document)])
    if (!made.has(part)) made.set(part, part.innerHTML)
}

/** Only pages that end a topic, and lists: other pages don't change. */
const mayChange = () => !document.querySelector('link[rel=next]') && !/\/(?:search|topics)$/.test(location.pathname)

/** Shows new messages: spectators have no event queue, so the page is polled. */
export function followNews(dress) {
  const again = (ms) => {
    clearTimeout(timer)
    timer = setTimeout(look, ms)
  }
  let looked = Date.now()
  async function look() {
    if (document.hidden || !mayChange()) return again(pause)
    looked = Date.now()
    const place = location.href
    try {
      const answer = await fetch(place, { cache: 'no-cache' })
      if (location.href !== place) return again(soonestMs)
      // reload if the page is no longer public
      if (answer.status === 404) return location.reload()
      if (answer.ok) pause = take(parsed(await answer.text()), dress) ? soonestMs : Math.min(pause * 2, latestMs)
      else pause = Math.max(latestMs, 1000 * Number(answer.headers.get('retry-after') ?? 0))
    } catch {
      // the server is down
      pause = Math.min(pause * 2, latestMs)
    }
    again(pause)
  }
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - looked < soonestMs) return
    pause = soonestMs
    void look()
  })
  again(pause)
}

/** Whether anything is new. */
function take(page, dress) {
  const shown = new Map([...articlesOf(document)].map((article) => [article.id, article]))
  const next = [...articlesOf(page)]
  if (shown.size === 0 || next.length === 0) return takeList(page, dress)
  let isNew = false
  let last
  const added = []
  for (const article of next) {
    const known = shown.get(article.id)
    shown.delete(article.id)
    if (known && made.get(known) === article.innerHTML) last = known
    else {
      isNew = true
      if (known) known.replaceWith(article)
      else if (last) last.after(article)
      else articlesOf(document)[0].before(article)
      if (!known) added.push(article)
      last = article
    }
  }
  for (const gone of shown.values()) {
    isNew = true
    gone.remove()
  }
  takeWays(page)
  if (isNew) dress()
  if (added.length > 0) tell(added)
  return isNew
}

/** Updates links to other pages, and the title, because topics can be renamed. */
function takeWays(page) {
  const ways = document.querySelectorAll('main > .pages')
  for (const old of ways) old.remove()
  const found = [...page.querySelectorAll('main > .pages')]
  if (found.length > 0) {
    document.querySelector('main > h1').after(found[0])
    document.querySelector('main').append(...found.slice(1))
  }
  for (const old of document.head.querySelectorAll('link[rel=next]')) old.remove()
  document.head.append(...page.head.querySelectorAll('link[rel=next]'))
  document.title = page.title
}

function takeList(page, dress) {
  const main = document.querySelector('main')
  const next = page.querySelector('main')
  if (!next || made.get(main) === next.innerHTML) return false
  made.set(main, next.innerHTML)
  main.replaceChildren(...next.childNodes)
  dress()
  return true
}

/** Shows a link to new messages until they're visible. */
function tell(added) {
  document.querySelector('.news')?.remove()
  const line = document.createElement('p')
  line.className = 'news'
  line.setAttribute('role', 'status')
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = `${document.body.dataset.news}: ${added.length}`
  line.append(button)
  const [first] = added
  button.addEventListener('click', () => {
    first.tabIndex = -1
    first.scrollIntoView()
    first.focus({ preventScroll: true })
  })
  document.querySelector('body > footer').before(line)
  const sight = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    sight.disconnect()
    line.remove()
  })
  sight.observe(first)
}
