import { assert } from 'vitest'
import { inTopic, newest, type Walk } from './scene.ts'
import { answer, article, card, inMenu, key, reacted, sent, until } from './steps.ts'

/** Actions that respond to a message: reactions, replies, quotes. */
export const answering = {
  react: {
    mouse: async (scene) => {
      await inMenu(/^Add reaction/)(scene)
      await scene.here.page.getByRole('option', { name: 'tada', exact: true }).first().click()
    },
    keys: async (scene) => {
      await key(':')(scene)
      await scene.here.page.getByRole('option', { name: 'tada', exact: true }).first().waitFor()
      await scene.here.page.keyboard.type('tada')
      await scene.here.page.keyboard.press('Enter')
    },
    shows: article,
    effect: reacted('tada'),
  },
  reactThumb: {
    mouse: async (scene) => {
      await article(scene).hover()
      await scene.here.page.getByRole('button', { name: 'Add reaction' }).click()
      await scene.here.page.getByRole('option', { name: '+1', exact: true }).first().click()
    },
    keys: key('+'),
    shows: article,
    effect: reacted('+1'),
  },
  reactSame: {
    before: async ({ ben, messageId, here }) => {
      await ben.send('POST', `/messages/${messageId}/reactions`, { emoji_name: 'tada' })
      await here.page.getByRole('button', { name: 'Ben reacted with tada' }).waitFor()
    },
    mouse: ({ here }) => here.page.getByRole('button', { name: 'Ben reacted with tada' }).click(),
    keys: key('='),
    shows: article,
    effect: reacted('tada'),
  },
  reply: {
    mouse: inMenu(/^Reply/),
    keys: key('r'),
    after: sent,
    shows: answer,
    effect: async (scene) => assert.equal((await newest(scene, inTopic(scene)))[0]?.content, 'Yes'),
  },
  replyMentioning: {
    mouse: async (scene) => {
      await card(scene)
      await scene.here.page.getByRole('button', { name: 'Mention', exact: true }).click()
    },
    keys: key('@'),
    after: sent,
    shows: answer,
    effect: async (scene) =>
      assert.match((await newest(scene, inTopic(scene)))[0]?.content ?? '', /^@\*\*Ben(\|\d+)?\*\*\s+Yes$/),
  },
  replyToSender: {
    mouse: async (scene) => {
      await card(scene)
      await scene.here.page.getByRole('button', { name: 'Send direct message' }).click()
      await scene.here.page.getByRole('heading', { level: 1, name: 'Ben' }).waitFor()
    },
    keys: key('R'),
    after: sent,
    effect: async (scene) => {
      const [last] = await newest(scene, [{ operator: 'dm', operand: [scene.ben.id] }])
      assert.deepEqual([last?.content, last?.sender_id], ['Yes', scene.ada.id])
    },
  },
  quote: {
    mouse: inMenu(/^Quote/),
    keys: key('>'),
    after: {
      mouse: async (scene) => {
        await scene.here.page.waitForFunction(() => document.querySelector('textarea')?.value.includes('Shipped'))
        await sent.mouse(scene)
      },
      keys: async (scene) => {
        await scene.here.page.waitForFunction(() => document.querySelector('textarea')?.value.includes('Shipped'))
        await sent.keys(scene)
      },
    },
    shows: answer,
    effect: async (scene) =>
      assert.match(
        (await newest(scene, inTopic(scene)))[0]?.content ?? '',
        /^@_\*\*Ben\|\d+\*\* \[said\]\(\S+\):\n```quote\nShipped\n```\s+Yes$/,
      ),
  },
  forward: {
    mouse: inMenu(/^Forward/),
    keys: key('<'),
    after: {
      mouse: async ({ here, topic }) => {
        await here.page.getByRole('combobox', { name: 'Topic' }).click()
        await here.page.keyboard.type(`${topic} forwarded`)
        await here.page.getByRole('button', { name: 'Send', exact: true }).click()
      },
      keys: async (scene) => {
        await scene.here.page.getByRole('combobox', { name: 'Topic' }).waitFor()
        await until(scene, 'Shift+Tab', /^Topic$/)
        await scene.here.page.keyboard.type(`${scene.topic} forwarded`)
        await scene.here.page.keyboard.press('Enter')
        await scene.here.page.waitForFunction(() => document.activeElement?.matches('textarea'))
        await scene.here.page.keyboard.press('Control+Enter')
      },
    },
    effect: async (scene) =>
      assert.match(
        (await newest(scene, inTopic(scene, `${scene.topic} forwarded`)))[0]?.content ?? '',
        /^@_\*\*Ben\|\d+\*\* \[said\]\(\S+\):\n```quote\nShipped\n```/,
      ),
  },
} satisfies Record<string, Walk>
