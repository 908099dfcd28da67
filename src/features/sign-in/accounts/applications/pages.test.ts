import { assert, startServer, TestOrganization, test } from '#test'
import { keyIn, MailServer } from '../../../../../test/harness/mail.ts'
import { createInviteLink, sendInvites } from '../../invitations/api.ts'
import { ask } from '../fixture.ts'
import { approveApplication } from './api.ts'
import { accountOf, idOf, password, questions, requireApproval } from './fixture.ts'

const note = /New members of Analytical Engine Society need a moderator’s approval\./

test('people apply on the sign-up page and with an invitation link', async () => {
  const mail = await MailServer.start()
  const server = await startServer({ smtpUrl: mail.url, mailFrom: 'loquat@navy.example' })
  try {
    const society = await TestOrganization.found(server)
    const { owner } = society
    await requireApproval(owner)
    const { invite_link } = await owner.call(createInviteLink, {})
    for (const [start, email] of [
      ['/accounts/register', 'dora@navy.example'],
      [new URL(invite_link).pathname, 'emil@navy.example'],
    ] as const) {
      assert.match((await ask(society, start)).body, note)
      assert.match((await ask(society, start, { email })).body, /Check your email/)
      await server.runtime.timer.wake()
      const mailed = mail.mails.at(-1)
      assert.match(mailed?.text ?? '', /Use this link to apply to join/)
      const path = `/join/${keyIn(mailed as never)}`
      const { body } = await ask(society, path)
      assert.match(body, note)
      for (const question of questions) assert.ok(body.includes(question))
      assert.match(body, /<button type="submit">Apply to join/)
      const form = { full_name: 'Newbie', password, question_0: questions[0] as string, answer_0: 'I\r\nlove looms' }
      const refused = await ask(society, path, { ...form, question_1: 'An older question', answer_1: 'x' })
      assert.match(refused.body, /role="alert">Answer all questions\./)
      assert.match(refused.body, />I\nlove looms<\/textarea>/)
      const long = await ask(society, path, {
        ...form,
        question_1: questions[1] as string,
        answer_1: 'x'.repeat(1_001),
      })
      assert.match(long.body, /role="alert">An answer can have up to 1,?000 characters/)
      const sent = await ask(society, path, { ...form, question_1: questions[1] as string, answer_1: 'A friend' })
      assert.deepEqual([sent.statusCode, sent.headers['set-cookie']], [200, undefined])
      assert.match(sent.body, new RegExp(`<h1>Application sent[\\s\\S]*We’ll email ${email} when they decide`))
      assert.equal(accountOf(society, email), undefined)
      await owner.call(approveApplication, { application_id: await idOf(owner, email) })
      await server.runtime.timer.wake()
      assert.match(mail.mails.at(-1)?.text ?? '', /approved your application/)
      assert.ok(accountOf(society, email))
    }
    await owner.call(sendInvites, { invitee_emails: 'fritz@navy.example', stream_ids: [] })
    await server.runtime.timer.wake()
    const direct = `/join/${keyIn(mail.mails.at(-1) as never)}`
    assert.doesNotMatch((await ask(society, direct)).body, note)
    assert.equal((await ask(society, direct, { full_name: 'Fritz', password })).statusCode, 302)
  } finally {
    await server.close()
    await mail.close()
  }
})
