import { afterAll, assert, beforeAll, type Person, test as plain } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { getChannelEmail, resetChannelEmail, updateChannel } from '../../channels/channels/api.ts'
import { cannotAdministerChannel } from '../../channels/channels/errors.ts'
import { getHeldMessages, releaseHeldMessage } from '../../messages/messages/held-messages/api.ts'
import { createModerationRule } from '../../messages/messages/moderation-rules/api.ts'
import type { Condition, RuleAction } from '../../messages/messages/moderation-rules/wire.ts'
import { lockTopic } from '../../messages/messages/topic-locks/api.ts'
import { getMessageReports } from '../../messages/reports/api.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { restrictUser } from '../../people/restrictions/api.ts'
import { endLockdown, startLockdown } from '../../people/restrictions/lockdown/api.ts'
import { mailNamed, messagesOf, Post, rawMail, Talk } from './fixture.ts'

let post: Post
beforeAll(async () => {
  post = await Post.start({ smtpTrustedAuthservId: 'mx.front.example', maxIncomingMailMib: '30' })
})
afterAll(() => post.close())

const inChannel = (stream_id: number) => [{ operator: 'channel', operand: stream_id }]
const addressOf = async (person: Person, stream_id: number, sender_id?: number) =>
  (await person.call(getChannelEmail, { stream_id, ...(sender_id === undefined ? {} : { sender_id }) } as never)).email
const withOption = (address: string, ...options: string[]) => address.replace('@', `+${options.join('+')}@`)

async function garden() {
  const people = await post.people()
  const channel = await makeChannel(people.ada.org, 'garden', [people.ada, people.ben])
  return { ...people, channel, address: await addressOf(people.ada, channel) }
}

plain('an email to a channel becomes a message with its subject as topic', async () => {
  const { ada, channel, address } = await garden()
  assert.equal((await ada.register('realm')).initial.server_takes_mail, true)
  assert.match(await post.send(await mailNamed('plain'), address), /^250 /)
  const [message, ...more] = await messagesOf(ada, inChannel(channel))
  assert.deepEqual(more, [])
  assert.deepEqual(
    [message?.sender_full_name, message?.subject, message?.content, message?.client],
    ['Email Gateway', 'Blumen für den Hof', 'Grüße aus dem Garten.\n\nDie Rosen blühen.', 'Mail'],
  )
})

plain("a user's address posts as that user, with their current permissions", async () => {
  const { ada, ben, channel } = await garden()
  const own = await addressOf(ben, channel, ben.id)
  assert.match(await post.send(rawMail('By Ben @**all**'), own), /^250 /)
  assert.equal((await messagesOf(ada, inChannel(channel)))[0]?.sender_full_name, 'Ben')
  assert.equal((await messagesOf(ada, inChannel(channel)))[0]?.content, 'By Ben @_**all**')
  const can_send_message_group = { direct_members: [ada.id], direct_subgroups: [] }
  await ada.call(updateChannel, { stream_id: channel, can_send_message_group: { new: can_send_message_group } })
  assert.match(await post.send(rawMail('Again'), own), /^550 5\.7\.1 /)
  await ada.send('DELETE', `/users/${ben.id}`)
  assert.match(await post.send(rawMail('Gone'), own), /^550 5\.1\.1 /)
  assert.equal((await messagesOf(ada, inChannel(channel))).length, 1)
})

plain("a restricted person's mail to a channel's address is refused", async () => {
  const { ada, ben, cleo, channel, address } = await garden()
  const by = (person: Person) =>
    rawMail(`By ${person.name}`, { From: `${person.name} <${person.email.toUpperCase()}>` })
  const reason = 'Spam'
  await ada.call(restrictUser, {
    ...{ user_id: ben.id, kind: 'read_only_in', stream_ids: [channel as never], until: null, reason },
  })
  assert.match(await post.send(by(ben), address), /^550 5\.7\.1 /)
  assert.match(await post.send(by(ben), await addressOf(ada, channel, ada.id)), /^550 5\.7\.1 /)
  assert.match(await post.send(by(cleo), address), /^250 /)
  assert.deepEqual(
    (await messagesOf(ada, inChannel(channel))).map(({ content }) => content),
    ['By Cleo'],
  )
  await ada.call(restrictUser, { user_id: cleo.id, kind: 'no_direct_messages', until: null, reason })
  assert.match(await post.send(by(cleo), address), /^250 /)
  await ada.call(restrictUser, { user_id: cleo.id, kind: 'read_only', until: null, reason })
  assert.match(await post.send(by(cleo), address), /^550 5\.7\.1 /)
})

