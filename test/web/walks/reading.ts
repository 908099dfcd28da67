import sharp from 'sharp'
import { assert } from 'vitest'
import { upload } from '../../harness/files.ts'
import { eventually, type Scene, sourceIn, usualText, type Walk } from './scene.ts'
import {
  article,
  button,
  card,
  dialog,
  flagged,
  inMenu,
  key,
  keysInMenu,
  keysToButton,
  pasted,
  until,
} from './steps.ts'

const pinned =
  (wanted: (scene: Scene) => object): Walk['effect'] =>
  async (scene) =>
    assert.deepInclude((await scene.ada.send('GET', '/pins')).pinned_messages as object[], wanted(scene))

/** Actions on a message that only affect the reader. */
export const reading = {
  menu: {
    mouse: async (scene) => {
      await article(scene).click({ button: 'right' })
    },
    keys: key('i'),
    opens: ({ here }) => here.page.getByRole('menu'),
    after: {
      mouse: ({ here }) => here.page.mouse.click(5, 5),
      keys: ({ here }) => here.page.keyboard.press('Escape'),
    },
    effect: async ({ here }) => assert.equal(await here.page.getByRole('menu').count(), 0),
  },
  copyLink: {
    mouse: inMenu('Copy link'),
    keys: keysInMenu(/^Copy link/),
    effect: async (scene) => {
      const link = await pasted(scene)
      assert.match(link, new RegExp(`^http://.*#narrow/channel/${scene.channelId}-.*/near/${scene.messageId}$`))
    },
  },
  copyText: {
    content: async () => '**Shipped** at `noon`',
    mouse: inMenu('Copy text'),
    keys: keysInMenu(/^Copy text/),
    effect: async (scene) => assert.equal(await pasted(scene), await sourceIn(scene)),
  },
  star: { mouse: inMenu(/^Star/), keys: key('*'), shows: article, effect: flagged('starred') },
  pin: {
    mouse: inMenu(/^Pin for me/),
    keys: keysInMenu(/^Pin for me/),
    effect: pinned((scene) => ({ message_id: scene.messageId, stream_id: null })),
  },
  pinForAll: {
    mouse: inMenu(/^Pin for everyone/),
    keys: keysInMenu(/^Pin for everyone/),
    effect: pinned((scene) => ({ message_id: scene.messageId, stream_id: scene.channelId })),
  },
  collapse: { mouse: inMenu(/^Collapse/), keys: key('-'), shows: article, effect: flagged('collapsed') },
  markUnread: {
    before: async (scene) => eventually(() => flagged('read')(scene)),
    mouse: inMenu(/^Mark as unread/),
    keys: key('U'),
    shows: article,
    effect: flagged('read', false),
  },
  receipts: {
    by: 'ada',
    before: async ({ ada, ben, messageId }) => {
      await ada.send('PATCH', '/realm', { enable_read_receipts: true })
      await ben.send('POST', '/messages/flags', { messages: [messageId], op: 'add', flag: 'read' })
      await eventually(async () => {
        const { user_ids } = await ada.send('GET', `/messages/${messageId}/read_receipts`)
        assert.deepEqual(user_ids, [ben.id])
      })
    },
    mouse: inMenu(/^View read receipts/),
    keys: key('V'),
    opens: dialog,
    effect: async ({ here, ben }) =>
      assert.deepEqual(await here.page.locator('.receipts li').allTextContents(), [ben.name]),
  },
  remind: {
    mouse: inMenu(/^Remind me/),
    keys: keysInMenu(/^Remind me/),
    opens: dialog,
    after: {
      mouse: async (scene) => {
        await dialog(scene)
          .getByRole('radio', { name: /^Tomorrow at 9/ })
          .click()
        await dialog(scene).getByRole('textbox', { name: 'Note' }).fill('Ask again')
        await button('Remind me')(scene)
      },
      keys: async (scene) => {
        await until(scene, 'Tab', /^In 1 hour/)
        await until(scene, 'ArrowDown', /^Tomorrow at 9/)
        await until(scene, 'Tab', /^Note/)
        await scene.here.page.keyboard.type('Ask again')
        await keysToButton('Remind me')(scene)
      },
    },
    effect: async ({ ada, messageId }) => {
      const { reminders } = await ada.send('GET', '/reminders')
      const own = (reminders as Record<string, unknown>[]).filter(
        ({ reminder_target_message_id }) => reminder_target_message_id === messageId,
      )
      assert.equal(own.length, 1)
    },
  },
  showMedia: {
    content: async (ben) => {
      const content = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a50' } })
        .png()
        .toBuffer()
      const { url } = await upload(ben, 'plan.png', content)
      return `Shipped: [the plan](${url})`
    },
    mouse: async (scene) => article(scene).locator('.message_inline_image a').click(),
    keys: key('v'),
    opens: dialog,
    after: {
      mouse: async (scene) => button('Zoom in')(scene),
      keys: async ({ here }) => here.page.keyboard.press('+'),
    },
    effect: async ({ here }) => {
      const picture = here.page.locator('.viewer-stage img')
      assert.isTrue(await picture.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth === 300))
      assert.match((await picture.getAttribute('style')) ?? '', /scale\(1\.25\)/)
    },
  },
  openConversation: {
    hash: '#feed',
    mouse: async ({ here, topic }) => here.page.locator('.bar').getByRole('link', { name: topic }).click(),
    keys: async (scene) => {
      await scene.here.page.locator('article[data-message]', { hasText: usualText }).last().waitFor()
      await key('s')(scene)
    },
    effect: async ({ here, topic }) => {
      assert.include(here.page.url(), `/topic/${topic}`)
      assert.equal(await here.page.getByRole('heading', { level: 1, name: topic }).count(), 1)
    },
  },
  card: {
    mouse: card,
    keys: key('u'),
    opens: dialog,
    after: {
      mouse: button('Mute'),
      keys: keysToButton('Mute'),
    },
    effect: async ({ ada, ben }) => {
      const { muted_users } = await ada.send('POST', '/register', { fetch_event_types: ['muted_users'] })
      assert.deepEqual(
        (muted_users as { id: number }[]).map(({ id }) => id),
        [ben.id],
      )
    },
  },
} satisfies Record<string, Walk>
