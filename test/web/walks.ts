import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { assert, vi } from 'vitest'
import type { MessageActionId } from '../../web/message-actions/message-keys.ts'
import { upload } from '../harness/files.ts'
import type { Person } from '../harness/person.ts'
import type { Visitor } from './browser.ts'

/** With the mouse alone, but for words; or with keys alone. */
export type Way = 'mouse' | 'keys'

/** Somebody in front of a topic with one message, on which something is to be done in one of the ways. */
export interface Scene {
  readonly way: Way
  readonly here: Visitor
  readonly ada: Person
  readonly ben: Person
  readonly channelId: number
  readonly topic: string
  readonly messageId: number
}

export interface Walk {
  /** Whose message it is; Ben's, where nothing is said. */
  readonly by?: 'ada' | 'ben'
  /** What it says. */
  content?(ben: Person): Promise<string>
  /** What happens before, with the message there. */
  before?(scene: Scene): Promise<unknown>
  /** Where one is; in the topic, where nothing is said. */
  readonly hash?: string
  readonly mouse: (scene: Scene) => Promise<unknown>
  readonly keys: (scene: Scene) => Promise<unknown>
  /** What the action opens: its accessibility tree is looked at before anything is done in it. */
  opens?(scene: Scene): Locator
  /** What is done in what it opened. */
  after?: { readonly [way in Way]: (scene: Scene) => Promise<unknown> }
  /** What it changes of what is shown: its accessibility tree is looked at when all is done. */
  shows?(scene: Scene): Locator
  /** Throws as long as the server does not have what was to be done. */
  effect(scene: Scene): Promise<unknown>
}

const text = 'Shipped'
export const usualText = text

/** The message as the server has it for Ada. */
export async function found({ ada, messageId }: Scene) {
  const { message } = await ada.send('GET', `/messages/${messageId}`)
  return message as {
    flags: string[]
    reactions: { emoji_name: string; user_id: number }[]
    content: string
    subject: string
  }
}
const sourceIn = async ({ ada, messageId }: Scene) =>
  (await ada.send('GET', `/messages/${messageId}`, { apply_markdown: false })).raw_content as string

/** The newest messages of a narrow, as they were typed. */
async function newest({ ada }: Scene, narrow: object[], count = 1) {
  const question = { anchor: 'newest', num_before: count, num_after: 0, narrow, apply_markdown: false }
  const { messages } = await ada.send('GET', '/messages', question)
  return messages as { id: number; sender_id: number; content: string; subject: string; type: string }[]
}
const inTopic = ({ channelId, topic }: Scene, name = topic) => [
  { operator: 'channel', operand: channelId },
  { operator: 'topic', operand: name },
]

/** Once more until it holds: a server is told a moment after the screen. */
export const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 50 })

const article = ({ here }: Scene) => here.page.locator('article[data-message]').first()
const dialog = ({ here }: Scene) => here.page.getByRole('dialog')

/** Chosen in the menu that `⋯` opens. */
const inMenu = (name: string | RegExp) => async (scene: Scene) => {
  const { page } = scene.here
  await article(scene).hover()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Pressed with the message chosen, which `k` does. */
const key =
  (pressed: string) =>
  async ({ here }: Scene) => {
    await here.page.keyboard.press('k')
    await here.page.keyboard.press(pressed)
  }

/** What has the focus, by its name. */
const focused = ({ here }: Scene) =>
  here.page.evaluate(() => {
    const one = document.activeElement
    const labels = (one as HTMLInputElement | null)?.labels
    return one?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? one?.textContent ?? ''
  })

/** A key until something has the focus. */
async function until(scene: Scene, pressed: string, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (name.test(await focused(scene))) return
    await scene.here.page.keyboard.press(pressed)
  }
  assert.fail(`${pressed} does not lead to ${name}`)
}

