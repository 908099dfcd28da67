import type { Page } from 'playwright-core'
import { afterAll, assert, describe } from 'vitest'
import { updateSettings } from '../../src/features/people/user-settings/api.ts'
import { makeChannel } from '../harness/channel.ts'
import { hasLiveKit, withLiveKit } from '../peers/livekit-server.ts'
import { hasTurnServer, TurnServer } from '../peers/turn-server.ts'
import { hasBrowser, isFirefox } from './browser.ts'
import { flows, selectedPairs } from './call-media.ts'
import { panel, press, pressInPanel, ready } from './call-page.ts'
import { livekitTest } from './livekit-call.ts'

const relays: TurnServer[] = []
afterAll(() => Promise.all(relays.map((relay) => relay.stop())))

/** Tests on a server with LiveKit and coturn, with these further options. */
const relayedTest = (options: Readonly<Record<string, string>> = {}) =>
  livekitTest(async () => {
    const relay = await TurnServer.start()
    relays.push(relay)
    return { turnUrl: relay.urls.udp, turnSecret: relay.secret, ...options }
  })

const whenRequired = relayedTest({ callsRelayOnly: 'on' })
const whenChosen = relayedTest()

const localTypes = async (page: Page) => [...new Set((await selectedPairs(page)).map(({ local }) => local))]

const isPossible = hasBrowser && !isFirefox && hasLiveKit && hasTurnServer

describe.skipIf(!isPossible)(withLiveKit('calls through LiveKit and coturn'), () => {
  whenRequired(
    'with relaying required, browsers reach LiveKit only through the relay',
    async ({ ada, ben, visit, society }) => {
      const channelId = await makeChannel(society.org, 'lunch', [ada, ben])
      await ada.sends('Shall we talk?', { channel: 'lunch', topic: 'soup' })
      const topic = `#narrow/channel/${channelId}-lunch/topic/soup`
      const [first, second] = [await ready(await visit(ada), topic), await ready(await visit(ben), topic)]
      await press(first, 'Start a call')
      await press(second, 'Join')
      for (const { page } of [first, second]) {
        await flows(page, 'energy')
        assert.deepEqual(await localTypes(page), ['relay'])
      }
      assert.deepEqual([...first.complaints, ...second.complaints], [])
    },
  )

  whenChosen(
    'hiding the address during a call moves microphone and camera to the relay',
    async ({ ada, ben, visit, society }) => {
      const channelId = await makeChannel(society.org, 'tea', [ada, ben])
      await ada.sends('Shall we talk?', { channel: 'tea', topic: 'cake' })
      const topic = `#narrow/channel/${channelId}-tea/topic/cake`
      const [first, second] = [await ready(await visit(ada), topic), await ready(await visit(ben), topic)]
      await press(first, 'Start a call')
      await press(second, 'Join')
      await pressInPanel(first, 'Turn on camera')
      await flows(second.page, 'energy')
      await flows(second.page, 'pictures')
      assert.notInclude(await localTypes(first.page), 'relay')

      await ada.call(updateSettings, { calls_relay_only: true })
      const deadline = Date.now() + 60_000
      while ((await localTypes(first.page)).join() !== 'relay' && Date.now() < deadline)
        await first.page.waitForTimeout(200)
      assert.deepEqual(await localTypes(first.page), ['relay'])
      await flows(first.page, 'energy')
      await flows(second.page, 'energy')
      await flows(second.page, 'pictures')
      for (const name of ['Mute', 'Turn off camera'])
        await panel(first).getByRole('button', { name, exact: true }).waitFor()
      assert.notInclude(await localTypes(second.page), 'relay')
      assert.deepEqual([...first.complaints, ...second.complaints], [])
    },
  )
})
