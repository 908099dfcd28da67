import type { Person } from '../harness/person.ts'
import type { TestServer } from '../harness/server.ts'
import type { Visitor } from './browser.ts'

export const minuteMs = 60_000
/** The endpoint to which tabs report presence. */
export const reports = /\/users\/me\/presence$/

/** Sets the server's clock and those of the tabs, and stops them; `aheadMs` simulates devices with a wrong clock. */
export async function setClocks({ clock }: TestServer, tabs: readonly Visitor[], aheadMs = 0): Promise<void> {
  const now = clock.now()
  clock.set(now)
  for (const { page } of tabs) {
    await page.clock.install({ time: now.getTime() + aheadMs })
    await page.reload()
    await page.locator('#right-sidebar').getByRole('link').first().waitFor()
  }
}

/** Advances a tab's clock until the server has answered a report. */
async function wait({ page }: Visitor, ms: number): Promise<void> {
  const answer = page.waitForResponse(reports)
  await page.clock.fastForward(ms)
  await answer
}

/** Minutes pass for the server and these tabs; `each` runs in every minute. */
export async function pass(
  { clock }: TestServer,
  tabs: readonly Visitor[],
  minutes: number,
  each: (minute: number) => Promise<unknown>,
): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    clock.advance(minuteMs)
    await each(minute)
    await Promise.all(tabs.map((tab) => wait(tab, minuteMs)))
  }
}

type Shown = 'Active' | 'Away' | 'Offline'
export const row = ({ page }: Visitor, { name }: Person) =>
  page.locator('#right-sidebar').getByRole('link', { name: new RegExp(`^${name}`) })
/** Waits until the people sidebar shows it. */
export const shows = (tab: Visitor, person: Person, presence: Shown) =>
  row(tab, person)
    .filter({ hasText: new RegExp(`, ${presence}`) })
    .waitFor()
export const says = async (tab: Visitor, person: Person): Promise<string | undefined> =>
  /, (Offline|Active|Away)/.exec((await row(tab, person).textContent()) ?? '')?.[1]
