import { afterAll, assert, describe } from 'vitest'
import { hasLiveKit, withLiveKit } from '../peers/livekit-server.ts'
import { hasTurnServer, TurnServer } from '../peers/turn-server.ts'
import { hasBrowser, isFirefox } from './browser.ts'
import { flows, selectedPairs } from './call-media.ts'
import { livekitTest } from './livekit-call.ts'
import { ready } from './relayed-call.ts'

let relay: TurnServer | undefined
const test = livekitTest(async () => {
  relay = await TurnServer.start()
  return { turnUrl: relay.urls.udp, turnSecret: relay.secret, callsRelayOnly: 'on' }
})
afterAll(() => relay?.stop())

const isPossible = hasBrowser && !isFirefox && hasLiveKit && hasTurnServer

describe.skipIf(!isPossible)(withLiveKit('calls through LiveKit and coturn'), () => {
  test('with relaying required, browsers reach LiveKit only through the relay', async ({
    ada,
    ben,
    visit,
    society,
  }) => {
    const { makeChannel } = await import('../harness/channel.ts')
    const channelId = await makeChannel(society.org, 'lunch', [ada, ben])
    await ada.sends('Shall we talk?', { channel: 'lunch', topic: 'soup' })
    const topic = `#narrow/channel/${channelId}-lunch/topic/soup`
    const [first, second] = [await ready(await visit(ada), topic), await ready(await visit(ben), topic)]
    await first.page.getByRole('button', { name: 'Start a call', exact: true }).first().click()
    await second.page.getByRole('button', { name: 'Join', exact: true }).first().click()
    for (const { page } of [first, second]) {
      await flows(page, 'energy')
      const pairs = await selectedPairs(page)
      assert.deepEqual([...new Set(pairs.map(({ local }) => local))], ['relay'])
    }
    assert.deepEqual([...first.complaints, ...second.complaints], [])
  })
})
