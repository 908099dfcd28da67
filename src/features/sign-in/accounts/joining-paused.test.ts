import { assert, type Person, startServer, TestOrganization, test } from '#test'
import { keyIn, MailServer, writtenMails } from '../../../../test/harness/mail.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { endLockdown, joiningPaused, startLockdown } from '../../people/restrictions/lockdown/api.ts'
import { createUser } from '../../people/users/api.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { createInviteLink, sendInvites } from '../invitations/api.ts'
import { confirmAddress, lookAtInvitation, registerAccount } from './api.ts'
import { ask } from './fixture.ts'

const person = { full_name: 'Dora', password: 'a lovely day' }
const accountsIn = ({ org }: TestOrganization) => org.get(peopleCache).byId.size

test('a lockdown pauses invite links and open sign-up', async () => {
  const mail = await MailServer.start()
  const server = await startServer({ smtpUrl: mail.url, mailFrom: 'loquat@navy.example' })
  try {
    const society = await TestOrganization.found(server)
    const { owner } = society
    await owner.call(updateOrganization, { invite_required: false })
    const { invite_link } = await owner.call(createInviteLink, {})
    const link = new URL(invite_link).pathname
    const keys: string[] = []
    // addresses confirmed before the lockdown, with and without an invite link
    for (const [start, email] of [
      [link, 'dora@navy.example'],
      ['/accounts/register', 'emil@navy.example'],
    ] as const) {
      assert.match((await ask(society, start, { email })).body, /Check your email/)
      await server.runtime.timer.wake()
      keys.push(keyIn(mail.mails.at(-1) as never) as string)
    }
    await owner.call(startLockdown, { hours: 1 })
    const before = accountsIn(society)
    for (const path of [link, '/accounts/register', ...keys.map((key) => `/join/${key}`)]) {
      const page = await ask(society, path)
      assert.equal(page.statusCode, 400)
      assert.match(page.body, /<h1>Join .*Joining is temporarily paused\. Try again after /s)
      const sent = await ask(society, path, { ...person, email: 'x@navy.example' })
      assert.deepEqual([sent.statusCode, /Joining is temporarily paused/.test(sent.body)], [400, true])
    }
    const mails = mail.mails.length
    const key = link.slice('/join/'.length)
    const visitor = society.owner
    for (const params of [{ email: 'x@navy.example' }, { email: 'x@navy.example', key }])
      await visitor.refused(confirmAddress, params, joiningPaused)
    for (const one of [key, ...keys]) {
      const { status, code, fields } = await visitor.refused(lookAtInvitation, { key: one }, joiningPaused)
      assert.deepEqual([status, code, typeof fields.until], [400, 'LOCKDOWN', 'number'])
      await visitor.refused(registerAccount, { key: one, ...person }, joiningPaused)
    }
    await server.runtime.timer.wake()
    assert.equal(mail.mails.length, mails)
    assert.equal(accountsIn(society), before)
    await owner.call(endLockdown, {})
    for (const one of keys) await visitor.call(registerAccount, { key: one, ...person })
    assert.equal(accountsIn(society), before + 2)
  } finally {
    await server.close()
    await mail.close()
  }
})

test('administrators can still invite by email and create accounts during a lockdown', async ({
  ada,
  ben,
  server,
  society,
}) => {
  const invited = async (by: Person, invitee_emails: string) => {
    await by.call(sendInvites, { invitee_emails, stream_ids: [] })
    return keyIn((await writtenMails(server)).at(-1) as never) as string
  }
  const byAdministrator = await invited(ada, 'dora@navy.example')
  const byMember = await invited(ben, 'emil@navy.example')
  await ada.call(startLockdown, { hours: 1 })
  await ada.call(registerAccount, { key: byAdministrator, ...person })
  await ada.refused(registerAccount, { key: byMember, ...person }, joiningPaused)
  assert.match((await ask(society, `/join/${byMember}`)).body, /Joining is temporarily paused/)
  await ada.call(createUser, { email: 'fritz@navy.example', full_name: 'Fritz', password: 'a lovely day' })
})

test('sign-ups that race with the start of a lockdown succeed or are refused', async ({ ada, society }) => {
  const links = await Promise.all(Array.from({ length: 4 }, () => ada.call(createInviteLink, {})))
  const before = accountsIn(society)
  const joins = links.map(({ invite_link }, at) =>
    ask(society, new URL(invite_link).pathname, { ...person, email: `p${at}@navy.example` }),
  )
  await ada.call(startLockdown, { hours: 1 })
  const answers = await Promise.all(joins)
  const joined = answers.filter(({ statusCode }) => statusCode === 302).length
  assert.equal(accountsIn(society), before + joined)
  for (const { statusCode, body } of answers)
    if (statusCode !== 302) assert.match(body, /Joining is temporarily paused/)
  const late = await ask(society, new URL(links[0]?.invite_link as string).pathname, {
    ...person,
    email: 'late@navy.example',
  })
  assert.match(late.body, /Joining is temporarily paused/)
  assert.equal(accountsIn(society), before + joined)
})
