import { assert, describe, onTestFinished } from 'vitest'
import {
  endCall,
  getCall,
  getCalls,
  joinCall,
  leaveCall,
  reportAlive,
  startCall,
} from '../../src/features/calls/calls/api.ts'
import { hasLiveKit, withLiveKit } from '../peers/livekit-server.ts'
import { problems } from './axe.ts'
import { hasBrowser, isFirefox } from './browser.ts'
import { arrived, flows, isSilent, talks } from './call-media.ts'
import { panel, press, ready } from './call-page.ts'
import { gate } from './gate.ts'
import { intrude, livekitTest } from './livekit-call.ts'

const test = livekitTest()

describe.skipIf(!hasBrowser || isFirefox || !hasLiveKit)(withLiveKit('calls through LiveKit'), () => {
  test('three people hear, see, mute, share, remove, and leave', async ({
    ada,
    ben,
    cleo,
    visit,
    society,
    browser,
  }) => {
    const { makeChannel } = await import('../harness/channel.ts')
    const channelId = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
    await ada.sends('Shall we talk?', { channel: 'lunch', topic: 'soup' })
    const topic = `#narrow/channel/${channelId}-lunch/topic/soup`
    const [first, second, third] = [
      await ready(await visit(ada), topic),
      await ready(await visit(ben), topic),
      await ready(await visit(cleo), topic),
    ]
    const all = [first, second, third]
    const loads: string[] = []
    first.page.on('request', (request) => void loads.push(request.url()))
    await press(first, 'Start a call')
    for (const one of [second, third]) await press(one, 'Join')
    for (const one of all) await flows(one.page, 'energy')
    assert.equal(loads.filter((url) => /\/app\/livekit-client-/.test(url)).length, 1)
    // everything goes through the one server
    assert.ok((await arrived(first.page)).connections <= 2)

    await panel(second).getByRole('button', { name: 'Turn on camera' }).click()
    for (const one of [first, third]) {
      await panel(one).getByLabel('Ben', { exact: true }).waitFor()
      await flows(one.page, 'pictures')
    }
    assert.deepEqual(await problems(first.page), [])

    for (const one of [second, third]) await panel(one).getByRole('button', { name: 'Mute', exact: true }).click()
    await isSilent(first.page)
    await panel(second).getByRole('button', { name: 'Unmute' }).click()
    for (const one of [first, third]) await flows(one.page, 'energy')

    await panel(third).getByRole('button', { name: 'Share screen' }).click()
    await panel(first).getByText('Cleo’s screen').first().waitFor()
    await flows(first.page, 'pictures')
    await panel(third).getByRole('button', { name: 'Stop sharing' }).first().click()
    await panel(first).getByText('Cleo’s screen').first().waitFor({ state: 'detached' })

    await second.page.reload()
    await second.listens()
    await panel(second).getByText('Cleo', { exact: true }).waitFor()
    for (const one of [first, second]) await flows(one.page, 'energy')

    await panel(first).getByRole('button', { name: 'Options for Ben' }).click()
    const [call] = (await ada.call(getCalls, {})).calls
    const session = call?.sessions.find(({ user_id }) => user_id === ben.id)
    assert.ok(call && session)
    const { session_id, audio, video } = session
    const { livekit: access } = await ben.call(joinCall, { call_id: call.call_id, session_id, audio, video })
    assert.ok(access)
    await press(first, 'Remove Ben from the call')
    await panel(second).waitFor({ state: 'detached' })
    await second.page.getByText('You were removed from the call.').waitFor()
    await intrude(browser, access)
    await isSilent(first.page)

    await panel(third).getByRole('button', { name: 'Leave' }).click()
    await panel(first).getByText('Cleo', { exact: true }).waitFor({ state: 'detached' })
    await panel(first).getByRole('button', { name: 'Leave' }).click()
    await first.sees('Ada, Ben, and Cleo')
    for (const one of all) assert.deepEqual(one.complaints, [])
  })

  test('with more than nine people, the active speaker is shown large', async ({ ada, ben, visit, society }) => {
    const { makeChannel } = await import('../harness/channel.ts')
    const silent = []
    for (let index = 0; index < 9; index++) silent.push(await society.join(`Silent ${index}`))
    const channelId = await makeChannel(society.org, 'hall', [ada, ben, ...silent])
    await ada.sends('Shall we talk?', { channel: 'hall', topic: 'all' })
    const topic = `#narrow/channel/${channelId}-hall/topic/all`
    const speaker = await visit(ben)
    await talks(speaker.page)
    const [first, second] = [await ready(await visit(ada), topic), await ready(speaker, topic)]
    await press(first, 'Start a call')
    await panel(first).waitFor()
    const [call] = (await ada.call(getCalls, {})).calls
    assert.ok(call)
    const about = { call_id: call.call_id, session_id: 's'.repeat(22) }
    for (const [index, person] of silent.entries()) {
      const session_id = `${index}`.padEnd(22, 's')
      await person.call(joinCall, { ...about, session_id })
      const reporting = setInterval(() => void person.call(reportAlive, { ...about, session_id }), 5_000)
      onTestFinished(() => clearInterval(reporting))
    }
    await press(second, 'Join')
    const spotlight = panel(first).locator('.call-spotlight')
    await spotlight.getByText('Ben', { exact: true }).waitFor()
    assert.equal(await panel(first).locator('.call-tiles figure').count(), 3)
    assert.deepEqual(await problems(first.page), [])
    if (process.env.LOQUAT_SCREENSHOTS)
      await first.page.screenshot({ path: `${process.env.LOQUAT_SCREENSHOTS}/small.png` })
    await press(first, '7 more people')
    await spotlight.getByText('Ben', { exact: true }).waitFor()
    assert.equal(await panel(first).locator('.call-tiles figure').count(), 10)
    assert.equal(await panel(first).locator('.call-tiles').getByText('Ben', { exact: true }).count(), 0)
    const { page } = first
    for (const [name, size] of Object.entries({
      wide: { width: 1280, height: 800 },
      narrow: { width: 390, height: 844 },
      low: { width: 844, height: 390 },
    })) {
      await page.setViewportSize(size)
      const box = await spotlight.boundingBox()
      assert.ok(box && box.width * box.height > (size.width * size.height) / 4, `${name}: ${JSON.stringify(box)}`)
      assert.deepEqual(await problems(page), [])
      if (process.env.LOQUAT_SCREENSHOTS)
        await page.screenshot({ path: `${process.env.LOQUAT_SCREENSHOTS}/spotlight-${name}.png` })
    }
    for (const one of [first, second]) assert.deepEqual(one.complaints, [])
  })

  test('someone who is removed while LiveKit’s client loads stays out', async ({ ada, ben, visit, society }) => {
    const { makeChannel } = await import('../harness/channel.ts')
    const channelId = await makeChannel(society.org, 'tea', [ada, ben])
    await ada.sends('Shall we talk?', { channel: 'tea', topic: 'cake' })
    const visitor = await ready(await visit(ben), `#narrow/channel/${channelId}-tea/topic/cake`)
    const { release, released } = gate()
    await visitor.page.route(/\/app\/livekit-/, async (route) => {
      await released
      await route.continue()
    })
    const place = { type: 'channel', to: channelId, topic: 'cake' } as const
    const { call } = await ada.call(startCall, { ...place, session_id: 'a'.repeat(22) })
    const alive = () => void ada.call(reportAlive, { call_id: call.call_id, session_id: 'a'.repeat(22) })
    const reporting = setInterval(alive, 5_000)
    onTestFinished(() => clearInterval(reporting))
    await press(visitor, 'Join')
    await panel(visitor).waitFor()
    const { sessions } = (await ada.call(getCall, { call_id: call.call_id })).call
    const session = sessions.find(({ user_id }) => user_id === ben.id)
    assert.ok(session)
    await ada.call(leaveCall, { call_id: call.call_id, session_id: session.session_id })
    await visitor.page.getByText('You were removed from the call.').waitFor()
    const loaded = visitor.page.waitForResponse(/\/app\/livekit-client-/)
    release()
    await loaded
    await visitor.page.getByRole('button', { name: 'Join', exact: true }).first().waitFor()
    await panel(visitor).waitFor({ state: 'detached' })
    clearInterval(reporting)
    await ada.call(endCall, { call_id: call.call_id })
    assert.deepEqual(visitor.complaints, [])
  })
})
