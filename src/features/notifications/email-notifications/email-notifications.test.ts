import { afterAll, assert, beforeAll, test as plain } from '#test'
import { joinChannel, leaveChannel, makeChannel } from '../../../../test/harness/channel.ts'
import { policies } from '../../channels/user-topics/api.ts'
import { automaticAlwaysNever } from '../../people/user-settings/settings.ts'
import { Mailing } from './fixture.ts'

let mailing: Mailing
beforeAll(async () => {
  mailing = await Mailing.start()
})
afterAll(() => mailing.close())

plain('missed messages come in one email per conversation after the delay', async () => {
  const { ada, ben, cleo } = await mailing.people()
  const garden = await makeChannel(ada.org, 'gärten & <b>', [ada, ben, cleo])
  // other tests have created organizations
  for (const one of [ada, ben])
    await one.send('PATCH', '/settings', { realm_name_in_email_notifications_policy: automaticAlwaysNever.never })
  const first = await ada.sends(`@**${ben.name}** look: [here](/#narrow/x) :tea:`, { channel: garden, topic: 'tea' })
  await cleo.sends(`@**${ben.name}** <script>alert(1)</script>`, { channel: garden, topic: 'tea' })
  await cleo.sends('Group **talk**', [ada, ben])
  await ada.sends('Only for you', ben)
  assert.deepEqual(await mailing.pass(119), [])
  await ada.sends('One more', ben)
  const mails = await mailing.pass(1)
  assert.deepEqual(mails.map(({ to, headers }) => [to[0], headers.get('subject')]).sort(), [
    // starting a topic follows it
    [ada.email, 'Cléo 王 & Co in #gärten & <b> > tea'],
    [ada.email, 'Direct messages with Ben and Cléo 王 & Co'],
    [ben.email, 'Ada and Cléo 王 & Co in #gärten & <b> > tea'],
    [ben.email, 'Direct messages with Ada'],
    [ben.email, 'Direct messages with Ada and Cléo 王 & Co'],
  ])
  const inChannel = mails.find(({ headers }) => headers.get('subject')?.startsWith('Ada and'))
  assert.ok(inChannel)
  assert.match(inChannel.raw, /Content-Id: <logo@loquat>/i)
  assert.match(inChannel.html, /<img src="cid:logo@loquat"/)
  const url = `http://${ada.email.split('@')[1]?.replace('.example', '')}.loquat.test`
  assert.match(inChannel.html, new RegExp(`<a href="${url}/#narrow/x">here</a> 🍵`))
  assert.match(inChannel.html, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/)
  assert.ok(inChannel.text.includes(`\nAda:\n@Ben look: here 🍵\n\nCléo 王 & Co:\n@Ben <script>alert(1)</script>\n`))
  assert.ok(inChannel.text.includes(`${url}/#narrow/channel/${garden}-`))
  assert.ok(inChannel.text.includes(`/topic/tea/near/${first}\n`))
  assert.ok(inChannel.text.includes('because you were mentioned'))
  const direct = mails.find(({ to, headers }) => to[0] === ben.email && headers.get('subject')?.endsWith('with Ada'))
  assert.ok(direct?.text.includes('Ada:\nOnly for you\n\nOne more\n'))
  assert.match(direct?.headers.get('from') ?? '', /^"?Ada via Analytical Engine Society"? <chat@loquat\.example>$/)
  assert.deepEqual(await mailing.pass(10_000), [])
})

