import { mustBeModerator, roles } from '#contract'
import { afterAll, assert, beforeAll, startServer, TestOrganization, type TestServer, test } from '#test'
import { writtenMails } from '../../../../../test/harness/mail.ts'
import { getAuditLog } from '../../../people/audit-log/api.ts'
import { createInviteLink } from '../../invitations/api.ts'
import { ask } from '../fixture.ts'
import * as api from './api.ts'
import { openApplications, requireApproval } from './fixture.ts'
import { maxFromNetwork } from './limits.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ trustProxy: 'loopback' })
})
afterAll(() => server.close())

async function opened() {
  const society = await TestOrganization.found(server)
  const ada = society.owner
  const momo = await society.join('Momo', roles.moderator)
  await requireApproval(ada, [])
  const path = new URL((await ada.call(createInviteLink, {})).invite_link).pathname
  let count = 0
  const applyFrom = async (address: string) => {
    count++
    const form = { email: `p${count}@navy.example`, full_name: `Person ${count}`, password: 'a lovely long day' }
    return ask(society, path, form, { 'x-forwarded-for': address })
  }
  return { society, ada, momo, applyFrom }
}

test('a network with many open applications can’t send more, while others can', async () => {
  for (const [inside, outside] of [
    ['93.184.216.', '93.184.217.7'],
    ['2600:1f18:1:', '2600:1f18:2::7'],
  ] as const) {
    const { momo, applyFrom, society } = await opened()
    const addressOf = (host: number) => (inside.endsWith(':') ? `${inside}${host}::1` : `${inside}${host}`)
    for (let host = 1; host <= maxFromNetwork; host++) assert.equal((await applyFrom(addressOf(host))).statusCode, 200)
    const refused = await applyFrom(addressOf(maxFromNetwork + 1))
    assert.deepEqual([refused.statusCode, /Too many people from your network/.test(refused.body)], [400, true])
    assert.equal((await applyFrom(outside)).statusCode, 200)
    const applications = await openApplications(momo)
    const [first] = applications
    assert.ok(first)
    assert.deepEqual(
      applications.map(({ network_group }) => network_group),
      [...Array(maxFromNetwork).fill(first.id), null],
    )
    const rows = await society.server.runtime.db.read((tx) =>
      tx.selectFrom('application').select('network_hash').where('org_id', '=', society.org.id).execute(),
    )
    for (const { network_hash } of rows) assert.match(network_hash ?? '', /^[\da-f]{64}$/)
    await momo.call(api.declineApplication, { application_id: first.id })
    assert.equal((await applyFrom(addressOf(99))).statusCode, 200)
  }
})

test('applications from private addresses, such as a proxy’s, aren’t limited by network', async () => {
  const { momo, applyFrom } = await opened()
  for (let count = 0; count <= maxFromNetwork; count++) assert.equal((await applyFrom('10.0.0.7')).statusCode, 200)
  for (const { network_group } of await openApplications(momo)) assert.equal(network_group, null)
})

test('a moderator declines many applications at once, and skips those already decided', async () => {
  const { society, ada, momo, applyFrom } = await opened()
  for (let count = 0; count < 60; count++) await applyFrom('10.0.0.7')
  const all = (await momo.call(api.getApplications, { limit: 100 })).applications
  const ids = all.map(({ id }) => id)
  const [kept, decided, ...others] = ids
  await momo.call(api.declineApplication, { application_id: decided as number })
  const ben = await society.join('Ben')
  await ben.refused(api.declineApplications, { application_ids: ids }, mustBeModerator)
  await momo.refused(api.declineApplications, { application_ids: [] })
  await momo.refused(api.declineApplications, { application_ids: Array.from({ length: 501 }, (_, at) => at + 1) })
  const mails = (await writtenMails(server)).length
  const watch = await ada.register('application')
  const application_ids = [decided as number, ...others, others[0] as number, 999_999]
  const answer = await momo.call(api.declineApplications, { application_ids, message: 'Spam' })
  assert.deepEqual(answer.application_ids, others)
  assert.equal((await watch.of('application', 'remove')).length, others.length)
  assert.deepEqual(
    (await openApplications(momo)).map(({ id }) => id),
    [kept],
  )
  const sent = (await writtenMails(server)).slice(mails)
  assert.deepEqual([sent.length, sent.every(({ text }) => text.includes('> Spam'))], [others.length, true])
  const { entries } = await ada.call(getAuditLog, {})
  assert.equal(entries.filter(({ action }) => action === 'POST /applications/decline').length, 1)
})
