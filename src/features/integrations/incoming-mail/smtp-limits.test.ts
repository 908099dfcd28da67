import { afterAll, assert, beforeAll, test as plain } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { getChannelEmail } from '../../channels/channels/api.ts'
import { messagesOf, Post, rawMail, Talk } from './fixture.ts'

const perAddress = 3
let post: Post
let hasty: Post
beforeAll(async () => {
  post = await Post.start({ smtpConnectionsPerAddress: `${perAddress}` })
  hasty = await Post.start({}, undefined, { beforeDataMs: 500, mailMs: 500 })
})
afterAll(async () => {
  await post.close()
  await hasty.close()
})

async function garden(of: Post) {
  const { ada } = await of.people()
  const channel = await makeChannel(ada.org, 'garden', [ada])
  const { email } = await ada.call(getChannelEmail, { stream_id: channel })
  return { ada, channel, email }
}

const isOver = (talk: Talk): Promise<boolean> => Promise.race([talk.ended.then(() => true), nextTick()])
const nextTick = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 5))

plain('idle connections from one address leave other senders unaffected', async () => {
  const { ada, channel, email } = await garden(post)
  const idle = await Promise.all(Array.from({ length: perAddress }, () => Talk.open(post.port, '127.0.0.2')))
  for (let attempt = 0; attempt < 3; attempt++)
    assert.match(await Talk.greeting(post.port, '127.0.0.2'), /^421 4\.7\.0 Too many connections/)
  const other = await Talk.open(post.port, '127.0.0.3')
  assert.match(await other.send(rawMail('While they idle'), { to: [email] }), /^250 /)
  const [message] = await messagesOf(ada, [{ operator: 'channel', operand: channel }])
  assert.equal(message?.content, 'While they idle')
  other.close()
  for (const talk of idle) talk.close()
  await Promise.all(idle.map((talk) => talk.ended))
  while (/^421/.test(await Talk.greeting(post.port, '127.0.0.2')));
})

plain('a client that talks without sending mail is disconnected', async () => {
  const talk = await Talk.open(hasty.port)
  let answer = '250 '
  while (answer.startsWith('250 ')) {
    answer = await talk.say('MAIL FROM:<grace@outside.example>')
    if (answer.startsWith('250 ')) answer = await talk.say('RSET')
  }
  assert.match(answer, /^421 4\.4\.2 /)
  talk.close()
})

plain('a client that sends one byte at a time is disconnected before any command', async () => {
  const talk = await Talk.open(hasty.port)
  const answer = talk.answer()
  while (!(await isOver(talk)) && talk.isOpen) talk.write('N')
  assert.match(await answer, /^421 4\.4\.2 /)
  talk.close()
})

plain('a mail that arrives a line at a time is cut off and posts nothing', async () => {
  const { ada, channel, email } = await garden(hasty)
  const talk = await Talk.open(hasty.port)
  for (const line of ['MAIL FROM:<grace@outside.example>', `RCPT TO:<${email}>`, 'DATA'])
    assert.match(await talk.say(line), /^[23]/)
  const answer = talk.answer()
  talk.write('Subject: slow\r\n\r\n')
  while (!(await isOver(talk)) && talk.isOpen) talk.write('roses\r\n')
  assert.match(await answer, /^421 4\.4\.2 /)
  talk.close()
  await talk.ended
  assert.match(await hasty.send(rawMail('Swift'), email), /^250 /)
  const messages = await messagesOf(ada, [{ operator: 'channel', operand: channel }])
  assert.deepEqual(
    messages.map(({ content }) => content),
    ['Swift'],
  )
})
