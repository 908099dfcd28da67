import { roles } from '#contract'
import { assert, type Person, test } from '#test'
import { getMessageHistory } from '../../messages/messages/api/edit.ts'
import { createUser } from '../../people/users/actions/index.ts'
import { deactivateUser } from '../../people/users/api.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { claimed, readable, takeIn } from './fixture.ts'
import { at, channel, member, message, person, received, smallExport } from './sources/zulip/fixture.ts'

/** First words of the messages of the archive that the person can read, without notices of this server. */
const contents = async (who: Person) =>
  (await readable(who))
    .filter(({ timestamp }) => timestamp < at('2022-01-01T00:00:00Z'))
    .map(({ content }) => content.split(/[ ,]/)[0])

test('messages keep their times, authors, edits, reactions, and names', async ({ server, society }) => {
  const { outcome } = await takeIn(server, society.org, smallExport())
  assert.deepEqual([outcome.written, outcome.lost], [9, {}])
  const ben = await claimed(society, 'ben@old.example', 'Benjamin')
  const messages = await readable(ben)
  const thanks = messages.find(({ content }) => content.startsWith('Thanks'))
  assert.ok(thanks)
  assert.equal(thanks.sender_full_name, 'Benjamin')
  assert.equal(thanks.timestamp, at('2021-05-01T00:00:00Z') + 2)
  assert.equal(thanks.last_edit_timestamp, at('2021-05-02T00:00:00Z'))
  const welcome = messages.find(({ content }) => content === 'Welcome **all**')
  assert.deepEqual(
    welcome?.reactions.map(({ emoji_name }) => emoji_name),
    ['octopus'],
  )
  const ada = society.org.get(peopleCache).withDeliveryEmail('ada@old.example')
  assert.match(thanks.content, new RegExp(`^Thanks @\\*\\*Ada\\|${ada?.id}\\*\\* and @\\*pilots\\*`))
  assert.ok(thanks.content.includes(`/near/${welcome?.id})`), thanks.content)
  const { message_history } = await ben.call(getMessageHistory, { message_id: thanks.id })
  assert.deepEqual(
    message_history.map(({ content }) => content),
    ['Thanks', thanks.content],
  )
  const between = messages.find(({ content }) => content === 'Between us')
  assert.deepEqual(((between?.display_recipient ?? []) as { full_name: string }[]).map((one) => one.full_name).sort(), [
    'Ada',
    'Benjamin',
  ])
})

test('everything is read except messages that are unread in the archive', async ({ server, society }) => {
  await takeIn(server, society.org, smallExport())
  const ben = await claimed(society, 'ben@old.example', 'Ben')
  const unread = (await readable(ben)).filter(({ flags }) => !flags.includes('read')).map(({ content }) => content)
  assert.deepEqual(
    unread.filter((content) => !content.startsWith('Welcome to')),
    ['A secret'],
  )
  const old = await claimed(society, 'ada@old.example', 'Old Ada')
  const starred = (await readable(old)).filter(({ flags }) => flags.includes('starred'))
  assert.deepEqual(
    starred.map(({ content }) => content),
    ['A secret'],
  )
})

test('private channels, protected history, and direct messages stay readable to the same people', async ({
  server,
  society,
  ada,
}) => {
  await takeIn(server, society.org, smallExport())
  const everyone = ['Welcome', 'Thanks', 'Something']
  // an owner of this organization who isn't in the archive
  assert.deepEqual(await contents(ada), everyone)
  const old = await claimed(society, 'ada@old.example', 'Old Ada')
  assert.deepEqual(await contents(old), [
    ...['Welcome', 'Thanks', 'A', 'Before', 'After', 'Between', 'For', 'Something'],
  ])
  const ben = await claimed(society, 'ben@old.example', 'Ben')
  assert.deepEqual(await contents(ben), ['Welcome', 'Thanks', 'A', 'After', 'Between', 'For', 'Something'])
  const gus = await claimed(society, 'gus@old.example', 'Gus')
  assert.deepEqual(await contents(gus), [...everyone, 'Note'])
  const newcomer = await society.join('Dora')
  assert.deepEqual(await contents(newcomer), everyone)
})

