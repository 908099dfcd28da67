import { afterAll, assert, beforeAll, test } from '#test'
import { keyIn } from '../../../../test/harness/mail.ts'
import { Mailing } from '../../notifications/email-notifications/fixture.ts'
import { lookAtInvitation, registerAccount } from '../accounts/api.ts'
import * as api from './api.ts'

let mailing: Mailing
beforeAll(async () => {
  mailing = await Mailing.start()
})
afterAll(() => mailing.close())

const day = 86_400

test('invited people are reminded once, two days before the end; both links work', async () => {
  const { ada, ben } = await mailing.people()
  const invite = (email: string, days: number | null) =>
    ben.call(api.sendInvites, {
      invitee_emails: email,
      stream_ids: [],
      invite_expires_in_minutes: days === null ? null : days * 24 * 60,
    })
  await invite('dora@navy.example', 10)
  await invite('brief@navy.example', 3)
  await invite('ever@navy.example', null)
  await invite('revoked@navy.example', 10)
  const revoked = (await ben.call(api.getInvites)).invites.find(({ email }) => email === 'revoked@navy.example')
  await ben.call(api.revokeEmailInvite, { invite_id: revoked?.id as number })
  const first = (await mailing.pass(1)).find(({ to }) => to.includes('dora@navy.example'))
  assert.deepEqual(await mailing.pass(8 * day - 60), [])
  const reminders = await mailing.pass(60)
  assert.deepEqual(
    reminders.map(({ to, headers }) => [to, headers.get('subject')]),
    [[['dora@navy.example'], 'Reminder: Ben invited you to Analytical Engine Society']],
  )
  assert.deepEqual(await mailing.pass(day), [])
  const keys = [first, reminders[0]].map((mail) => (mail ? keyIn(mail) : ''))
  assert.notEqual(keys[0], keys[1])
  for (const key of keys) assert.equal((await ada.call(lookAtInvitation, { key })).email, 'dora@navy.example')
  await ada.call(registerAccount, { key: keys[1] as string, full_name: 'Dora', password: 'correct horse battery' })
  await ada.refused(lookAtInvitation, { key: keys[0] as string })
})

test('a deactivated organization sends no reminders', async () => {
  const { ada } = await mailing.people()
  await ada.call(api.sendInvites, { invitee_emails: 'eve@navy.example', stream_ids: [] })
  await mailing.pass(1)
  await ada.send('POST', '/realm/deactivate')
  assert.deepEqual(await mailing.pass(9 * day), [])
})
