import type { Locator } from 'playwright-core'
import { assert } from 'vitest'
import { automations } from '../../src/features/automations/automations/fixture.ts'
import type { Person } from '../harness/person.ts'
import type { TestServer } from '../harness/server.ts'
import { problems } from './axe.ts'
import type { Visitor } from './browser.ts'
import { layoutProblems } from './layout.ts'
import { picturesOf } from './pictures.ts'

const picture = picturesOf('automations')

export async function shown({ page }: Visitor, name: string): Promise<void> {
  assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
  await picture(page, name)
}

/** Sets the clock to the next run. */
export async function passToNextRun(server: TestServer, person: Person): Promise<void> {
  const [one] = await automations(person)
  server.clock.set(new Date((one?.next_at ?? 0) * 1_000))
  await server.runtime.timer.wake()
}

export const phone = { viewport: { width: 390, height: 844 } }
export const darkPhone = { ...phone, colorScheme: 'dark' as const }

/** Opens the page Automations, and the dialog for a new one. */
export async function newAutomation(here: Visitor, template: RegExp): Promise<Locator> {
  await here.opens('#organization/automations')
  await here.page.getByRole('button', { name: template }).click()
  return here.page.getByRole('dialog', { name: 'New automation' })
}

export const row = ({ page }: Visitor, name: string) =>
  page.getByRole('list', { name: 'Automations' }).locator('li', { hasText: name })
