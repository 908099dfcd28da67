import { assert, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { updateMessage } from './api/edit.ts'
import { renderMessage } from './api/render.ts'

/** Expands to 171,000 characters, 900 at a time. */
const bomb = `$$\\def\\a{${'{}'.repeat(450)}}${'\\a'.repeat(190)}$$`
const shown = `<p><span class="tex-error">${bomb}</span></p>`

test('a formula that would expand too far is shown as typed, wherever it is', async ({ ada, gus, society }) => {
  const to = await makeChannel(society.org, 'maths', [ada, gus])
  const id = await gus.sends(bomb, { channel: to, topic: 'x' })
  const content = async () =>
    ((await ada.send('GET', `/messages/${id}`)) as unknown as { message: { content: string } }).message.content
  assert.equal(await content(), shown)
  await gus.call(updateMessage, { message_id: id, content: `${bomb} ${bomb}` })
  assert.equal((await content()).match(/tex-error/g)?.length, 2)
  assert.equal((await gus.call(renderMessage, { content: bomb })).rendered, shown)
})

test('channel descriptions render formulas when the channel is created or changed', async ({ ada }) => {
  const description = '**a** $$x^2$$'
  await ada.send('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'maths', description }] })
  const named = async (wanted: string) => {
    const { streams } = await ada.send('GET', '/streams')
    const all = streams as { name: string; rendered_description: string; stream_id: number }[]
    return all.find(({ name }) => name === wanted)
  }
  const made = await named('maths')
  assert.match(made?.rendered_description ?? '', /^<p><strong>a<\/strong> <span class="katex">/)
  await ada.send('PATCH', `/streams/${made?.stream_id}`, { description: '$$y$$' })
  await ada.send('POST', '/channels/create', { name: 'other', subscribers: [ada.id], description: '$$z$$' })
  for (const name of ['maths', 'other']) assert.match((await named(name))?.rendered_description ?? '', /class="katex"/)
})
