import { assert, describe, onTestFinished } from 'vitest'
import { getCall, joinCall, startCall } from '../../src/features/calls/calls/api.ts'
import { problems } from './axe.ts'
import { hasBrowser, isFirefox } from './browser.ts'
import { arrived, flows } from './call-media.ts'
import { panel, press, ready, callTest as test } from './call-page.ts'

describe.skipIf(!hasBrowser || isFirefox)('calls', () => {
  test('a direct call rings, and both people hear and see each other', async ({ ada, ben, visit }) => {
    const caller = await ready(await visit(ada), `#narrow/dm/${ben.id}`)
    const called = await ready(await visit(ben), '#inbox')
    await press(caller, 'Start a call')
    const ring = called.page.getByRole('alertdialog', { name: 'Ada is calling' })
    await ring.waitFor()
    assert.deepEqual(await problems(called.page), [])
    await ring.getByRole('button', { name: 'Accept', exact: true }).click()
    await ring.waitFor({ state: 'detached' })
    await flows(caller.page, 'energy')
    await flows(called.page, 'energy')
    await panel(called).getByRole('button', { name: 'Turn on camera' }).click()
    await flows(caller.page, 'pictures')
    await panel(caller).getByLabel('Ben', { exact: true }).waitFor()
    await panel(called).getByRole('button', { name: 'Mute' }).click()
    await panel(caller).getByRole('img', { name: 'Muted' }).waitFor()
    await panel(called).getByRole('button', { name: 'Raise hand' }).click()
    await panel(caller).getByRole('img', { name: 'Hand raised' }).waitFor()
    for (const one of [caller, called]) assert.deepEqual(await problems(one.page), [])
    // Back and Escape leave the full view, not the conversation
    const [larger, smaller] = ['Full view', 'Small view'].map((name) => panel(caller).getByRole('button', { name }))
    await larger?.click()
    await smaller?.waitFor()
    await caller.page.goBack()
    await larger?.waitFor()
    assert.match(caller.page.url(), /#narrow\/dm\//)
    await larger?.click()
    await smaller?.waitFor()
    await caller.page.keyboard.press('Escape')
    await larger?.waitFor()
    await panel(called).getByRole('button', { name: 'Leave' }).click()
    await panel(called).waitFor({ state: 'detached' })
    await panel(caller).locator('figcaption', { hasText: 'Ben' }).waitFor({ state: 'detached' })
    await panel(caller).getByRole('button', { name: 'Leave' }).click()
    await caller.sees('Call, 1 minute: Ada and Ben')
    assert.deepEqual([...caller.complaints, ...called.complaints], [])
  })

  test('a third person joins from the bar, and a reload keeps the place', async ({
    ada,
    ben,
    cleo,
    visit,
    society,
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
    await press(first, 'Start a call')
    for (const one of [second, third]) await press(one, 'Join')
    for (const one of [first, second, third]) await flows(one.page, 'energy')
    assert.equal((await arrived(third.page)).connections, 2)
    await second.page.reload()
    await second.listens()
    await panel(second).getByText('Cleo', { exact: true }).waitFor()
    for (const one of [first, second, third]) await flows(one.page, 'energy')
    await panel(first).getByRole('button', { name: 'Options for Ben' }).click()
    await press(first, 'Mute Ben')
    await panel(third).getByRole('img', { name: 'Muted' }).waitFor()
    await press(first, 'Remove Ben from the call')
    await panel(second).waitFor({ state: 'detached' })
    await second.page.getByText('You were removed from the call.').waitFor()
    await third.opens('#inbox')
    await flows(third.page, 'energy')
    await panel(third).getByRole('button', { name: 'Leave' }).click()
    await panel(first).getByText('Cleo', { exact: true }).waitFor({ state: 'detached' })
  })

  test('declining stops the ring, and joining works without a microphone', async ({ ada, ben, visit }) => {
    const caller = await ready(await visit(ada), `#narrow/dm/${ben.id}`)
    const called = await ready(await visit(ben), '#inbox')
    await called.page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = async () => {
        throw new DOMException('no', 'NotAllowedError')
      }
    })
    await called.page.reload()
    await called.listens()
    await press(caller, 'Start a call')
    await called.page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click()
    await called.page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await called.opens(`#narrow/dm/${ada.id}`)
    await press(called, 'Join')
    await panel(called).getByText('Your browser doesn’t allow the microphone.').waitFor()
    await flows(called.page, 'energy')
    await panel(caller).getByRole('img', { name: 'Muted' }).waitFor()
  })

  test('joining with a camera when four are on joins without it and says so', async ({
    society,
    server,
    ada,
    ben,
    visit,
  }) => {
    const { makeChannel } = await import('../harness/channel.ts')
    const others = [ben, ...(await Promise.all(['Dora', 'Emil', 'Finn'].map((name) => society.join(name))))]
    const channelId = await makeChannel(society.org, 'cinema', [ada, ...others])
    await ben.sends('Movie night?', { channel: 'cinema', topic: 'now' })
    const visitor = await ready(await visit(ada), `#narrow/channel/${channelId}-cinema/topic/now`)
    const session = (index: number) => `${index}`.repeat(22)
    // the others don't report that they're there, so time stands still
    server.clock.advance(0)
    onTestFinished(() => server.clock.release())
    const { call } = await ben.call(startCall, { type: 'channel', to: channelId, topic: 'now', session_id: session(0) })
    const { call_id } = call
    for (const [index, person] of others.entries())
      await person.call(joinCall, { call_id, session_id: session(index), video: true })
    await press(visitor, 'Join with camera')
    await visitor.page.getByText('You joined without your camera').waitFor()
    await panel(visitor).getByRole('button', { name: 'Turn on camera' }).waitFor()
    const { call: now } = await ada.call(getCall, { call_id })
    const own = now.sessions.find(({ user_id }) => user_id === ada.id)
    assert.deepEqual([own?.audio, own?.video], [true, false])
    assert.deepEqual(visitor.complaints, [])
  })
})
