import type { Page } from 'playwright-core'

/** For so long an entry is waited for: beside other work, many times as long as alone. */
const patienceMs = 180_000
/** For so long a page that hangs is asked why. */
const answerMs = 30_000

/** What a page could not fetch since it was opened last. */
const lost = new WeakMap<Page, string[]>()

/** To be called once for each page. */
export function watchRequests(page: Page): void {
  lost.set(page, [])
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // the page itself has turned to something else
    if (reason !== 'net::ERR_ABORTED') lost.get(page)?.push(`${request.url()} ${reason}`)
  })
}

/**
 * Opens an entry of the workbench, and waits until it is in its state and drawn with its own fonts and styles. Answers why
 * that does not come, or undefined.
 */
export async function openEntry(page: Page, name: string, href: string): Promise<string | undefined> {
  const problem = await attempt(page, name, href)
  // what the machine could not fetch says nothing about the entry
  return problem !== undefined && lost.get(page)?.length ? attempt(page, name, href) : problem
}

async function attempt(page: Page, name: string, href: string): Promise<string | undefined> {
  lost.set(page, [])
  try {
    await page.goto(href, { waitUntil: 'commit' })
    await page.waitForFunction(
      (wanted) => {
        // a document that has only begun has no element yet
        const said = document.querySelector('html')?.dataset
        return said?.entry === wanted || said?.problem !== undefined
      },
      name,
      { timeout: patienceMs, polling: 20 },
    )
    const problem = await page.evaluate(() => document.documentElement.dataset.problem)
    if (problem !== undefined) return whyNot(page, problem)
    // a part does not wait for styles that another part has begun to load
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

/** What is known of an entry that does not come. */
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