test('an invited person claims the imported account, and clients agree with the server', async ({
  server,
  society,
  ada,
}) => {
  await takeIn(server, society.org, smallExport())
  const watch = await ada.register('realm_user', 'user_group', 'subscription', 'stream', 'message')
  const gus = await claimed(society, 'gus@old.example', 'Gus')
  await watch.agreesWithFreshRegister()
  const account = society.org.get(peopleCache).byId.get(gus.id)
  assert.deepEqual([account?.isActive, account?.isUnclaimed], [true, false])
  // the role is that of the invitation: member
  assert.equal(account?.role, roles.member)
  await ada.call(deactivateUser, { user_id: gus.id })
  await ada.refusedRaw('POST', '/invites', { invitee_emails: 'gus@old.example', stream_ids: [] })
  // only an administrator can reactivate someone deactivated in the archive
  await ada.refusedRaw('POST', '/invites', { invitee_emails: 'cleo@old.example', stream_ids: [] })
})

test('existing people are matched by address, without reactivation or more permissions', async ({
  server,
  society,
  ada,
}) => {
  const { org } = society
  const make = (email: string, full_name: string) =>
    org.transact(null, (mutation) => createUser(mutation, { email, full_name, role: roles.guest }))
  const known = await make('ADA@old.example', 'Someone')
  const gone = await make('ben@old.example', 'Gone')
  await ada.call(deactivateUser, { user_id: gone.id })
  const { outcome } = await takeIn(server, org, smallExport(), { grantRoles: true })
  assert.equal(outcome.counts['people with an existing account'], 2)
  const people = org.get(peopleCache)
  assert.deepEqual(
    [known, gone].map(({ id }) => people.byId.get(id)).map((one) => [one?.role, one?.isActive, one?.fullName]),
    [
      [roles.guest, true, 'Someone'],
      [roles.guest, false, 'Gone'],
    ],
  )
  assert.equal(people.named('Gus')[0]?.role, roles.guest)
  assert.equal(people.all().filter(({ role, isActive }) => role === roles.owner && isActive).length, 1)
})

test('a dry run writes nothing and reports the same as the import', async ({ server, society, ada }) => {
  const before = (await readable(ada)).length
  const people = society.org.get(peopleCache).byId.size
  const dry = await takeIn(server, society.org, smallExport(), { isDryRun: true })
  assert.deepEqual([(await readable(ada)).length, society.org.get(peopleCache).byId.size], [before, people])
  const real = await takeIn(server, society.org, smallExport())
  const body = (report: string) => report.split('\n').slice(1).join('\n')
  assert.equal(body(dry.report), body(real.report))
  assert.match(real.report, /changed: Channel names: general → general 2/)
})

test('a later archive of the same organization adds what is new', async ({ server, society, ada }) => {
  const parts = smallExport()
  await takeIn(server, society.org, parts)
  const [first] = parts.messages
  first?.zerver_message?.push(message(10, 2, 101, 'Newer'))
  const { outcome } = await takeIn(server, society.org, parts)
  assert.deepEqual([outcome.written, outcome.counts['messages imported before']], [1, 9])
  assert.deepEqual(await contents(ada), ['Welcome', 'Thanks', 'Something', 'Newer'])
  const { streams } = (await ada.send('GET', '/streams', { include_all: true })) as { streams: { name: string }[] }
  assert.deepEqual(streams.map(({ name }) => name).sort(), ['board', 'general', 'general 2', 'secret'])
})

