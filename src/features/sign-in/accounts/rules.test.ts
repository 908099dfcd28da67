import { assert, startServer, TestOrganization, test } from '#test'
import { keyIn, MailServer, writtenMails } from '../../../../test/harness/mail.ts'
import { rulesHaveChanged, rulesNotAccepted, updateRules } from '../../people/community-rules/api.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { createInviteLink, sendInvites } from '../invitations/api.ts'
import { confirmAddress, lookAtInvitation, registerAccount } from './api.ts'
import { ask } from './fixture.ts'

const text = 'Be **kind**. <script>alert(1)</script> [x](javascript:alert(1))'

const acceptances = (society: TestOrganization, email: string) =>
  society.server.runtime.db.read(async (tx) => {
    const account = society.org.get(peopleCache).withDeliveryEmail(email)
    if (!account) return undefined
    const rows = await tx.selectFrom('accepted_rules').select('version').where('user_id', '=', account.id).execute()
    return rows.map(({ version }) => version)
  })

async function requireRules({ owner }: TestOrganization): Promise<void> {
  await owner.call(updateRules, { text })
  await owner.call(updateOrganization, { join_gate: 'rules' })
}

const person = { full_name: 'Dora', password: 'a lovely day' }

test('an invited person accepts the rules on the join page', async ({ ben, society, server, ada }) => {
  const email = 'dora@navy.example'
  await ben.call(sendInvites, { invitee_emails: email, stream_ids: [] })
  const path = `/join/${keyIn((await writtenMails(server)).at(-1) as never)}`
  await ada.call(updateRules, { text })
  const without = (await ask(society, path)).body
  assert.doesNotMatch(without, /accepted_rules|\/rules/)
  await requireRules(society)
  const page = (await ask(society, path)).body
  assert.match(page, /<input type="checkbox" name="accepted_rules" value="1" required> I accept the community rules/)
  assert.match(page, /<a href="\/rules\?version=1" target="_blank" rel="noopener">Read the rules<\/a>/)
  for (const accepted of [undefined, '0', 'yes', '7']) {
    const refused = await ask(society, path, { ...person, ...(accepted && { accepted_rules: accepted }) })
    assert.equal(refused.statusCode, 400)
    assert.match(refused.body, /role="alert">Accept the community rules to create an account/)
    assert.match(refused.body, /value="Dora"/)
  }
  await ada.call(updateRules, { text: 'Be quiet.' })
  const outdated = await ask(society, path, { ...person, accepted_rules: '1' })
  assert.match(outdated.body, /The community rules have changed/)
  assert.match(outdated.body, /value="2" required>/)
  assert.equal(await acceptances(society, email), undefined)
  const joined = await ask(society, path, { ...person, accepted_rules: '2' })
  assert.deepEqual([joined.statusCode, joined.headers.location], [302, '/'])
  assert.deepEqual(await acceptances(society, email), [2])
  // the link can't be used again
  assert.equal((await ask(society, path, { ...person, accepted_rules: '2' })).statusCode, 400)
})

test('people who sign up with a confirmed address or a link accept the rules', async () => {
  const mail = await MailServer.start()
  const server = await startServer({ smtpUrl: mail.url, mailFrom: 'loquat@navy.example' })
  try {
    const society = await TestOrganization.found(server)
    await society.owner.call(updateOrganization, { invite_required: false })
    await requireRules(society)
    const { invite_link } = await society.owner.call(createInviteLink, {})
    const starts = [
      ['/accounts/register', 'dora@navy.example'],
      [new URL(invite_link).pathname, 'emil@navy.example'],
    ] as const
    for (const [start, email] of starts) {
      assert.match((await ask(society, start)).body, /<a href="\/rules\?version=1" target="_blank"/)
      assert.match((await ask(society, start, { email })).body, /Check your email/)
      await server.runtime.timer.wake()
      const mailed = `/join/${keyIn(mail.mails.at(-1) as never)}`
      assert.equal((await ask(society, mailed, person)).statusCode, 400)
      assert.equal(await acceptances(society, email), undefined)
      assert.equal((await ask(society, mailed, { ...person, accepted_rules: '1' })).statusCode, 302)
      assert.deepEqual(await acceptances(society, email), [1])
    }
    // the same through the API
    const email = 'fritz@navy.example'
    await society.owner.call(confirmAddress, { email })
    await server.runtime.timer.wake()
    const key = keyIn(mail.mails.at(-1) as never) as string
    assert.equal((await society.owner.call(lookAtInvitation, { key })).rules_version, 1)
    await society.owner.refused(registerAccount, { key, ...person }, rulesNotAccepted)
    await society.owner.call(updateRules, { text: 'Be quiet.' })
    await society.owner.refused(registerAccount, { key, ...person, accepted_rules_version: 1 }, rulesHaveChanged)
    await society.owner.call(registerAccount, { key, ...person, accepted_rules_version: 2 })
    assert.deepEqual(await acceptances(society, email), [2])
  } finally {
    await server.close()
    await mail.close()
  }
})

test('without email, a reusable link asks for everything at once', async ({ society, ada }) => {
  await requireRules(society)
  const { invite_link } = await ada.call(createInviteLink, {})
  const path = new URL(invite_link).pathname
  const filled = { ...person, email: 'dora@navy.example' }
  const refused = await ask(society, path, filled)
  assert.match(refused.body, /Accept the community rules/)
  assert.equal((await ask(society, path, { ...filled, accepted_rules: '1' })).statusCode, 302)
  assert.deepEqual(await acceptances(society, filled.email), [1])
})