plain('limits for new members apply to their mail', async () => {
  const { ada, ben, channel, address } = await garden()
  const by = (person: Person, text: string) => rawMail(text, { From: `${person.name} <${person.email}>` })
  await ada.call(updateOrganization, { waiting_period_threshold: 3, newcomer_links_per_message: 0 })
  assert.match(await post.send(by(ben, 'https://loom.example'), address), /^550 5\.7\.1 /)
  assert.match(await post.send(by(ada, 'https://loom.example'), address), /^250 /)
  assert.match(await post.send(by(ben, 'No links'), address), /^250 /)
  await ada.call(updateOrganization, { newcomer_held_messages: 1 })
  assert.match(await post.send(by(ben, 'No links'), address), /^550 5\.7\.1 /)
  assert.deepEqual((await messagesOf(ada, inChannel(channel))).length, 2)
})

plain('email from new members is rejected during a lockdown', async () => {
  const { ada, ben, channel, address } = await garden()
  const by = (person: Person) => rawMail(`By ${person.name}`, { From: `${person.name} <${person.email}>` })
  await ada.call(startLockdown, { hours: 1 })
  assert.match(await post.send(by(ben), address), /^550 5\.7\.1 /)
  assert.match(await post.send(by(ada), address), /^250 /)
  assert.equal((await messagesOf(ada, inChannel(channel))).length, 1)
  await ada.call(endLockdown, {})
  assert.match(await post.send(by(ben), address), /^250 /)
})

plain('mail counts for slow mode, and is refused in locked topics', async () => {
  const { ada, ben, channel, address } = await garden()
  await ada.call(updateChannel, { stream_id: channel, slow_mode_seconds: 3_600 })
  assert.match(await post.send(authenticated(ben, 'First'), address), /^250 /)
  assert.match(await post.send(authenticated(ben, 'Second'), address), /^550 5\.7\.1 /)
  await ada.call(lockTopic, { stream_id: channel, topic: 'tomatoes' })
  assert.match(await post.send(await mailNamed('plain'), address), /^250 /)
  await ada.call(updateChannel, { stream_id: channel, slow_mode_seconds: 0 })
  assert.match(await post.send(rawMail('Third', { Subject: 'Tomatoes' }), address), /^550 5\.7\.1 /)
})

const pass = 'mx.front.example; spf=pass; dkim=pass; dmarc=pass'
const authenticated = (person: Person, text: string, results = pass) =>
  rawMail(text, {
    ...{ From: `${person.name} <${person.email}>`, Subject: 'Tomatoes', 'Authentication-Results': results },
  })

plain('mail that only claims to be from a member shares an interval with strangers’ mail', async () => {
  const { ada, ben, channel, address } = await garden()
  const other = await makeChannel(ada.org, 'orchard', [ada, ben])
  for (const stream_id of [channel, other]) await ada.call(updateChannel, { stream_id, slow_mode_seconds: 3_600 })
  // SPF and DKIM can pass for the forger's own domain
  const claimed = 'mx.front.example; spf=pass; dkim=pass; dmarc=none'
  assert.match(await post.send(authenticated(ben, 'Not by Ben', claimed), address), /^250 /)
  await ben.sends('By Ben', { channel, topic: 'tomatoes' })
  const elsewhere = 'mx.other.example; dmarc=pass'
  for (const mail of [
    authenticated(ben, 'Again', claimed),
    // moderators don't wait, so their addresses are worth forging
    authenticated(ada, 'Not by Ada', claimed),
    authenticated(ada, 'Not by Ada', elsewhere),
    rawMail('By a stranger'),
  ])
    assert.match(await post.send(mail, address), /^550 5\.7\.1 /)
  assert.match(await post.send(authenticated(ada, 'By Ada'), address), /^250 /)
  assert.match(await post.send(rawMail('By a stranger'), await addressOf(ada, other)), /^250 /)
})