/** For what has no key of its own: the menu, arrows and Enter. */
const keysInMenu = (name: RegExp) => async (scene: Scene) => {
  await key('i')(scene)
  await scene.here.page.getByRole('menu').waitFor()
  await until(scene, 'ArrowDown', name)
  await scene.here.page.keyboard.press('Enter')
}

const button =
  (name: string) =>
  async ({ here }: Scene) =>
    here.page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const keysToButton = (name: string) => async (scene: Scene) => {
  await until(scene, 'Tab', new RegExp(`^${name}$`))
  await scene.here.page.keyboard.press('Enter')
}

/** Writes where the caret is. */
const typed =
  (words: string) =>
  async ({ here }: Scene) => {
    await here.page.waitForFunction(() => document.activeElement?.matches('textarea'))
    await here.page.keyboard.type(words)
  }
const sent = {
  mouse: async (scene: Scene) => {
    await typed('Yes')(scene)
    await scene.here.page.getByRole('button', { name: 'Send', exact: true }).click()
  },
  keys: async (scene: Scene) => {
    await typed('Yes')(scene)
    await scene.here.page.keyboard.press('Control+Enter')
  },
}
const answer = ({ here }: Scene) => here.page.locator('article[data-message]').nth(1)

/** What a text in the clipboard is: put into the field for writing. */
async function pasted({ here }: Scene): Promise<string> {
  await here.composeField.focus()
  await here.page.keyboard.press('Control+v')
  const copied = await here.composeField.inputValue()
  await here.composeField.fill('')
  return copied
}

const reacted = (name: string) => async (scene: Scene) => {
  const { reactions } = await found(scene)
  assert.deepEqual(
    reactions.filter(({ user_id }) => user_id === scene.ada.id).map(({ emoji_name }) => emoji_name),
    [name],
  )
}
const flagged =
  (flag: string, on = true) =>
  async (scene: Scene) => {
    const { flags } = await found(scene)
    assert.equal(flags.includes(flag), on, flags.join())
  }

const card = async (scene: Scene) => {
  await article(scene).getByRole('button', { name: 'Ben', exact: true }).click()
}
const refused = async ({ ada, messageId }: Scene) => ada.refusedRaw('GET', `/messages/${messageId}`)

/** How each thing that one does with a message is done, and what the server has then. */
export const walks: Readonly<Record<MessageActionId, Walk>> = {
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
  react: {
    mouse: async (scene) => {
      await inMenu(/^Add a reaction/)(scene)
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
      await scene.here.page.getByRole('button', { name: 'Add a reaction' }).click()
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
      await scene.here.page.getByRole('button', { name: 'Edit this message' }).click()
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
        await dialog(scene).getByRole('radio', { name: 'All messages of the topic' }).click()
        await dialog(scene).getByRole('button', { name: 'Move', exact: true }).click()
      },
      keys: async (scene) => {
        const { keyboard } = scene.here.page
        await until(scene, 'Tab', /^Topic/)
        await keyboard.press('Control+a')
        await keyboard.type(`${scene.topic} moved`)
        await until(scene, 'Tab', /Only this message|This message and later|All messages/)
        await until(scene, 'ArrowDown', /^All messages of the topic/)
        await keysToButton('Move')(scene)
      },
    },
    effect: async (scene) => assert.equal((await found(scene)).subject, `${scene.topic} moved`),
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
  collapse: { mouse: inMenu(/^Collapse/), keys: key('-'), shows: article, effect: flagged('collapsed') },
  markUnread: {
    before: async (scene) => eventually(() => flagged('read')(scene)),
    mouse: inMenu(/^Mark unread/),
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
    mouse: inMenu(/^Who has read it/),
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
        await until(scene, 'Tab', /^In an hour/)
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
      mouse: async (scene) => button('Larger')(scene),
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
      await scene.here.page.locator('article[data-message]', { hasText: text }).last().waitFor()
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
        await until(scene, 'Tab', /^What is wrong/)
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
    opens: dialog,
    after: { mouse: button('Delete'), keys: keysToButton('Delete') },
    effect: refused,
  },
}
