import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

const says = ({ page }: Visitor, words: string) => page.locator('.typing').getByText(words, { exact: true })

describe.skipIf(!hasBrowser)('typing indicators', () => {
  test('typing shows for both in topics and direct messages, and nowhere else', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    for (const topic of ['one', 'two']) await ada.sends(`In ${topic}`, { channel: id, topic })
    const [here, there] = [await visit(ada), await visit(ben)]
    for (const [hash, other] of [
      [`#narrow/channel/${id}-design/topic/one`, `#narrow/channel/${id}-design/topic/two`],
      [`#narrow/dm/${ada.id},${ben.id}-group`, `#narrow/channel/${id}-design/topic/two`],
    ] as const) {
      for (const one of [here, there]) await one.opens(hash)
      await here.composeField.pressSequentially('Hel')
      await says(there, 'Ada is typing…').waitFor()
      await there.composeField.pressSequentially('Wai')
      await says(here, 'Ben is typing…').waitFor()
      await there.opens(other)
      await there.sees('In two')
      assert.equal(await says(there, 'Ada is typing…').count(), 0)
      await there.opens(hash)
      await says(there, 'Ada is typing…').waitFor()
      await here.composeField.press('Control+Enter')
      await says(there, 'Ada is typing…').waitFor({ state: 'detached' })
      await here.composeField.fill('')
      await there.composeField.fill('')
      await says(here, 'Ben is typing…').waitFor({ state: 'detached' })
    }
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('editing a message shows at that message and above the compose box', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'plans')
    await say('Soup')
    const [here, there] = [await visit(ada), await visit(ben)]
    for (const one of [here, there]) await one.opens(hash)
    await there.message('Soup').focus()
    await there.page.keyboard.press('e')
    await there.page.getByRole('textbox', { name: 'Edit message' }).press('End')
    assert.equal(await here.message('Soup').getByTitle('being edited').count(), 0)
    await there.page.keyboard.type(', and bread')
    await says(here, 'Ben is editing a message…').waitFor()
    await here.message('Soup').getByTitle('being edited').waitFor({ state: 'attached' })
    await there.page.keyboard.press('Escape')
    await says(here, 'Ben is editing a message…').waitFor({ state: 'detached' })
    await here.message('Soup').getByTitle('being edited').waitFor({ state: 'detached' })
    await there.page.keyboard.press('e')
    await there.page.getByRole('textbox', { name: 'Edit message' }).press('End')
    await there.page.keyboard.type(', and wine')
    await says(here, 'Ben is editing a message…').waitFor()
    await there.page.keyboard.press('Control+Enter')
    await here.sees('Soup, and wine')
    await says(here, 'Ben is editing a message…').waitFor({ state: 'detached' })
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('typing shows as long as the server says, whatever the other client does', async ({ ada, ben, visit }) => {
    const here = await visit(ada)
    await here.page.clock.install()
    await here.opens(`#narrow/dm/${ben.id}-dm`)
    await here.composeField.waitFor()
    await ben.send('POST', '/typing', { op: 'start', type: 'direct', to: [ada.id] })
    await says(here, 'Ben is typing…').waitFor()
    // clients repeat it only after 30 seconds
    await here.page.clock.fastForward(30_000)
    assert.equal(await says(here, 'Ben is typing…').count(), 1)
    await here.page.clock.fastForward(20_000)
    await says(here, 'Ben is typing…').waitFor({ state: 'detached' })
  })

  test("typing isn't sent when the user turned that off", async ({ ada, ben, visit }) => {
    await ada.send('PATCH', '/settings', { send_private_typing_notifications: false })
    const here = await visit(ada)
    const asked: string[] = []
    here.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await here.opens(`#narrow/dm/${ben.id}-dm`)
    await here.composeField.pressSequentially('Hello')
    await here.composeField.press('Control+Enter')
    await here.sees('Hello')
    assert.notInclude(asked, '/api/v1/typing')
  })
})
