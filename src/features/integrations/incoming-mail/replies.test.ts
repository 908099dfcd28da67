import { afterAll, assert, beforeAll, type Person, test as plain } from '#test'
import { leaveChannel, makeChannel } from '../../../../test/harness/channel.ts'
import type { ReceivedMail } from '../../../../test/harness/mail.ts'
import { mailNamed, messagesOf, Post, rawMail } from './fixture.ts'

let post: Post
beforeAll(async () => {
  post = await Post.start()
})
afterAll(() => post.close())

/** Waits for a notification email; returns it and its reply address. */
async function mailed(to: Person): Promise<{ mail: ReceivedMail; address: string }> {
  const [mail, ...more] = await post.pass(130, to)
  assert.ok(mail)
  assert.deepEqual(more, [])
  const address = /<?(reply\.[^\s<>]+)>?$/.exec(mail.headers.get('reply-to') ?? '')?.[1]
  assert.ok(address, mail.raw)
  return { mail, address }
}

async function asked() {
  const people = await post.people()
  const { ada, ben } = people
  await post.pass(4_000, ben)
  const channel = await makeChannel(ada.org, 'garden', [ada, ben])
  await post.pass(4_000, ben)
  await ada.sends(`@**${ben.name}** Tea?`, { channel, topic: 'tea' })
  return { ...people, channel, ...(await mailed(ben)) }
}
const inTea = (channel: number) => [
  { operator: 'channel', operand: channel },
  { operator: 'topic', operand: 'tea' },
]

plain("a reply to a message's email posts in its topic, as read", async () => {
  const { ada, ben, channel, mail, address } = await asked()
  assert.match(mail.text, /Reply to this email to post a message in the conversation\./)
  assert.ok((address.split('@')[0] as string).length <= 64)
  for (const name of ['gmail-reply-en', 'outlook-reply-de', 'apple-reply-fr', 'gmail-reply-es', 'gmail-reply-ar'])
    assert.match(await post.send(await mailNamed(name), address, ben.email), /^250 /, name)
  const [, ...answers] = await messagesOf(ben, inTea(channel))
  assert.deepEqual(
    answers.map(({ sender_full_name, content, flags }) => [sender_full_name, content, flags.includes('read')]),
    [
      ['Ben', "Yes, at five o'clock. I bring *scones*.", true],
      ['Ben', 'Ja, um fünf. Ich bringe Kuchen mit.', true],
      ['Ben', 'Oui, à cinq heures. J’apporte un gâteau.', true],
      ['Ben', 'Sí, a las cinco. ¡Llevo un pastel!', true],
      ['Ben', 'نعم، في الخامسة. سأحضر كعكة.', true],
    ],
  )
  assert.equal((await messagesOf(ada, inTea(channel))).length, 6)
})

plain('a reply to a direct message goes to the whole conversation', async () => {
  const { ada, ben, cleo } = await post.people()
  await post.pass(4_000, ben)
  await ada.sends('Tea?', [ben, cleo])
  const { address } = await mailed(ben)
  assert.match(await post.send(rawMail('Gladly'), address), /^250 /)
  const [, answer] = await messagesOf(cleo, [{ operator: 'dm', operand: [ada.id, ben.id] }])
  assert.deepEqual([answer?.sender_full_name, answer?.content], ['Ben', 'Gladly'])
})

plain('a reply follows moved messages and needs current permission to post', async () => {
  const { ada, ben, channel, address } = await asked()
  const [message] = await messagesOf(ada, inTea(channel))
  await ada.send('PATCH', `/messages/${message?.id}`, { topic: 'coffee', propagate_mode: 'change_all' })
  assert.match(await post.send(rawMail('Moved'), address), /^250 /)
  assert.equal((await messagesOf(ada, [{ operator: 'channel', operand: channel }])).at(-1)?.subject, 'coffee')
  await ada.send('PATCH', `/streams/${channel}`, {
    can_send_message_group: { new: { direct_members: [ada.id], direct_subgroups: [] } },
  })
  assert.match(await post.send(rawMail('Forbidden'), address), /^550 5\.7\.1 /)
  await ada.send('PATCH', `/streams/${channel}`, { is_private: true })
  await leaveChannel(ada.org, channel, ben)
  assert.match(await post.send(rawMail('Outside'), address), /^550 5\.7\.1 /)
  await ada.send('DELETE', `/users/${ben.id}`)
  assert.match(await post.send(rawMail('Gone'), address), /^550 5\.1\.1 /)
  assert.equal((await messagesOf(ada, [{ operator: 'channel', operand: channel }])).at(-1)?.content, 'Moved')
})

plain("reply addresses work for a month and can't be forged", async () => {
  const { ada, channel, address } = await asked()
  const [name = '', host = ''] = address.split('@')
  for (const letterOf of [/.$/, /(?<=^reply\.)./]) {
    const other = name.replace(letterOf, (one) => (one === '0' ? '1' : '0'))
    assert.match(await post.send(rawMail('x'), `${other}@${host}`), /^550 5\.1\.1 /)
  }
  assert.match(await post.send(rawMail('In time'), address.toUpperCase()), /^250 /)
  post.server.clock.advance(32 * 86_400_000)
  assert.match(await post.send(rawMail('Too late'), address), /^550 5\.1\.1 /)
  post.server.clock.release()
  assert.equal((await messagesOf(ada, inTea(channel))).length, 2)
})

plain("automatic and empty mails aren't posted as replies", async () => {
  const { ada, channel, address } = await asked()
  const counts = await post.counting(async () => {
    for (const mail of [
      await mailNamed('out-of-office'),
      await mailNamed('bounce'),
      rawMail('List', { Precedence: 'list' }),
      rawMail('Made', { 'Auto-Submitted': 'auto-generated' }),
    ])
      assert.match(await post.send(mail, address), /^250 /)
    assert.match(await post.send(rawMail('\n> Tea?\n'.slice(0, 1)), address), /^550 5\.7\.1 There is no text/)
  })
  assert.deepEqual(counts, { 'automatic reply': 1, bounce: 1, generated: 2, empty: 1 })
  assert.equal((await messagesOf(ada, inTea(channel))).length, 1)
})

plain("emails without message content can't be replied to", async () => {
  const { ada, ben } = await post.people()
  await post.pass(4_000, ben)
  await ben.send('PATCH', '/settings', { message_content_in_email_notifications: false })
  await ada.sends('Secret', ben)
  const [mail] = await post.pass(130, ben)
  assert.ok(mail)
  assert.equal(mail.headers.has('reply-to'), false)
})