test('broken and absurd records are reported, and the rest is imported', async ({ server, society, ada }) => {
  const parts = smallExport()
  const { realm, messages } = parts
  realm.zerver_userprofile?.push(
    { id: 'x' },
    person(6, '  @**Eve**\u202e`|12 ', { delivery_email: 'no address' }),
    person(7, 'x'.repeat(300), { delivery_email: 'ben@old.example' }),
  )
  realm.zerver_stream?.push(channel(5, 'GENERAL'), channel(6, 'n'.repeat(200), { description: 'd'.repeat(5_000) }))
  for (const id of [5, 6]) realm.zerver_recipient?.push({ id: 100 + id, type: 2, type_id: id })
  realm.zerver_subscription?.push(member(777, 105))
  realm.zerver_namedusergroup?.push({ usergroup_ptr: 31, name: 'a' }, { usergroup_ptr: 32, name: 'A' })
  realm.zerver_groupgroupmembership?.push({ supergroup: 31, subgroup: 32 }, { supergroup: 32, subgroup: 31 })
  const [first] = messages
  first?.zerver_message?.push(
    message(20, 999, 101, 'By nobody'),
    message(21, 1, 555, 'To nobody'),
    message(22, 1, 101, ''),
    message(23, 1, 101, `${'long line \u0000\ud800\n'.repeat(2_500)}`),
    message(24, 1, 101, 'Absurd', { date_sent: 9e15, subject: 't'.repeat(500) }),
    message(25, 1, 101, 'See @**Nobody|4711** and [a](/user_uploads/7/../../etc/passwd)'),
    message(25, 1, 101, 'Again'),
    message(26, 1, 101, 'History', { edit_history: '{broken' }),
  )
  const { outcome, report } = await takeIn(server, society.org, parts)
  assert.deepEqual(outcome.lost, {
    'Rows of zerver_userprofile that cannot be read': 1,
    'Invalid email addresses': 1,
    'Memberships of unknown people': 1,
    'Messages without recipients': 1,
    'Messages without text': 1,
    'Duplicate messages': 1,
    'Unreadable files': 1,
    'Unreadable edit histories': 1,
  })
  assert.equal(outcome.changed['Messages longer than the limit'], 1)
  assert.equal(outcome.changed['Impossible times'], 1)
  assert.match(report, /lost: Messages without recipients: id 21/)
  const shown = await readable(ada)
  const long = shown.filter(({ content }) => content.startsWith('long line'))
  assert.ok(long.length > 2 && long.every(({ content }) => [...content].length <= 10_000))
  const absurd = shown.find(({ content }) => content === 'Absurd')
  assert.deepEqual([absurd?.timestamp, [...(absurd?.subject ?? '')].length], [at('2021-05-01T00:00:00Z') + 23, 60])
  const names = society.org
    .get(peopleCache)
    .all()
    .map(({ fullName }) => fullName)
  assert.ok(names.includes('Eve 12'), names.join())
  assert.ok(names.includes('Unknown 999'))
})

test('files are imported once, and only readers of the message can fetch them', async ({ server, society }) => {
  const parts = smallExport()
  const [first] = parts.messages
  const path = '7/ab/xYz/plan.txt'
  parts.files = { [`uploads/${path}`]: 'the plan', 'uploads/records.json': '[]' }
  parts.attachments = [{ id: 1, path_id: path, file_name: 'The plan.txt', size: 8 }]
  first?.zerver_message?.push(
    message(30, 1, 102, `[plan](/user_uploads/${path})`),
    message(31, 1, 102, `Again: [plan](/user_uploads/${path})`),
  )
  first?.zerver_usermessage?.push(...[30, 31].flatMap((id) => [received(1, id, 1), received(2, id, 1)]))
  const { outcome } = await takeIn(server, society.org, parts)
  assert.deepEqual([outcome.counts.files, outcome.lost], [2, {}])
  const ben = await claimed(society, 'ben@old.example', 'Ben')
  const url = /\((\/user_uploads\/[^)]+)\)/.exec(
    (await readable(ben)).find(({ content }) => content.startsWith('[plan]'))?.content ?? '',
  )?.[1]
  assert.match(url ?? '', new RegExp(`^/user_uploads/${society.org.id}/`))
  const { attachments } = (await ben.send('GET', `/attachments`)) as { attachments: unknown[] }
  assert.equal(attachments.length, 0)
  const { fetchAs } = await import('../../../../test/harness/files.ts')
  assert.equal((await fetchAs(ben, url as string)).body.toString(), 'the plan')
  const gus = await claimed(society, 'gus@old.example', 'Gus')
  assert.notEqual((await fetchAs(gus, url as string)).status, 200)
})
