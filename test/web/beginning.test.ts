import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { gate } from './gate.ts'

const channelHash = (id: number, name: string) => `#narrow/channel/${id}-${name}`

describe.skipIf(!hasBrowser)('beginning of a conversation', () => {
  test('a new channel welcomes people with its description', async ({ society, ada, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada], { description: 'Icons and **screens**' })
    const here = await visit(ada)
    const { page } = here
    await here.opens(channelHash(id, 'design'))
    await page.getByRole('heading', { level: 2, name: 'Welcome to #design!' }).waitFor()
    await page.locator('.beginning .description', { hasText: 'Icons and screens' }).waitFor()
    await page.getByText('No messages here yet. Send the first one.').waitFor()
    assert.deepEqual(await problems(page), [])
    assert.deepEqual(here.complaints, [])
  })

  test('adding people from the welcome adds them to the channel', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada])
    const here = await visit(ada)
    const { page } = here
    await here.opens(channelHash(id, 'design'))
    await page.locator('.beginning').getByRole('button', { name: 'Add people' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add people to #design' })
    await dialog.getByRole('combobox', { name: 'Add people' }).fill('Ben')
    await dialog.getByRole('option', { name: /Ben/ }).waitFor()
    assert.deepEqual(await problems(page), [])
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Added Ben to #design.').waitFor()
    const { subscribers } = await ada.send('GET', `/streams/${id}/members`)
    assert.sameMembers(subscribers as number[], [ada.id, ben.id])
    assert.deepEqual(here.complaints, [])
  })

  test('an empty channel offers its first message and people to add', async ({ society, ada, ben, cleo, visit }) => {
    const id = await makeChannel(society.org, 'garden', [ada])
    await ada.send('POST', '/messages', { type: 'direct', to: [ben.id], content: 'Hi' })
    await ada.send('POST', '/messages', { type: 'direct', to: [cleo.id], content: 'Hi' })
    const here = await visit(ada)
    const { page } = here
    await here.opens(channelHash(id, 'garden'))
    const suggested = page.getByRole('group', { name: 'Suggested people' })
    await suggested.getByRole('button', { name: 'Add Cleo' }).waitFor()
    assert.deepEqual(await problems(page), [])
    await suggested.getByRole('button', { name: 'Add Ben' }).press('Enter')
    await page.getByText('Added Ben to #garden.').waitFor()
    await suggested.getByRole('button', { name: 'Add Ben' }).waitFor({ state: 'detached' })
    await suggested.locator('button:focus').waitFor()

    await page.getByRole('button', { name: 'Write the first message' }).press('Enter')
    await page.locator('#compose textarea:focus').waitFor()
    await page.keyboard.type('tomatoes.')
    await page.keyboard.press('Control+Enter')
    await here.message('Hi everyone! This channel is for tomatoes.').waitFor()
    await suggested.waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('button', { name: 'Write the first message' }).count(), 0)
    assert.deepEqual(here.complaints, [])
  })

  test('people without permission get no button to add others', async ({ society, ada, gus, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, gus])
    const here = await visit(gus)
    await here.opens(channelHash(id, 'design'))
    await here.page.getByRole('heading', { name: 'Welcome to #design!' }).waitFor()
    assert.equal(await here.page.locator('.beginning').getByRole('button', { name: /^Add / }).count(), 0)
  })

  test('topics and direct messages begin with a sentence', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada])
    await ada.send('POST', '/messages', { type: 'stream', to: id, topic: '✔ icons', content: 'Round ones' })
    const here = await visit(ada)
    const { page } = here
    for (const [hash, sentence] of [
      [`${channelHash(id, 'design')}/topic/.E2.9C.94.20icons`, 'This is the beginning of “icons”.'],
      [`#narrow/dm/${ben.id}-dm`, 'This is the beginning of your conversation with Ben.'],
      [`#narrow/dm/${ada.id}-dm`, 'Only you can see these messages. Use them for notes, links, and files.'],
    ] as const) {
      await here.opens(hash)
      await page.locator('.beginning').getByText(sentence, { exact: true }).waitFor()
    }
    await here.opens('#feed')
    await page.getByText('No older messages.').waitFor()
    assert.equal(await page.locator('.beginning').count(), 0)
  })

  test('messages stay in place when the welcome loads late', async ({ society, ada, visit }) => {
    const description = 'What our product looks like, and why. '.repeat(20)
    const id = await makeChannel(society.org, 'design', [ada], { description })
    await ada.send('POST', '/messages', { type: 'stream', to: id, topic: 'icons', content: 'Round ones' })
    const here = await visit(ada)
    const { page } = here
    const { release, released } = gate()
    await page.route(/\/app\/(beginning|channel-welcome)-[^/]+\.js/, async (route) => {
      await released
      await route.continue()
    })
    const top = async (text: string) => (await here.message(text).boundingBox())?.y
    for (const hash of [`${channelHash(id, 'design')}/topic/icons`, channelHash(id, 'design')]) {
      await here.opens(hash)
      await here.sees('Round ones')
    }
    const before = await top('Round ones')
    assert.equal(await page.locator('.beginning *').count(), 0)
    release()
    await page.getByRole('heading', { name: 'Welcome to #design!' }).waitFor()
    assert.equal(await top('Round ones'), before)
    // nor do they move where the window is narrow, and texts take more lines
    await page.setViewportSize({ width: 390, height: 700 })
    const fits = await page
      .locator('.beginning')
      .evaluate((all) => all.scrollHeight <= all.clientHeight && all.scrollWidth <= all.clientWidth)
    assert.ok(fits)
  })
})
