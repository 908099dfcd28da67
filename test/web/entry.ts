import type { Page } from 'playwright-core'

/** How long to wait for an entry: under load, many times as long as alone. */
const patienceMs = 180_000
/** How long to wait for a page that hangs to answer why. */
const answerMs = 30_000

/** Failed requests of each page since it was last opened. */
const lost = new WeakMap<Page, string[]>()

/** Call once per page. */
export function watchRequests(page: Page): void {
  lost.set(page, [])
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // canceled by navigation
    if (reason !== 'net::ERR_ABORTED') lost.get(page)?.push(`${request.url()} ${reason}`)
  })
}

/** Opens a workbench entry and waits until it's ready. Returns the reason if it doesn't get there, else undefined. */
export async function openEntry(page: Page, name: string, href: string): Promise<string | undefined> {
  const problem = await attempt(page, name, href)
  // a failed request says nothing about the entry, so try again
  return problem !== undefined && lost.get(page)?.length ? attempt(page, name, href) : problem
}

async function attempt(page: Page, name: string, href: string): Promise<string | undefined> {
  lost.set(page, [])
  try {
    await page.goto(href, { waitUntil: 'commit' })
    await page.waitForFunction(
      (wanted) => {
        // a document that has just started has no element yet
        const said = document.querySelector('html')?.dataset
        return said?.entry === wanted || said?.problem !== undefined
      },
      name,
      { timeout: patienceMs, polling: 20 },
    )
    const problem = await page.evaluate(() => document.documentElement.dataset.problem)
    if (problem !== undefined) return whyNot(page, problem)
    // parts don't wait for styles that another part has started to load
    await page.waitForFunction(
      () =>
        document.readyState === 'complete' &&
        document.fonts.status === 'loaded' &&
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
      undefined,
      { timeout: patienceMs, polling: 20 },
    )
    return undefined
  } catch (problem) {
    return whyNot(page, String(problem).split('\n')[0] ?? '')
  }
}

async function whyNot(page: Page, problem: string): Promise<string> {
  const asked = page.evaluate(() => {
    const waits = document.querySelector('html')?.dataset.waits
    const isListening = performance.getEntriesByName('listens').length > 0
    const shown = document.querySelector('main')?.textContent?.slice(0, 200) ?? 'no view'
    return [
      `it waits for ${waits ?? 'the workbench'}`,
      `the client was ${isListening ? '' : 'not '}there`,
      `at ${location.href}`,
      document.visibilityState,
      `“${shown}”`,
    ].join('; ')
  })
  const silence = new Promise<string>((resolve) => setTimeout(() => resolve('the page does not answer'), answerMs))
  const state = await Promise.race([asked.catch(String), silence])
  return [`does not come: ${problem}`, state, ...(lost.get(page) ?? [])].join('; ')
}
