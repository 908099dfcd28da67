import { assert } from 'vitest'
import { found, newest, sourceIn, type Walk } from './scene.ts'
import { article, button, dialog, inMenu, key, keysInMenu, keysToButton, typed, until } from './steps.ts'

/** Actions that change a message: its text, its place, its deletion. */
export const changing = {
  edit: {
    by: 'ada',
    mouse: inMenu(/^Edit/),
    keys: key('e'),
    opens: ({ here }) => here.page.locator('.edit-field'),
    after: {
      mouse: async (scene) => {
        await typed(' today')(scene)
        await scene.here.page.getByRole('button', { name: 'Save', exact: true }).click()
      },
      keys: async (scene) => {
        await typed(' today')(scene)
        await scene.here.page.keyboard.press('Control+Enter')
      },
    },
    effect: async (scene) => assert.equal(await sourceIn(scene), 'Shipped today'),
  },
  editLast: {
    by: 'ada',
    mouse: async (scene) => {
      await article(scene).hover()
      await scene.here.page.getByRole('button', { name: 'Edit message' }).click()
    },
    keys: key('ArrowLeft'),
    after: {
      mouse: async (scene) => {
        await typed(' at last')(scene)
        await scene.here.page.getByRole('button', { name: 'Save', exact: true }).click()
      },
      keys: async (scene) => {
        await typed(' at last')(scene)
        await until(scene, 'Tab', /^Save$/)
        await scene.here.page.keyboard.press('Enter')
      },
    },
    effect: async (scene) => assert.equal(await sourceIn(scene), 'Shipped at last'),
  },
  viewSource: {
    content: async () => '**Shipped** at `noon`',
    mouse: inMenu('View source'),
    keys: keysInMenu(/^View source/),
    opens: dialog,
    effect: async (scene) =>
      assert.equal(await scene.here.page.locator('.dialog pre').textContent(), await sourceIn(scene)),
  },
  history: {
    by: 'ada',
    before: async ({ ada, messageId, here }) => {
      await ada.send('PATCH', `/messages/${messageId}`, { content: 'Shipped twice' })
      await here.sees('Shipped twice')
    },
    mouse: async ({ here }) => here.page.getByRole('button', { name: 'edited' }).click(),
    keys: key('H'),
    opens: dialog,
    effect: async ({ ada, messageId, here }) => {
      const { message_history } = await ada.send('GET', `/messages/${messageId}/history`)
      assert.equal(await here.page.locator('.history-entry').count(), (message_history as unknown[]).length)
    },
  },
  move: {
    mouse: inMenu(/^Move/),
    keys: key('m'),
    opens: dialog,
    after: {
      mouse: async (scene) => {
        await dialog(scene).getByRole('combobox', { name: 'Topic' }).fill(`${scene.topic} moved`)
        await dialog(scene).getByRole('radio', { name: 'All messages in this topic' }).click()
        await dialog(scene).getByRole('button', { name: 'Move', exact: true }).click()
      },
      keys: async (scene) => {
        const { keyboard } = scene.here.page
        await until(scene, 'Tab', /^Topic/)
        await keyboard.press('Control+a')
        await keyboard.type(`${scene.topic} moved`)
        await until(scene, 'Tab', /Only this message|This message and later|All messages/)
        await until(scene, 'ArrowDown', /^All messages in this topic/)
        await keysToButton('Move')(scene)
      },
    },
    effect: async (scene) => assert.equal((await found(scene)).subject, `${scene.topic} moved`),
  },
  report: {
    mouse: inMenu(/^Report/),
    keys: keysInMenu(/^Report/),
    opens: dialog,
    after: {
      mouse: async (scene) => {
        await dialog(scene).getByRole('textbox').fill(`No good, ${scene.way}`)
        await button('Report')(scene)
      },
      keys: async (scene) => {
        await until(scene, 'Tab', /^Details/)
        await scene.here.page.keyboard.type(`No good, ${scene.way}`)
        await keysToButton('Report')(scene)
      },
    },
    effect: async (scene) => {
      const told = await newest(scene, [{ operator: 'search', operand: `good` }], 20)
      assert.isTrue(told.some(({ content }) => content.includes(`No good, ${scene.way}`)))
    },
  },
  delete: {
    by: 'ada',
    mouse: inMenu(/^Delete/),
    keys: keysInMenu(/^Delete/),
    effect: ({ ada, messageId }) => ada.refusedRaw('GET', `/messages/${messageId}`),
  },
} satisfies Record<string, Walk>
