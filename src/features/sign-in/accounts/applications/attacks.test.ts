import { mustBeModerator } from '#contract'
import { assert, test } from '#test'
import { fetchApiKey } from '../../../people/users/key-api.ts'
import { wrongCredentials } from '../../../people/users/sign-in-errors.ts'
import { createInviteLink } from '../../invitations/api.ts'
import { applyToJoin, confirmAddress, noSuchKey, registerAccount, requestPasswordReset } from '../api.ts'
import { ask } from '../fixture.ts'
import * as api from './api.ts'
import {
  accountOf,
  confirm,
  dora,
  idOf,
  mailsTo,
  openApplications,
  password,
  requireApproval,
  submitApplication,
} from './fixture.ts'

const email = 'dora@navy.example'

test('an open application can’t be turned into an account by other means', async ({ ada, momo, society }) => {
  await requireApproval(ada)
  const key = await submitApplication(society, email)
  const person = { key, full_name: 'Dora', password }
  for (let time = 0; time < 2; time++) await ada.refused(registerAccount, person, noSuchKey)
  await ada.refused(applyToJoin, { key, ...dora }, noSuchKey)
  assert.equal((await ask(society, `/join/${key}`, { full_name: 'Dora', password })).statusCode, 400)
  await ada.refused(registerAccount, { ...person, key: await confirm(society, email) }, api.approvalNeeded)
  const mails = (await mailsTo(society, email)).length
  await ada.call(requestPasswordReset, { email })
  assert.equal((await mailsTo(society, email)).length, mails)
  await ada.refused(fetchApiKey, { username: email, password }, wrongCredentials)
  assert.equal(accountOf(society, email), undefined)
  assert.equal((await openApplications(momo)).length, 1)
})

test('a declined application can’t be approved or used later', async ({ ada, momo, society }) => {
  await requireApproval(ada)
  const key = await submitApplication(society, email)
  const application_id = await idOf(momo, email)
  await momo.call(api.declineApplication, { application_id })
  await momo.refused(api.approveApplication, { application_id }, api.applicationClosed)
  await ada.refused(registerAccount, { key, full_name: 'Dora', password }, noSuchKey)
  assert.equal(accountOf(society, email), undefined)
})

test('only moderators see applications and decide on them', async ({ ada, ben, gus, momo, society }) => {
  await requireApproval(ada)
  const watch = await ben.register()
  await submitApplication(society, email)
  const application_id = await idOf(momo, email)
  for (const [person, refusal] of [
    [ben, mustBeModerator],
    [gus, undefined],
  ] as const) {
    await person.refused(api.getApplications, {}, refusal)
    await person.refused(api.approveApplication, { application_id }, refusal)
    await person.refused(api.declineApplication, { application_id }, refusal)
  }
  assert.deepEqual(await watch.of('application'), [])
  assert.equal((await ask(society, '/api/v1/applications')).statusCode, 401)
  assert.equal((await openApplications(momo)).length, 1)
})

test('moderators of another organization can’t decide', async ({ ada, momo, server, society }) => {
  await requireApproval(ada)
  await submitApplication(society, email)
  const application_id = await idOf(momo, email)
  const { TestOrganization } = await import('#test')
  const otherSociety = await TestOrganization.found(server)
  await otherSociety.owner.refused(api.approveApplication, { application_id }, api.applicationClosed)
  await otherSociety.owner.refused(api.declineApplication, { application_id }, api.applicationClosed)
  assert.equal((await openApplications(momo)).length, 1)
})

test('an address gets one confirmation a minute, and one decision', async ({ ada, momo, society }) => {
  await requireApproval(ada)
  const often = 'often@navy.example'
  for (let time = 0; time < 5; time++) await ada.call(confirmAddress, { email: often })
  assert.equal((await mailsTo(society, often)).length, 1)
  const key = await confirm(society, often)
  await ada.call(applyToJoin, { key, ...dora })
  const application_id = await idOf(momo, often)
  await momo.call(api.declineApplication, { application_id })
  for (let time = 0; time < 3; time++)
    await momo.refused(api.declineApplication, { application_id }, api.applicationClosed)
  assert.equal((await mailsTo(society, often)).length, 2)
})

test('answers and questions are escaped in the form', async ({ ada, society }) => {
  const question = '"><script>alert(1)</script>'
  await requireApproval(ada, [question])
  const path = `/join/${await confirm(society, email)}`
  const page = await ask(society, path)
  assert.ok(!page.body.includes('<script>alert'))
  assert.match(page.body, /&quot;&gt;&lt;script&gt;alert|&#34;&gt;&lt;script&gt;/)
  const answer = '</textarea><script>alert(2)</script>'
  const refused = await ask(society, path, { full_name: '', password, question_0: question, answer_0: answer })
  assert.equal(refused.statusCode, 400)
  assert.ok(!refused.body.includes('<script>alert'))
  assert.ok(refused.body.includes('&lt;/textarea&gt;'))
})

test('without email, no one can replace someone else’s application', async ({ ada, momo, society }) => {
  await requireApproval(ada, [])
  const { invite_link } = await ada.call(createInviteLink, {})
  const path = new URL(invite_link).pathname
  assert.match((await ask(society, path)).body, /need a moderator’s approval/)
  const sent = await ask(society, path, { email, full_name: 'Dora', password })
  assert.deepEqual([sent.statusCode, sent.headers['set-cookie']], [200, undefined])
  assert.match(sent.body, /<h1>Application sent[\s\S]*Once they approve it, you can sign in/)
  const thief = await ask(society, path, { email, full_name: 'Thief', password: 'another lovely day' })
  assert.match(thief.body, /Someone has already applied with this email address/)
  const [application] = await openApplications(momo)
  assert.equal(application?.full_name, 'Dora')
  await momo.call(api.approveApplication, { application_id: application?.id as number })
  await ada.call(fetchApiKey, { username: email, password })
  await ada.refused(fetchApiKey, { username: email, password: 'another lovely day' }, wrongCredentials)
  assert.match((await ask(society, path, { email, full_name: 'Dora', password })).body, /already an account/)
})
