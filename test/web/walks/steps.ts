import { assert } from 'vitest'
import { found, type Scene } from './scene.ts'

export const article = ({ here }: Scene) => here.page.locator('article[data-message]').first()
export const dialog = ({ here }: Scene) => here.page.getByRole('dialog')

/** Chosen in the menu that `⋯` opens. */
export const inMenu = (name: string | RegExp) => async (scene: Scene) => {
  const { page } = scene.here
  await article(scene).hover()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Pressed with the message selected by `k`. */
export const key =
  (pressed: string) =>
  async ({ here }: Scene) => {
    await here.page.keyboard.press('k')
    await here.page.keyboard.press(pressed)
  }

const focused = ({ here }: Scene) =>
  here.page.evaluate(() => {
    const one = document.activeElement
    const labels = (one as HTMLInputElement | null)?.labels
    return one?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? one?.textContent ?? ''
  })

export async function until(scene: Scene, pressed: string, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (name.test(await focused(scene))) return
    await scene.here.page.keyboard.press(pressed)
  }
  assert.fail(`${pressed} does not lead to ${name}`)
}

/** For actions without a shortcut: the menu, arrows, and Enter. */
export const keysInMenu = (name: RegExp) => async (scene: Scene) => {
  await key('i')(scene)
  await scene.here.page.getByRole('menu').waitFor()
  await until(scene, 'ArrowDown', name)
  await scene.here.page.keyboard.press('Enter')
}

export const button =
  (name: string) =>
  async ({ here }: Scene) =>
    here.page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
export const keysToButton = (name: string) => async (scene: Scene) => {
  await until(scene, 'Tab', new RegExp(`^${name}$`))
  await scene.here.page.keyboard.press('Enter')
}

export const typed =
  (words: string) =>
  async ({ here }: Scene) => {
    await here.page.waitForFunction(() => document.activeElement?.matches('textarea'))
    await here.page.keyboard.type(words)
  }
export const sent = {
  mouse: async (scene: Scene) => {
    await typed('Yes')(scene)
    await scene.here.page.getByRole('button', { name: 'Send', exact: true }).click()
  },
  keys: async (scene: Scene) => {
    await typed('Yes')(scene)
    await scene.here.page.keyboard.press('Control+Enter')
  },
}
export const answer = ({ here }: Scene) => here.page.locator('article[data-message]').nth(1)

/** Reads a text from the clipboard, by pasting it into the compose box. */
export async function pasted({ here }: Scene): Promise<string> {
  await here.composeField.focus()
  await here.page.keyboard.press('Control+v')
  const copied = await here.composeField.inputValue()
  await here.composeField.fill('')
  return copied
}

export const reacted = (name: string) => async (scene: Scene) => {
  const { reactions } = await found(scene)
  assert.deepEqual(
    reactions.filter(({ user_id }) => user_id === scene.ada.id).map(({ emoji_name }) => emoji_name),
    [name],
  )
}
export const flagged =
  (flag: string, on = true) =>
  async (scene: Scene) => {
    const { flags } = await found(scene)
    assert.equal(flags.includes(flag), on, flags.join())
  }

export const card = async (scene: Scene) => {
  await article(scene).getByRole('button', { name: 'Ben', exact: true }).click()
}
