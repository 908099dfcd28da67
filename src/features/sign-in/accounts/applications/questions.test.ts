import { dayMs, mustBeModerator, roles } from '#contract'
import { afterAll, assert, beforeAll, startServer, TestOrganization, type TestServer, test } from '#test'
import { keyIn, MailServer } from '../../../../../test/harness/mail.ts'
import { getAuditLog } from '../../../people/audit-log/api.ts'
import { applyToJoin, confirmAddress } from '../api.ts'
import { ask } from '../fixture.ts'
import * as api from './api.ts'
import { dora, idOf, openApplications, requireApproval, submitApplication } from './fixture.ts'
import { maxAnswerLength, maxFollowUpLength, maxFollowUps } from './limits.ts'

let mail: MailServer
let server: TestServer
beforeAll(async () => {
  mail = await MailServer.start()
  server = await startServer({ smtpUrl: mail.url, mailFrom: 'loquat@navy.example' })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

async function applied() {
  const society = await TestOrganization.found(server)
  const ada = society.owner
  const momo = await society.join('Momo', roles.moderator)
  await requireApproval(ada)
  const email = `dora@${society.subdomain}.example`
  const newestMail = async () => {
    await server.runtime.timer.wake()
    const newest = mail.mails.filter(({ to }) => to.includes(email)).at(-1)
    assert.ok(newest, email)
    return newest
  }
  const submit = async () => {
    await ada.call(confirmAddress, { email })
    await ada.call(applyToJoin, { key: keyIn((await newestMail()) as never), ...dora })
  }
  await submit()
  const page = async () => `/application/${keyIn((await newestMail()) as never)}`
  return { ...{ society, ada, momo, submit, newestMail, page }, id: await idOf(momo, email), email }
}

const question = 'Which <looms> do you repair?\nAll of them?'

test('an applicant answers a moderator’s question once, and moderators see the answer', async () => {
  const { society, ada, momo, newestMail, page, id } = await applied()
  const watch = await ada.register('application')
  await momo.call(api.askApplicant, { application_id: id, question: ` ${question} ` })
  const { text, html } = await newestMail()
  assert.match(text, /have a question about your application:\n+> Which <looms> do you repair\?\n> All of them\?/)
  assert.ok(!html.includes('<looms>') && !text.includes('Momo'))
  const path = await page()
  const shown = await ask(society, path)
  assert.deepEqual([shown.statusCode, shown.body.includes('Which &lt;looms&gt; do you repair?')], [200, true])
  // opening the link doesn't use it up, and neither does a mistake
  for (const content of ['', ' \r\n ', 'x'.repeat(maxAnswerLength + 1)])
    assert.equal((await ask(society, path, { content })).statusCode, 400)
  const content = '</textarea><b>Jacquard</b>\r\nlooms'
  const sent = await ask(society, path, { content })
  assert.match(sent.body, /<h1>Answer sent/)
  for (const again of [await ask(society, path), await ask(society, path, { content })]) {
    assert.match(again.body, /<h1>Your application to join/)
    assert.match(again.body, /You(?:’|'|&#39;)ve already answered, or the moderators have decided/)
    assert.doesNotMatch(again.body, /role="alert"/)
  }
  const [application] = await openApplications(momo)
  const [followUp, ...others] = application?.follow_ups ?? []
  assert.deepEqual(others, [])
  assert.deepEqual([followUp?.question, followUp?.answer], [question, content.replaceAll('\r\n', '\n')])
  assert.ok((followUp?.answered_at as number) >= (followUp?.asked_at as number))
  assert.deepEqual(
    (await watch.of('application')).map(({ op, application_id }) => [op, application_id]),
    [
      ['update', id],
      ['update', id],
    ],
  )
  const { entries } = await ada.call(getAuditLog, {})
  assert.equal(entries.find(({ action }) => action.endsWith('/ask'))?.acting_user_id, momo.id)
})

test('of two moderators who ask at once, the second gets an error', async () => {
  const { society, ada, momo, page, id } = await applied()
  const ben = await society.join('Ben')
  await ben.refused(api.askApplicant, { application_id: id, question }, mustBeModerator)
  for (const wrong of ['', ' ', 'x'.repeat(maxFollowUpLength + 1)])
    await momo.refused(api.askApplicant, { application_id: id, question: wrong })
  const asked = await Promise.allSettled(
    [ada, momo].map((one) => one.call(api.askApplicant, { application_id: id, question })),
  )
  assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 1)
  await momo.refused(api.askApplicant, { application_id: id, question }, api.answerPending)
  assert.equal((await ask(society, await page(), { content: 'Yes' })).statusCode, 200)
  for (let round = 1; round < maxFollowUps; round++) {
    await momo.call(api.askApplicant, { application_id: id, question: `Round ${round}` })
    assert.equal((await ask(society, await page(), { content: `Answer ${round}` })).statusCode, 200)
  }
  await momo.refused(api.askApplicant, { application_id: id, question }, api.tooManyFollowUps)
  const [application] = await openApplications(momo)
  assert.deepEqual(
    application?.follow_ups.map(({ answer }) => answer),
    ['Yes', 'Answer 1', 'Answer 2'],
  )
})

test('a link for answering ends with its application', async () => {
  for (const end of ['approve', 'decline', 'apply again', 'expire'] as const) {
    const { society, momo, submit, page, id } = await applied()
    await momo.call(api.askApplicant, { application_id: id, question })
    const path = await page()
    if (end === 'approve') await momo.call(api.approveApplication, { application_id: id })
    else if (end === 'decline') await momo.call(api.declineApplication, { application_id: id })
    else if (end === 'apply again') await submit()
    else server.clock.advance(14 * dayMs)
    const answered = await ask(society, path, { content: 'late' })
    assert.deepEqual([end, answered.statusCode], [end, 400])
    server.clock.release()
    await momo.refused(api.askApplicant, { application_id: id + 1_000_000, question }, api.applicationClosed)
    const [application] = await openApplications(momo)
    if (end === 'apply again') assert.deepEqual(application?.follow_ups, [])
    else if (end !== 'expire') assert.equal(application, undefined)
  }
})

test('a guessed link, or one of another organization, is refused like an expired one', async () => {
  const { momo, society, page, id } = await applied()
  const other = await TestOrganization.found(server)
  await momo.call(api.askApplicant, { application_id: id, question })
  const path = await page()
  const answers = [
    await ask(society, `/application/${'A'.repeat(32)}`),
    await ask(society, '/application/1'),
    await ask(other, path),
    await ask(society, path.replace('/application/', '/appeal/')),
    await ask(society, path.replace('/application/', '/join/')),
  ]
  for (const { statusCode } of answers) assert.equal(statusCode, 400)
  assert.equal(answers[0]?.body, answers[1]?.body)
  assert.equal((await ask(society, path)).statusCode, 200)
})

test('moderators can’t ask questions if the server doesn’t send email', async ({ ada, momo, society }) => {
  await requireApproval(ada)
  await submitApplication(society, 'dora@navy.example')
  const application_id = await idOf(momo, 'dora@navy.example')
  await momo.refused(api.askApplicant, { application_id, question }, api.cannotEmailApplicants)
})
