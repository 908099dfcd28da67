import { describe, expect } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { hasBrowser, test } from './browser.ts'
import { eventually, type Scene, usualText, walks } from './walks/index.ts'

/** Replaces what differs between snapshots. */
const settled = (tree: string): string =>
  tree
    .replaceAll(/https?:\/\/[^\s"/]+/g, 'http://…')
    .replaceAll(/\/near\/\d+/g, '/near/…')
    .replaceAll(/(channel|sender)\/\d+/g, '$1/…')
    .replaceAll(/@org[\d-]+/g, '@…')
    .replaceAll(/user_uploads\/[^\s"]+/g, 'user_uploads/…')
    .replaceAll(/\b\w+day, \w+ \d+, \d{4} at /g, '')
    .replaceAll(/\b(?:\w{3}, )?\w{3} \d{1,2}, (?:\d{4}, )?/g, '')
    .replaceAll(/\d{1,2}:\d\d(?::\d\d)?\s?[AP]M(?: [A-Z]{3,4}(?:[+-]\d+)?)?/g, 'TIME')
    .replaceAll(/\w{3} \d{1,2}, \d{4}/g, 'DAY')

describe.skipIf(!hasBrowser)(
  'every action on a message, with the mouse, with keys alone, and as it is read out',
  () => {
    for (const [action, walk] of Object.entries(walks))
      test(action, async ({ society, ada, ben, visit }) => {
        const channelId = await makeChannel(society.org, 'design', [ada, ben])
        if (action === 'report') {
          const moderators = await makeChannel(society.org, 'moderators', [ada], { invite_only: true })
          await ada.send('PATCH', '/realm', { moderation_request_channel_id: moderators })
        }
        const here = await visit(ada, { locale: 'en-US', timezoneId: 'UTC' })
        for (const way of ['mouse', 'keys'] as const) {
          const scene = await prepare({ way, here, ada, ben, channelId, topic: `with-${way}` }, action)
          await walk[way](scene)
          if (walk.opens) {
            await walk.opens(scene).waitFor()
            await agrees(action, scene, 'opens')
          }
          await walk.after?.[way](scene)
          await eventually(() => walk.effect(scene))
          if (walk.shows) await agrees(action, scene, 'shows')
          await leave(scene)
        }
        expect(here.complaints).toEqual([])
      })

    async function prepare(begun: Omit<Scene, 'messageId'>, action: string): Promise<Scene> {
      const walk = walks[action as keyof typeof walks]
      const { here, ada, ben, channelId, topic } = begun
      const content = (await walk.content?.(ben)) ?? usualText
      const author = walk.by === 'ada' ? ada : ben
      const id = await author.sends(content, { channel: channelId, topic })
      const scene = { ...begun, messageId: id as number }
      await here.opens(walk.hash ?? `#narrow/channel/${channelId}-design/topic/${topic}`)
      if (!walk.hash) await here.page.getByRole('heading', { level: 1, name: topic }).waitFor()
      await here.page.locator(`article[data-message="${id}"]`).waitFor()
      await walk.before?.(scene)
      return scene
    }

    /** Both ways lead to the recorded accessibility tree. */
    async function agrees(action: string, scene: Scene, what: 'opens' | 'shows'): Promise<void> {
      const shown = walks[action as keyof typeof walks][what]?.(scene)
      let tree = ''
      await eventually(async () => {
        const before = tree
        tree = settled((await shown?.ariaSnapshot()) ?? '').replaceAll(scene.topic, 'TOPIC')
        expect(tree).toBe(before)
      })
      await expect(`${tree}\n`).toMatchFileSnapshot(`./trees/${action}.${what}.txt`)
    }

    /** Closes everything, so that the other way starts from the same state. */
    async function leave({ here, ada, ben }: Scene): Promise<void> {
      for (let presses = 0; presses < 4; presses++) await here.page.keyboard.press('Escape')
      await here.opens('#inbox')
      await here.page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
      await ada.send('DELETE', `/users/me/muted_users/${ben.id}`).catch(() => {})
    }
  },
)
