import { assert, describe, expect } from 'vitest'
import type { Person } from '../harness/person.ts'
import { hasBrowser, isFirefox, type Visitor } from './browser.ts'
import { askedFor, endsTracks, watchDevices } from './call-devices.ts'
import { arrived, flows } from './call-media.ts'
import { panel, pressInPanel, ready, callTest as test } from './call-page.ts'
import { gate } from './gate.ts'

const starts = ({ page }: Visitor) => page.getByRole('button', { name: 'Start a call', exact: true }).click()
const answers = ({ page }: Visitor, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

/** Puts two people in a call with working audio. */
async function startCall(visit: (person: Person) => Promise<Visitor>, one: Person, other: Person) {
  const caller = await ready(await visit(one), `#narrow/dm/${other.id}`)
  const called = await ready(await visit(other), '#inbox')
  await starts(caller)
  await answers(called, 'Accept')
  for (const { page } of [caller, called]) await flows(page, 'energy')
  return [caller, called] as const
}

/** Holds back a page's call signaling until released. */
async function holdSignaling({ page }: Visitor) {
  const held: string[] = []
  const { release, released } = gate()
  await page.route('**/signal', async (route) => {
    held.push(route.request().postData() ?? '')
    await released
    await route.fallback()
  })
  return {
    hasOffer: () => expect.poll(() => held.some((sent) => sent.includes('offer')), { timeout: 120_000 }).toBe(true),
    release,
  }
}

describe.skipIf(!hasBrowser || isFirefox)('trouble in calls', () => {
  test('joining works without camera permission, and an unplugged microphone is replaced', async ({
    ada,
    ben,
    visit,
  }) => {
    const [caller, called] = [await visit(ada), await visit(ben)]
    await watchDevices(caller.page)
    await watchDevices(called.page, { refuses: ['video'] })
    await ready(caller, `#narrow/dm/${ben.id}`)
    await ready(called, '#inbox')
    await starts(caller)
    await called.page.getByRole('alertdialog').waitFor()
    // no addresses are exchanged before accepting
    assert.equal(await called.page.evaluate(() => (window as unknown as { opened: unknown[] }).opened.length), 0)
    await answers(called, 'Accept with camera')
    await panel(called).getByText('Your browser doesn’t allow the camera.').waitFor()
    for (const { page } of [caller, called]) await flows(page, 'energy')
    const audio = (await askedFor(caller.page)).map((one) => one.audio)
    assert.containSubset(audio, [{ echoCancellation: true, noiseSuppression: true }])
    // echo cancellation only works with plain elements
    const sounds = await called.page
      .locator('.call-panel audio')
      .evaluateAll((all) => (all as HTMLAudioElement[]).map((one) => one.srcObject instanceof MediaStream))
    assert.ok(sounds.length > 0 && sounds.every(Boolean), JSON.stringify(sounds))

    const { connections } = await arrived(called.page)
    await endsTracks(caller.page, 'audio')
    await caller.page.getByText(/^Now using /).waitFor()
    await flows(called.page, 'energy')
    assert.equal((await arrived(called.page)).connections, connections)
    assert.equal((await askedFor(caller.page)).length, 2)
    await pressInPanel(called, 'Leave')
    await pressInPanel(caller, 'Leave')
    assert.deepEqual([...caller.complaints, ...called.complaints], [])
  })

  test('screen readers hear who comes and goes, and blocked sound can be turned on', async ({ ada, ben, visit }) => {
    const caller = await ready(await visit(ada), `#narrow/dm/${ben.id}`)
    const called = await visit(ben)
    await called.page.addInitScript(() => {
      const play = HTMLAudioElement.prototype.play
      let isAllowed = false
      addEventListener(
        'click',
        ({ target }) => (isAllowed ||= (target as Element).textContent === 'Turn on sound'),
        true,
      )
      HTMLAudioElement.prototype.play = function (this: HTMLAudioElement) {
        return isAllowed ? play.call(this) : Promise.reject(new DOMException('press first', 'NotAllowedError'))
      }
    })
    await ready(called, '#inbox')
    await starts(caller)
    await answers(called, 'Accept')
    const [said, saidOfOwn] = ['polite', 'assertive'].map((manner) => panel(caller).locator(`[aria-live=${manner}]`))
    await said?.getByText('Ben joined the call').waitFor({ state: 'attached' })
    await called.page.getByRole('alert').getByRole('button', { name: 'Turn on sound' }).click()
    await called.page.getByText('Your browser is blocking the sound').waitFor({ state: 'detached' })
    await flows(called.page, 'energy')
    await pressInPanel(called, 'Raise hand')
    await said?.getByText('Ben raised a hand').waitFor({ state: 'attached' })
    await pressInPanel(called, 'Share screen')
    await said?.getByText('Ben is sharing their screen').waitFor({ state: 'attached' })
    await pressInPanel(caller, 'Mute')
    await saidOfOwn?.getByText('You’re muted').waitFor({ state: 'attached' })
    await pressInPanel(called, 'Leave')
    await said?.getByText('Ben left the call').waitFor({ state: 'attached' })
    await pressInPanel(caller, 'Leave')
    assert.deepEqual([...caller.complaints, ...called.complaints], [])
  })

  test('an offer that the server lost is sent again', async ({ ada, ben, visit }) => {
    const caller = await ready(await visit(ada), `#narrow/dm/${ben.id}`)
    const called = await ready(await visit(ben), '#inbox')
    let lost = 0
    await called.page.route('**/signal', (route) => {
      // as if the server had restarted after it answered
      if (lost++ === 0) return route.fulfill({ json: { result: 'success', msg: '' } })
      return route.continue()
    })
    await starts(caller)
    await answers(called, 'Accept')
    for (const { page } of [caller, called]) await flows(page, 'energy')
    assert.isAbove(lost, 1)

    await pressInPanel(called, 'Leave')
    await pressInPanel(caller, 'Leave')
  })

  test('a call reconnects when both people reload at the same time', async ({ ada, ben, visit }) => {
    const [caller, called] = await startCall(visit, ada, ben)
    const [first, second] = [await holdSignaling(caller), await holdSignaling(called)]
    await Promise.all([caller.page.reload(), called.page.reload()])
    for (const held of [first, second]) await held.hasOffer()
    for (const held of [first, second]) held.release()
    for (const { page } of [caller, called]) await flows(page, 'energy')
    for (const one of [called, caller]) await pressInPanel(one, 'Leave')
  })

  test('a reloaded page ignores offers meant for its previous connection', async ({ ada, ben, visit }) => {
    const [caller, called] = await startCall(visit, ada, ben)
    // test both directions: only one of the two peers is polite
    for (const [staying, reloading] of [
      [caller, called],
      [called, caller],
    ] as const) {
      const [late, fresh] = [await holdSignaling(staying), await holdSignaling(reloading)]
      await staying.page.evaluate(() => dispatchEvent(new Event('online')))
      await late.hasOffer()
      await reloading.page.reload()
      await fresh.hasOffer()
      late.release()
      // events arrive in order
      await pressInPanel(staying, 'Mute')
      await panel(reloading).getByRole('img', { name: 'Muted' }).waitFor()
      await pressInPanel(staying, 'Unmute')
      fresh.release()
      for (const { page } of [caller, called]) await flows(page, 'energy')
    }
    for (const one of [called, caller]) await pressInPanel(one, 'Leave')
  })

  test('the panel is dragged to another corner, and the call opens in a window', async ({ ada, ben, visit }) => {
    const visitor = await visit(ada)
    await ready(visitor, `#narrow/dm/${ben.id}`)
    const { page } = visitor
    await starts(visitor)
    await panel(visitor).waitFor()
    assert.match((await panel(visitor).getAttribute('class')) ?? '', /top-end/)
    const head = await panel(visitor).locator('.call-head').boundingBox()
    assert.ok(head)
    await page.mouse.move(head.x + head.width / 2, head.y + 3)
    await page.mouse.down()
    await page.mouse.move(700, 500, { steps: 5 })
    await page.mouse.move(300, 760, { steps: 5 })
    await page.mouse.up()
    await page.locator('.call-panel.bottom-start').waitFor()

    const opens = page.waitForEvent('popup')
    await pressInPanel(visitor, 'More options')
    await page.getByRole('menuitem', { name: 'Picture-in-picture' }).click()
    const beside = await opens
    await beside.getByRole('button', { name: 'Mute', exact: true }).click()
    await panel(visitor).getByRole('button', { name: 'Unmute' }).waitFor()
    await beside.getByRole('button', { name: 'Leave' }).click()
    await panel(visitor).waitFor({ state: 'detached' })
    await visitor.sees('Missed call')
    assert.deepEqual(visitor.complaints, [])
  })
})