plain('messages in a right-to-left email keep their own direction', async () => {
  const { ada, ben } = await mailing.people()
  await ben.send('PATCH', '/settings', { default_language: 'ar' })
  const garden = await makeChannel(ada.org, 'garden', [ada, ben])
  await ada.sends(`@**${ben.name}** Tea?`, { channel: garden, topic: 'tea' })
  const [mail] = await mailing.pass(120, ben)
  assert.match(mail?.html ?? '', /<html lang="ar" dir="rtl">/)
  assert.match(mail?.html ?? '', /<span dir="auto">#garden &gt; tea<\/span>/)
  assert.match(
    mail?.html ?? '',
    /<span dir="auto">Ada<\/span><\/strong><div class="words" dir="auto"><p>.*Tea\?<\/p><\/div>/,
  )
})

plain('emails of one conversation are threaded, each with its own ID', async () => {
  const { ada, ben } = await mailing.people()
  await ada.sends('First', ben)
  const [one] = await mailing.pass(120)
  await ada.sends('Second', ben)
  const [two] = await mailing.pass(120)
  assert.ok(one && two)
  assert.notEqual(one.headers.get('message-id'), two.headers.get('message-id'))
  assert.match(one.headers.get('references') ?? '', /^<thread\.[0-9a-f]{32}@loquat\.example>$/)
  for (const name of ['references', 'in-reply-to', 'subject'])
    assert.equal(one.headers.get(name), two.headers.get(name), name)
  assert.deepEqual([two.text.includes('First'), two.text.includes('Second')], [false, true])
})

plain('of very many messages, the first are quoted and the rest counted', async () => {
  const { ada, ben } = await mailing.people()
  await ben.send('PATCH', '/settings', { realm_name_in_email_notifications_policy: automaticAlwaysNever.always })
  for (let number = 0; number < 53; number++) await ada.sends(`number-${number};`, ben)
  const [mail, ...more] = await mailing.pass(120)
  assert.equal(more.length, 0)
  assert.equal(mail?.headers.get('subject'), 'Direct messages with Ada [Analytical Engine Society]')
  assert.equal(mail.text.match(/number-\d+;/g)?.length, 50)
  assert.ok(mail.text.includes('And 3 more.') && mail.html.includes('And 3 more.'))
})

plain("times are in the user's time zone", async () => {
  const { ada, ben, cleo } = await mailing.people()
  await ben.send('PATCH', '/settings', { email_notifications_batching_period_seconds: 3600 })
  await ada.sends('Tea?', [ben, cleo])
  assert.deepEqual(
    (await mailing.pass(3599)).map(({ to }) => to[0]),
    [cleo.email],
  )
  assert.deepEqual(
    (await mailing.pass(1)).map(({ to }) => to[0]),
    [ben.email],
  )
})

plain("messages read, deleted, or no longer mentioning the user aren't emailed", async () => {
  const { ada, ben, cleo } = await mailing.people()
  const garden = await makeChannel(ada.org, 'garden', [ada, ben, cleo])
  const read = await ada.sends(`@**${ben.name}** read`, { channel: garden, topic: 'read' })
  const deleted = await ada.sends(`@**${ben.name}** deleted`, { channel: garden, topic: 'deleted' })
  const edited = await ada.sends(`@**${ben.name}** edited`, { channel: garden, topic: 'edited' })
  await ben.send('POST', '/messages/flags', { messages: [read], op: 'add', flag: 'read' })
  await ada.send('DELETE', `/messages/${deleted}`)
  await ada.send('PATCH', `/messages/${edited}`, { content: `@**${cleo.name}** instead` })
  assert.deepEqual(
    (await mailing.pass(300)).map(({ to, text }) => [to[0], /instead/.test(text)]),
    [[cleo.email, true]],
  )
})

plain('users who lost access to a message get no email about it', async () => {
  const { ada, ben, cleo } = await mailing.people()
  const vault = await makeChannel(ada.org, 'vault', [ada, ben, cleo], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  await ada.sends(`@**${ben.name}** @**${cleo.name}** a secret`, { channel: vault, topic: 'tea' })
  await leaveChannel(ada.org, vault, cleo)
  await ada.send('DELETE', `/users/${ben.id}`)
  await joinChannel(ada.org, vault, cleo, ada)
  assert.deepEqual(await mailing.pass(300), [])
})

plain('users who turned off email, muted, or are active get no email', async () => {
  const { society, ada, ben, cleo } = await mailing.people()
  const [dora, emil] = [await society.join('Dora'), await society.join('Emil')]
  await mailing.pass(3600)
  const garden = await makeChannel(ada.org, 'garden', [ada, ben, cleo, dora, emil])
  await mailing.pass(3600)
  await ben.send('POST', `/users/me/muted_users/${ada.id}`)
  await cleo.send('POST', '/user_topics', { stream_id: garden, topic: 'tea', visibility_policy: policies.muted })
  await dora.send('POST', '/users/me/presence', { status: 'active' })
  await ada.sends('@**all** come', { channel: garden, topic: 'tea' })
  await emil.send('PATCH', '/settings', { enable_offline_email_notifications: false })
  assert.deepEqual(await mailing.pass(300), [])
})

plain('emails about wildcards, followed topics, groups, and chosen channels say why', async () => {
  const { ada, ben, cleo } = await mailing.people()
  const garden = await makeChannel(ada.org, 'garden', [ada, ben, cleo])
  const reasons = async () =>
    Object.fromEntries(
      (await mailing.pass(300)).map(({ to, text }) => [to[0], /because (.*)\.\n/.exec(text)?.[1] ?? text]),
    )
  await ada.sends('@**all** come', { channel: garden, topic: 'tea' })
  const everyone = 'everyone in the channel was mentioned'
  assert.deepEqual(await reasons(), { [ben.email]: everyone, [cleo.email]: everyone })

  await ben.send('POST', '/user_topics', { stream_id: garden, topic: 'roses', visibility_policy: policies.followed })
  await cleo.send('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: garden, property: 'email_notifications', value: true }],
  })
  await ada.sends('They bloom', { channel: garden, topic: 'roses' })
  assert.deepEqual(await reasons(), {
    [ben.email]: 'you follow the topic',
    [cleo.email]: 'email notifications are on for the channel',
  })

  await ada.send('POST', '/user_groups/create', { name: 'gardeners', description: '', members: [ben.id, cleo.id] })
  await ada.sends('@*gardeners* hello', { channel: garden, topic: 'new' })
  const group = '@gardeners was mentioned'
  assert.deepEqual(await reasons(), { [ben.email]: group, [cleo.email]: group })

  await ada.sends('Nobody in particular', { channel: garden, topic: 'quiet' })
  assert.deepEqual(await reasons(), { [cleo.email]: 'email notifications are on for the channel' })
})

plain('organizations and users can keep message content out of email', async () => {
  const { ada, ben, cleo } = await mailing.people()
  const secret = 'XYZZY'
  await ben.send('PATCH', '/settings', { message_content_in_email_notifications: false })
  await cleo.send('PATCH', '/settings', { realm_name_in_email_notifications_policy: automaticAlwaysNever.always })
  await ada.sends(secret, ben)
  await ada.sends(secret, cleo)
  const mails = await mailing.pass(120)
  assert.deepEqual(
    mails.map(({ to, raw, text, html }) => [to[0], /XYZZY|\bAda\b/.test(raw + text + html)]).sort(),
    [
      [ben.email, false],
      [cleo.email, true],
    ].sort(),
  )
  await ada.send('PATCH', '/realm', { message_content_allowed_in_email_notifications: false })
  await ada.sends(secret, cleo)
  await ada.sends(secret, cleo)
  const [hidden] = await mailing.pass(120)
  assert.ok(hidden)
  assert.equal(hidden.headers.get('subject'), 'New messages [Analytical Engine Society]')
  assert.ok(!/XYZZY|\bAda\b/.test(hidden.raw + hidden.text + hidden.html))
  assert.match(hidden.text, /You have 2 new messages/)
})

plain("refused emails are retried, and the log doesn't reveal their content", async () => {
  const { ada, ben } = await mailing.people()
  await ada.sends('XYZZY', ben)
  mailing.server.clock.advance(120_000)
  const { timer } = mailing.server.runtime
  await timer.wake()
  mailing.smtp.refusals = [451]
  const problem = await timer.wake().then(
    () => assert.fail('nobody was told'),
    (error: Error) => error,
  )
  assert.ok(!`${problem.message} ${problem.stack}`.includes('XYZZY'))
  assert.ok(!`${problem.message} ${problem.stack} ${(problem.cause as Error).message}`.includes(ben.email))
  const mails = await mailing.pass(120)
  assert.deepEqual(
    mails.map(({ text }) => /XYZZY/.test(text)),
    [true],
  )
  assert.deepEqual(await mailing.pass(3600), [])
})

plain('a slow mail server delays only emails', async () => {
  const { ada, ben, cleo } = await mailing.people()
  await ada.sends('First', ben)
  const { timer } = mailing.server.runtime
  const { reached, release } = mailing.smtp.holdBack()
  try {
    mailing.server.clock.advance(120_000)
    const handing = (async () => {
      await timer.wake()
      await timer.wake()
    })()
    await reached
    for (let number = 0; number < 5; number++) await ada.sends(`Meanwhile ${number}`, cleo)
    assert.deepEqual(mailing.smtp.mails, [])
    release()
    await handing
  } finally {
    release()
  }
  assert.deepEqual(
    mailing.smtp.mails.map(({ to }) => to[0]),
    [ben.email],
  )
  assert.equal((await mailing.pass(120)).length, 1)
})

plain('emailing many people takes as many statements as one', async () => {
  const { ada, ben, cleo } = await mailing.people()
  const garden = await makeChannel(ada.org, 'garden', [ada, ben, cleo])
  const { db } = ada.org
  const { session } = db
  let asked = 0
  db.session = (before) =>
    session.call(db, (statement) => {
      asked++
      return before?.(statement)
    })
  try {
    await ada.sends('warm', { channel: garden, topic: 'tea' })
    asked = 0
    await ada.sends(`@**${ben.name}**`, { channel: garden, topic: 'tea' })
    const forOne = asked
    asked = 0
    await ada.sends('@**all**', { channel: garden, topic: 'tea' })
    assert.ok(asked <= forOne + 1, `${asked} statements instead of ${forOne}`)
  } finally {
    db.session = session
  }
  await mailing.pass(300)
})
