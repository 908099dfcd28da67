import type { Browser } from 'playwright-core'
import { patient, type Visitor } from './browser.ts'
import { watchConnections } from './call-media.ts'
import { launchChromium } from './chromium.ts'
import { secureTest } from './secure-test.ts'

/** Fixture of a browser with a microphone, a camera, and a screen to share. */
// biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
export async function browserWithDevices({}: object, use: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = patient(await launchChromium({ hasDevices: true }))
  await use(browser)
  await browser.close()
}

export const callTest = secureTest.extend({ browser: [browserWithDevices, { scope: 'file' }] })

export const panel = ({ page }: Visitor) => page.getByRole('region', { name: 'Call', exact: true })

export const press = ({ page }: Visitor, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

export const pressInPanel = (visitor: Visitor, name: string) =>
  panel(visitor).getByRole('button', { name, exact: true }).click()

/** Opens a page whose connections can be examined. */
export async function ready(visitor: Visitor, hash: string): Promise<Visitor> {
  await watchConnections(visitor.page)
  await visitor.page.reload()
  await visitor.listens()
  await visitor.opens(hash)
  return visitor
}
