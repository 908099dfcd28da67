import { mustBeAdministrator } from '#contract'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { updateMessage } from '../../../messages/messages/api/edit.ts'
import * as api from './api.ts'

const add = async (person: Person, pattern: string, url_template: string) =>
  (await person.call(api.addLinkifier, { pattern, url_template })).id
const addTicket = (person: Person) => add(person, '#(?P<id>[0-9]+)', 'https://t.example.org/{id}')

interface Shown {
  content: string
  topic_links: { text: string; url: string }[]
}
const fetched = async (person: Person, id: number) =>
  ((await person.send('GET', `/messages/${id}`)) as unknown as { message: Shown }).message
const render = async (person: Person, content: string) =>
  ((await person.send('POST', '/messages/render', { content })) as unknown as { rendered: string }).rendered
const links = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, url, text]) => [text, url])

test("a pattern's matches are linked between word boundaries", async ({ ada, ben }) => {
  await addTicket(ada)
  const link = (n: number) => [`#${n}`, `https://t.example.org/${n}`]
  assert.deepEqual(links(await render(ben, '#1 (#2) "#3" #4, **#5** #6.')), [1, 2, 3, 4, 5, 6].map(link))
  assert.deepEqual(links(await render(ben, 'x#1 #1x #x `#1` a/#1')), [])
  assert.equal(await render(ben, '[#1](https://x.org)'), '<p><a href="https://x.org">#1</a></p>')
})

test('for overlapping matches, the first linkifier wins', async ({ ada, ben }) => {
  const short = await add(ada, 'A-(?P<n>[0-9]+)', 'https://short.example.org/{n}')
  const long = await add(ada, 'A-(?P<n>[0-9]+ [a-z]+)', 'https://long.example.org/{n}')
  assert.deepEqual(links(await render(ben, 'A-1 yes')), [['A-1', 'https://short.example.org/1']])
  await ada.call(api.reorderLinkifiers, { ordered_linkifier_ids: [long, short] })
  assert.deepEqual(links(await render(ben, 'A-1 yes A-2')), [
    ['A-1 yes', 'https://long.example.org/1%20yes'],
    ['A-2', 'https://short.example.org/2'],
  ])
  await ada.call(api.removeLinkifier, { filter_id: long })
  assert.deepEqual(links(await render(ben, 'A-1 yes')), [['A-1', 'https://short.example.org/1']])
})

test('messages and topics have links in events and when fetched', async ({ ada, ben, society }) => {
  await addTicket(ada)
  const to = await makeChannel(society.org, 'bugs', [ada, ben])
  const watch = await ben.register('message')
  const id = await ada.sends('see #8', { channel: to, topic: 'on #7' })
  const [event] = await watch.of('message')
  const topic_links = [{ text: '#7', url: 'https://t.example.org/7' }]
  const content = '<p>see <a href="https://t.example.org/8">#8</a></p>'
  for (const shown of [(event as unknown as { message: Shown }).message, await fetched(ben, id)])
    assert.deepEqual([shown.content, shown.topic_links], [content, topic_links])
})

test("an edit uses current linkifiers, and a move returns the new topic's links", async ({ ada, ben, society }) => {
  const to = await makeChannel(society.org, 'bugs', [ada, ben])
  const id = await ada.sends('see #8', { channel: to, topic: 'one' })
  assert.equal((await fetched(ben, id)).content, '<p>see #8</p>')
  const filter_id = await addTicket(ada)
  // existing messages stay unchanged
  assert.equal((await fetched(ben, id)).content, '<p>see #8</p>')
  const watch = await ben.register('update_message')
  await ada.call(updateMessage, { message_id: id, content: 'see #9' })
  await ada.call(updateMessage, { message_id: id, topic: 'on #3', propagate_mode: 'change_all' })
  const content = '<p>see <a href="https://t.example.org/9">#9</a></p>'
  const topic_links = [{ text: '#3', url: 'https://t.example.org/3' }]
  const [edit, move] = (await watch.of('update_message')) as { rendered_content?: string; topic_links?: object }[]
  assert.deepEqual([edit?.rendered_content, move?.topic_links], [content, topic_links])
  assert.deepEqual((await fetched(ben, id)).topic_links, topic_links)
  await ada.call(api.removeLinkifier, { filter_id })
  await ada.call(updateMessage, { message_id: id, content: 'see #10' })
  const shown = await fetched(ben, id)
  assert.deepEqual([shown.content, shown.topic_links], ['<p>see #10</p>', []])
})

test('malicious patterns neither block a message nor change its text', async ({ ada, ben, society }) => {
  await add(ada, 'a(?:.*b)?', 'https://x.example.org/')
  await add(ada, '(?:a+ ?)+c', 'https://x.example.org/')
  await add(ada, '(?:[a ]*a){90}[0-9]', 'https://x.example.org/')
  const to = await makeChannel(society.org, 'bugs', [ada, ben])
  const text = 'a '.repeat(4_999)
  const id = await ada.sends(text, { channel: to, topic: 'aaa' })
  const { content } = await fetched(ben, id)
  assert.equal(content.replace(/<[^>]*>/g, ''), text.trimEnd())
})

test('group values are encoded, and no link can run a script', async ({ ada, ben }) => {
  await add(ada, 'q:(?P<q>[^ ]+)', 'https://s.example.org/?q={q}')
  await add(ada, 'j:(?P<u>[^ ]+)', '{+u}')
  assert.equal(
    await render(ben, 'q:<b>"&'),
    '<p><a href="https://s.example.org/?q=%3Cb%3E%22%26">q:&lt;b&gt;"&amp;</a></p>',
  )
  assert.equal(await render(ben, 'j:javascript:alert(1)'), '<p>j:javascript:alert(1)</p>')
})

test('a linkifier can be tried before saving, added or in place of one', async ({ ada, ben }) => {
  const ticket = await addTicket(ada)
  const tried = { pattern: '(?P<key>[A-Z]+)-(?P<n>[0-9]+)', url_template: 'https://b.example.org/{key}/{n}' }
  const content = '#7 and **LOQ-12**'
  const beside = await ada.call(api.tryLinkifier, { ...tried, content })
  assert.deepEqual(links(beside.rendered), [
    ['#7', 'https://t.example.org/7'],
    ['LOQ-12', 'https://b.example.org/LOQ/12'],
  ])
  const instead = await ada.call(api.tryLinkifier, { ...tried, filter_id: ticket, content })
  assert.deepEqual(links(instead.rendered), [['LOQ-12', 'https://b.example.org/LOQ/12']])
  assert.deepEqual(links(await render(ben, content)), [['#7', 'https://t.example.org/7']])
  await ada.refused(api.tryLinkifier, { ...tried, pattern: '(', content }, api.badPattern)
  await ada.refused(api.tryLinkifier, { ...tried, url_template: 'https://x.org', content }, api.badUrlTemplate)
  await ada.refused(api.tryLinkifier, { ...tried, filter_id: 4_711, content }, api.noSuchLinkifier)
  await ben.refused(api.tryLinkifier, { ...tried, content }, mustBeAdministrator)
})
