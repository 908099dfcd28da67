import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { deactivateUser } from '../../people/users/api.ts'
import { updateMessage } from './api/edit.ts'
import { getMessage } from './api/fetch.ts'

const toSelf = async (person: Person, content: string) => {
  const id = await person.sends(content, person)
  return { id, html: await htmlOf(person, id) }
}

async function htmlOf(person: Person, id: number): Promise<string> {
  return (await person.call(getMessage, { message_id: id, apply_markdown: true })).message.content
}

test("a topic link has the topic's newest message, if any, including after an edit", async ({ ada }) => {
  const name = 'weaving'
  const channel = await makeChannel(ada.org, name, [ada])
  await ada.sends('one', { channel, topic: 'Looms' })
  const newest = await ada.sends('two', { channel, topic: 'Looms' })
  const { id, html } = await toSelf(ada, `#**${name}>looms** #**${name}>dyes**`)
  assert.ok(html.includes(`/topic/looms/with/${newest}"`), html)
  assert.ok(html.includes('/topic/dyes"'), html)
  const later = await ada.sends('three', { channel, topic: 'Looms' })
  await ada.call(updateMessage, { message_id: id, content: `now #**${name}>Looms**` })
  assert.ok((await htmlOf(ada, id)).includes(`/topic/Looms/with/${later}"`))
})

test("a channel that the sender can't see isn't linked", async ({ ada, ben }) => {
  const channel = await makeChannel(ada.org, 'secret looms', [ada], { invite_only: true })
  await ada.sends('one', { channel, topic: 'x' })
  const { html } = await toSelf(ben, '#**secret looms>x**')
  assert.ok(!html.includes('<a'), html)
})

test('many topic links are looked up together', async ({ ada }) => {
  const channel = await makeChannel(ada.org, 'threads', [ada])
  await ada.sends('one', { channel, topic: 'a' })
  const { html } = await toSelf(ada, '#**threads>a** #**threads>a** '.repeat(30))
  assert.equal(html.split('/with/').length, 61)
})

test('a missing file is a link without a preview', async ({ ada }) => {
  const path = `/user_uploads/${ada.org.id}/ab/${'x'.repeat(24)}/loom.png`
  const { html } = await toSelf(ada, `[loom.png](${path}) ![loom](${path})`)
  assert.ok(html.includes(`<a href="${path}">loom.png</a>`), html)
  assert.ok(!html.includes('<img'), html)
})

test('deactivated users are mentioned silently', async ({ ada, ben }) => {
  await ada.call(deactivateUser, { user_id: ben.id })
  const { html } = await toSelf(ada, `@**${ben.name}|${ben.id}**`)
  assert.equal(html, `<p><span class="user-mention silent" data-user-id="${ben.id}">${ben.name}</span></p>`)
})