plain('address options show the sender, keep signatures and quotes, and prefer HTML', async () => {
  const { ada, channel, address } = await garden()
  const last = async () => (await messagesOf(ada, inChannel(channel))).at(-1)?.content ?? ''
  await post.send(await mailNamed('plain'), withOption(address, 'show-sender', 'include-footer'))
  assert.match(await last(), /^\*\*From: Grace Hopper <grace@outside\.example>\*\*\n\nGrüße[\s\S]*\+49 30 1234567$/)
  await post.send(await mailNamed('gmail-reply-en'), address.replace('@', '.include-quotes.prefer-html@'))
  assert.match(await last(), /^Yes, at five o'clock\. I bring \*\*scones\*\*\.[\s\S]*> Tea\?/)
})

plain('HTML mails, invitations, and forwarded mails become readable messages', async () => {
  const { ada, channel, address } = await garden()
  for (const name of ['html', 'invitation', 'forwarded-gmail', 'forwarded-outlook-de'])
    assert.match(await post.send(await mailNamed(name), address), /^250 /, name)
  const [html, invitation, gmail, outlook] = await messagesOf(ada, inChannel(channel))
  assert.match(html?.content ?? '', /^## Harvest\n\nThis week we have \*\*loquats\*\*/)
  assert.match(
    invitation?.content ?? '',
    /^📅 \*\*Planting day, with tea\*\*\nWhen: <time:2026-12-01T08:00:00Z> – <time:2026-12-01T10:30:00Z>\nWhere: Orchard; north gate\n\nYou are invited to plant trees\.\n\n\[invite\.ics\]\(\/user_uploads\//,
  )
  assert.deepEqual([gmail?.subject, outlook?.subject], ['Delivery on Tuesday', 'Lieferung am Dienstag'])
  assert.match(outlook?.content ?? '', /um acht\.$/)
})

plain('missing subjects and texts get defaults, and long ones are cut', async () => {
  const { ada, channel, address } = await garden()
  await post.send(rawMail('', { Subject: 'Re:' }), address)
  await post.send(rawMail('x'.repeat(12_000).replace(/.{900}/g, '$&\n'), { Subject: 'Long '.repeat(30) }), address)
  const [empty, long] = await messagesOf(ada, inChannel(channel))
  assert.deepEqual([empty?.subject, empty?.content], ['(no topic)', '(no text)'])
  assert.match(long?.subject ?? '', /^Long .*…$/)
  assert.match(long?.content ?? '', /\[message truncated\]$/)
})

plain("the channel's readers can fetch attachments", async () => {
  const { ada, ben, channel, address } = await garden()
  const bytes = Buffer.alloc(10 * 2 ** 20, 'loquat ')
  const lines = bytes.toString('base64').replace(/.{76}/g, '$&\r\n')
  const part = (name: string) =>
    `--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}\r\n`
  const mail = rawMail(`--b\r\nContent-Type: text/plain\r\n\r\nPlans\r\n${part('one.bin')}${part('two.bin')}--b--`, {
    'Content-Type': 'multipart/mixed; boundary=b',
  })
  assert.match(await post.send(mail, address), /^250 /)
  const [message] = await messagesOf(ben, inChannel(channel))
  const links = [...(message?.content ?? '').matchAll(/\[(\w+\.bin)\]\(\/user_uploads\/([^)]+)\)/g)]
  assert.deepEqual(
    links.map(([, name]) => name),
    ['one.bin', 'two.bin'],
  )
  for (const [, , path] of links) assert.ok(String((await ben.send('GET', `/user_uploads/${path}`)).url).length > 0)
  await ada.refusedRaw('GET', `/user_uploads/${links[0]?.[2]}x`)
})

plain('a repeated mail posts once, and one to two channels posts in each', async () => {
  const { ada, channel, address } = await garden()
  const other = await makeChannel(ada.org, 'orchard', [ada])
  const mail = rawMail('Once')
  const counts = await post.counting(async () => {
    await post.send(mail, [address, await addressOf(ada, other)])
    assert.match(await post.send(`Received: by elsewhere\r\n${mail}`, address), /^250 /)
  })
  assert.deepEqual(counts, { message: 2, repeated: 1 })
  for (const one of [channel, other]) assert.equal((await messagesOf(ada, inChannel(one))).length, 1)
})

plain("unknown addresses are refused alike, before the mail's content", async () => {
  const { ada, channel, address } = await garden()
  const talk = await Talk.open(post.port)
  await talk.say('MAIL FROM:<grace@outside.example>')
  const [name = '', host = ''] = address.split('@')
  const answers: string[] = []
  const archived = await makeChannel(ada.org, 'old', [ada])
  const old = await addressOf(ada, archived)
  await ada.send('DELETE', `/streams/${archived}`)
  const other = name.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  for (const to of [`nobody@${host}`, `${other}@${host}`, old, `${name}@elsewhere.example`, `ada@${host}`])
    answers.push(await talk.say(`RCPT TO:<${to}>`))
  assert.deepEqual(
    answers,
    answers.map(() => '550 5.1.1 Unknown address'),
  )
  for (let number = answers.length; number < 10; number++) await talk.say(`RCPT TO:<x${number}@${host}>`)
  assert.match(await talk.say(`RCPT TO:<${address}>`), /^421 /)
  talk.close()
  assert.deepEqual(await messagesOf(ada, inChannel(channel)), [])
})

plain('regenerating an address revokes earlier ones and notifies clients', async () => {
  const { ada, ben, channel, address } = await garden()
  const watch = await ben.register('channel_email')
  const own = await addressOf(ben, channel, ben.id)
  await ben.refused(resetChannelEmail, { stream_id: channel }, cannotAdministerChannel)
  await ada.call(resetChannelEmail, { stream_id: channel })
  assert.deepEqual(await watch.of('channel_email'), [{ type: 'channel_email', op: 'reset', stream_id: channel }])
  for (const old of [address, own]) assert.match(await post.send(rawMail('Late'), old), /^550 5\.1\.1 /)
  assert.match(await post.send(rawMail('New'), await addressOf(ada, channel)), /^250 /)
  assert.equal((await messagesOf(ada, inChannel(channel))).length, 1)
})

plain('bounces, auto-replies, and mail loops are dropped silently and counted', async () => {
  const { ada, channel, address } = await garden()
  const host = address.split('@')[1] as string
  const counts = await post.counting(async () => {
    for (const mail of [
      await mailNamed('bounce'),
      await mailNamed('out-of-office'),
      rawMail('Loop', { 'X-Loop': host }),
      `${'Received: by somebody\r\n'.repeat(60)}${rawMail('Round and round')}`,
    ])
      assert.match(await post.send(mail, address), /^250 /)
    assert.match(await post.send(rawMail('Null sender'), address, ''), /^250 /)
    assert.match(await post.send(await mailNamed('bounce'), 'chat@loquat.example', ''), /^250 /)
  })
  assert.deepEqual(counts, { bounce: 3, 'automatic reply': 1, loop: 2 })
  assert.match(await post.send(rawMail('To nobody'), 'chat@loquat.example'), /^550 5\.1\.1 /)
  assert.deepEqual(await messagesOf(ada, inChannel(channel)), [])
  // a program's mail is fine in a channel
  assert.match(await post.send(rawMail('Disk full', { 'Auto-Submitted': 'auto-generated' }), address), /^250 /)
  assert.equal((await messagesOf(ada, inChannel(channel))).length, 1)
})

plain("mail the front server marks as forged is refused; other servers' marks are ignored", async () => {
  const { ada, channel, address } = await garden()
  const checked = (server: string, results: string) =>
    rawMail('Hello', { 'Authentication-Results': `${server}; ${results}` })
  assert.match(await post.send(checked('mx.front.example', 'spf=fail; dkim=none'), address), /^550 5\.7\.1 The sender/)
  assert.match(await post.send(checked('mx.front.example', 'dmarc=fail'), address), /^550 /)
  assert.match(await post.send(checked('mx.front.example', 'spf=fail; dkim=pass'), address), /^250 /)
  assert.match(await post.send(checked('mx.other.example', 'dmarc=fail'), address), /^250 /)
  assert.equal((await messagesOf(ada, inChannel(channel))).length, 2)
})

plain('oversized and malformed mails are refused and leave nothing', async () => {
  const { ada, channel, address } = await garden()
  const talk = await Talk.open(post.port)
  assert.match(await talk.say(`MAIL FROM:<grace@outside.example> SIZE=${40 * 2 ** 20}`), /^552 /)
  const long = `${'x'.repeat(998)}\r\n`.repeat(33_000)
  assert.match(await talk.send(rawMail(long), { to: [address] }), /^552 5\.3\.4 /)
  const nested = Array.from(
    { length: 100 },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  )
  assert.match(await talk.send(nested.join(''), { to: [address] }), /^550 5\.6\.0 /)
  talk.close()
  assert.deepEqual(await messagesOf(ada, inChannel(channel)), [])
  assert.deepEqual((await ada.send('GET', '/attachments')).attachments, [])
})

plain('too many mails from a sender or to a channel are deferred', async () => {
  const own = await Post.start({ senderMailsPerHour: '2', channelMailsPerHour: '3' })
  const { ada } = await own.people()
  const [one, other] = [await makeChannel(ada.org, 'one', [ada]), await makeChannel(ada.org, 'other', [ada])]
  const [first, second] = [await addressOf(ada, one), await addressOf(ada, other)]
  for (const to of [first, second]) assert.match(await own.send(rawMail('x'), to, 'a@outside.example'), /^250 /)
  assert.match(await own.send(rawMail('x'), first, 'A@outside.example'), /^451 4\.7\.1 /)
  for (const from of ['b', 'c']) assert.match(await own.send(rawMail('x'), first, `${from}@outside.example`), /^250 /)
  assert.match(await own.send(rawMail('x'), first, 'd@outside.example'), /^451 /)
  assert.equal((await messagesOf(ada, inChannel(one))).length, 3)
  await own.close()
})

plain('mail is acknowledged after the commit, or deferred if it fails', async () => {
  const { ada, channel, address } = await garden()
  const mail = rawMail('Later')
  const { db } = ada.org
  const { session } = db
  db.session = () => Promise.reject(new Error('the database is away'))
  try {
    assert.match(await post.send(mail, address), /^451 4\.3\.0 /)
  } finally {
    db.session = session
  }
  assert.match(await post.send(mail, address), /^250 /)
  assert.equal((await messagesOf(ada, inChannel(channel))).length, 1)
})

plain('moderation rules drop email from outside or hold it for moderators', async () => {
  const { ada, channel, address } = await garden()
  const addRule = (condition: Condition, action: RuleAction) =>
    ada.call(createModerationRule, { name: 'No spam', applies_to: 'new_members', action, condition })
  await ada.call(updateOrganization, { waiting_period_threshold: 3 })
  await addRule({ kind: 'words', words: ['casino'] }, 'refuse')
  await addRule({ kind: 'links', mode: 'never', domains: ['seeds.example'] }, 'hold')
  await addRule({ kind: 'flood', messages: 1, seconds: 600 }, 'refuse')
  await addRule({ kind: 'words', words: ['weeds'] }, 'restrict')
  await addRule({ kind: 'words', words: ['slugs'] }, 'report')
  const by = (text: string, From = 'Sam <sam@elsewhere.example>', results = 'x') =>
    rawMail(text, { From, 'Authentication-Results': results })
  assert.match(await post.send(by('Our CASINO is open'), address), /^250 /)
  assert.match(await post.send(by('Buy at https://seeds.example'), address), /^250 /)
  assert.match(await post.send(by('Buy at https://seeds.example'), address), /^250 /)
  assert.match(await post.send(by('Roses'), address), /^250 /)
  assert.match(await post.send(by('Tulips'), address), /^250 /)
  assert.match(await post.send(by('Weeds'), address), /^250 /)
  assert.match(await post.send(by('Slugs'), address), /^250 /)
  // anyone can claim to be Ada
  const byAda = `Ada <${ada.email}>`
  assert.match(await post.send(by('A casino', byAda), address), /^250 /)
  assert.match(await post.send(by('No casino', byAda, 'mx.front.example; dmarc=pass'), address), /^250 /)
  const shown = async () => (await messagesOf(ada, inChannel(channel))).map(({ content }) => content)
  assert.deepEqual(await shown(), ['Roses', 'Tulips', 'Slugs', 'No casino'])
  const { reports } = await ada.call(getMessageReports, {})
  assert.deepEqual(
    reports.map(({ content, rule_name }) => [content, rule_name]),
    [['Slugs', 'No spam']],
  )
  const [held, ...more] = (await ada.call(getHeldMessages)).held_messages
  assert.deepEqual([held?.content, more], ['Buy at https://seeds.example', []])
  await ada.call(updateChannel, {
    ...{ stream_id: channel, can_send_message_group: { new: { direct_members: [ada.id], direct_subgroups: [] } } },
  })
  await ada.call(releaseHeldMessage, { held_id: held?.id as number })
  const [released] = (await messagesOf(ada, inChannel(channel))).slice(-1)
  assert.deepEqual([released?.sender_full_name, released?.content], ['Email Gateway', 'Buy at https://seeds.example'])
})
