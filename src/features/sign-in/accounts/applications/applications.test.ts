import { mustBeAdministrator, roles } from '#contract'
import { jsonb } from '#platform/db'
import { assert, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { getModerationFile } from '../../../messages/moderation/api.ts'
import { getAuditLog } from '../../../people/audit-log/api.ts'
import { rulesNotAccepted, updateRules } from '../../../people/community-rules/api.ts'
import { updateOrganization } from '../../../people/organization-settings/api.ts'
import { joiningPaused, startLockdown } from '../../../people/restrictions/lockdown/api.ts'
import { createUser } from '../../../people/users/api.ts'
import { emailTaken, nameTaken } from '../../../people/users/errors.ts'
import { fetchApiKey } from '../../../people/users/key-api.ts'
import { createInviteLink, revokeInviteLink, sendInvites } from '../../invitations/api.ts'
import { domainNotAllowed } from '../../invitations/errors.ts'
import { applyToJoin, confirmAddress, lookAtInvitation, registerAccount } from '../api.ts'
import * as api from './api.ts'
import {
  accountOf,
  answers,
  confirm,
  dora,
  idOf,
  keyFor,
  mailsTo,
  openApplications,
  password,
  questions,
  requireApproval,
  submitApplication,
} from './fixture.ts'
import { maxApplications } from './limits.ts'

const email = 'dora@navy.example'

test.afterEach(({ server }) => server.clock.release())

test('an applicant signs in once a moderator approves the application', async ({ ada, ben, momo, society }) => {
  await requireApproval(ada)
  const watch = await momo.register('application')
  const key = await confirm(society, email)
  const shown = await ada.call(lookAtInvitation, { key })
  assert.deepEqual([shown.needs_approval, shown.join_questions], [true, questions])
  await ada.refused(registerAccount, { key, full_name: 'Dora', password }, api.approvalNeeded)
  await ada.call(applyToJoin, { key, ...dora, timezone: 'Europe/Prague' })
  assert.equal(accountOf(society, email), undefined)
  const [application, ...others] = await openApplications(momo)
  assert.ok(application && others.length === 0)
  const { id, applied_at, expires_at, ...rest } = application
  assert.deepEqual(rest, {
    email,
    full_name: 'Dora',
    answers,
    follow_ups: [],
    network_group: null,
    inviter_id: null,
    invited_as: roles.member,
  })
  assert.equal(expires_at - applied_at, 14 * 86_400)
  const { user_id } = await momo.call(api.approveApplication, { application_id: id })
  assert.deepEqual(
    (await watch.of('application')).map(({ op, application_id }) => [op, application_id]),
    [
      ['add', id],
      ['remove', id],
    ],
  )
  assert.deepEqual(await openApplications(momo), [])
  const account = accountOf(society, email)
  assert.deepEqual([account?.id, account?.role, account?.timezone], [user_id, roles.member, 'Europe/Prague'])
  assert.equal((await ada.call(fetchApiKey, { username: email, password })).user_id, user_id)
  const general = (await ben.send('GET', '/get_stream_id', { stream: 'general' })).stream_id
  assert.ok(((await ben.send('GET', `/streams/${general}/members`)).subscribers as number[]).includes(user_id))
  const mail = (await mailsTo(society, email)).at(-1)
  assert.match(mail?.headers.get('subject') ?? '', /^Welcome to /)
  assert.match(mail?.text ?? '', /You can now sign in/)
  const { entries } = await ada.call(getAuditLog, {})
  const entry = entries.find(({ action }) => action === 'POST /applications/{application_id}/approve')
  assert.equal(entry?.acting_user_id, momo.id)
})

test('a declined applicant gets the moderators’ message and can apply again', async ({ ada, momo, society }) => {
  await requireApproval(ada)
  await submitApplication(society, email)
  const application_id = await idOf(momo, email)
  await momo.refused(api.declineApplication, { application_id, message: 'x'.repeat(1_001) })
  await momo.call(api.declineApplication, { application_id, message: 'Use your <work> address.' })
  const mail = (await mailsTo(society, email)).at(-1)
  assert.match(mail?.text ?? '', /declined your application[\s\S]*> Use your <work> address\./)
  assert.ok(!mail?.html.includes('<work>'))
  await momo.refused(api.approveApplication, { application_id }, api.applicationClosed)
  assert.equal(accountOf(society, email), undefined)
  await submitApplication(society, email)
  await momo.call(api.declineApplication, { application_id: await idOf(momo, email) })
  assert.ok(!(await mailsTo(society, email)).at(-1)?.text.includes('Their message'))
})

test('an invitation’s role, channels, and groups apply after approval', async ({ ada, ines, momo, society }) => {
  await requireApproval(ada)
  const plans = await makeChannel(society.org, 'plans', [ines])
  const { group_id } = await ines.send('POST', '/user_groups/create', { name: 'crew', description: '', members: [] })
  const invitation = { stream_ids: [plans], group_ids: [group_id as number], invite_as: roles.guest }
  const { invite_link } = await ines.call(createInviteLink, invitation)
  await submitApplication(society, email, { invitation: new URL(invite_link).pathname.slice('/join/'.length) })
  const [application] = await openApplications(momo)
  assert.deepEqual([application?.inviter_id, application?.invited_as], [ines.id, roles.guest])
  const { user_id } = await momo.call(api.approveApplication, { application_id: application?.id as number })
  assert.equal(accountOf(society, email)?.role, roles.guest)
  const { joining } = await momo.call(getModerationFile, { user_id: user_id as never })
  assert.equal(joining.inviter_id, ines.id)
  const { subscribers } = await ines.send('GET', `/streams/${plans}/members`)
  assert.ok((subscribers as number[]).includes(user_id))
  const { members } = await ines.send('GET', `/user_groups/${group_id}/members`)
  assert.ok((members as number[]).includes(user_id))
})

test('an application whose invitation was revoked grants at most the member role', async ({ ada, momo, society }) => {
  await requireApproval(ada)
  for (const [invite_as, role] of [
    [roles.administrator, roles.member],
    [roles.guest, roles.guest],
  ] as const) {
    const address = `as-${invite_as}@navy.example`
    const { invite_link } = await ada.call(createInviteLink, { invite_as })
    const key = new URL(invite_link).pathname.slice('/join/'.length)
    await submitApplication(society, address, { invitation: key, full_name: `As ${invite_as}` })
    const { invites } = await ada.send('GET', '/invites')
    for (const { id } of invites as { id: number }[]) await ada.call(revokeInviteLink, { invite_id: id })
    await momo.call(api.approveApplication, { application_id: await idOf(momo, address) })
    assert.equal(accountOf(society, address)?.role, role)
  }
})

test('administrators’ email invitations don’t need approval, other members’ do', async ({
  ada,
  ben,
  momo,
  society,
}) => {
  await requireApproval(ada)
  for (const inviter of [ada, ben]) {
    const address = `by-${inviter.id}@navy.example`
    await inviter.call(sendInvites, { invitee_emails: address, stream_ids: [] })
    const key = await keyFor(society, address)
    const person = { key, full_name: `By ${inviter.id}`, password }
    const { needs_approval } = await ada.call(lookAtInvitation, { key })
    assert.equal(needs_approval, inviter === ben)
    if (inviter === ada) {
      await ada.refused(applyToJoin, { ...person, answers }, api.approvalNotNeeded)
      await ada.call(registerAccount, person)
    } else {
      await ada.refused(registerAccount, person, api.approvalNeeded)
      await ada.call(applyToJoin, { ...person, answers })
      await momo.call(api.approveApplication, { application_id: await idOf(momo, address) })
    }
    assert.ok(accountOf(society, address))
  }
  await ada.call(createUser, { email: 'fritz@navy.example', full_name: 'Fritz', password })
})

test('when two moderators decide at once, the second one gets an error', async ({ ada, momo, society }) => {
  await requireApproval(ada)
  const applicant = 'applicant@navy.example'
  await submitApplication(society, applicant)
  const application_id = await idOf(momo, applicant)
  const decisions = await Promise.allSettled([
    momo.call(api.approveApplication, { application_id }),
    ada.call(api.declineApplication, { application_id }),
    ada.call(api.approveApplication, { application_id }),
  ])
  assert.equal(decisions.filter(({ status }) => status === 'fulfilled').length, 1)
  await momo.refused(api.approveApplication, { application_id }, api.applicationClosed)
  await momo.refused(api.declineApplication, { application_id }, api.applicationClosed)
  // the confirmation, and one decision
  assert.equal((await mailsTo(society, applicant)).length, 2)
})

test('applications are deleted after 14 days', async ({ ada, momo, server, society }) => {
  await requireApproval(ada)
  await submitApplication(society, email)
  const application_id = await idOf(momo, email)
  const watch = await momo.register('application')
  const mails = (await mailsTo(society, email)).length
  server.clock.advance(14 * 86_400_000 - 60_000)
  await server.runtime.timer.wake()
  assert.equal((await openApplications(momo)).length, 1)
  server.clock.advance(60_000)
  await momo.refused(api.approveApplication, { application_id }, api.applicationClosed)
  await server.runtime.timer.wake()
  assert.deepEqual(await openApplications(momo), [])
  assert.equal((await watch.of('application', 'remove')).length, 1)
  assert.equal((await mailsTo(society, email)).length, mails)
})

test('applying again replaces the earlier application', async ({ ada, momo, society }) => {
  await requireApproval(ada)
  await submitApplication(society, email)
  const before = await idOf(momo, email)
  await submitApplication(society, 'DORA@navy.example', { full_name: 'Dora Long' })
  const queue = await openApplications(momo)
  assert.deepEqual(
    queue.map(({ full_name }) => full_name),
    ['Dora Long'],
  )
  await momo.refused(api.approveApplication, { application_id: before }, api.applicationClosed)
})

test('an account created in another way removes the application', async ({ ada, momo, society }) => {
  await requireApproval(ada)
  await submitApplication(society, email)
  await ada.call(createUser, { email, full_name: 'Dora', password })
  assert.deepEqual(await openApplications(momo), [])
  const key = await confirm(society, 'emil@navy.example')
  await ada.call(applyToJoin, { key, ...dora, full_name: 'Emil' })
  await ada.call(updateOrganization, { join_gate: 'open' })
  await ada.call(registerAccount, { key: await confirm(society, 'emil@navy.example'), full_name: 'Emil', password })
  assert.deepEqual(await openApplications(momo), [])
})

test('the rules for joining are checked when applying and when approving', async ({ ada, momo, server, society }) => {
  await requireApproval(ada)
  await ada.call(updateOrganization, { require_unique_names: true })
  const key = await confirm(society, email)
  await ada.refused(applyToJoin, { key, ...dora, full_name: 'Ada' }, nameTaken)
  await ada.refused(applyToJoin, { key, ...dora, password: 'abc' })
  await ada.call(applyToJoin, { key, ...dora })
  const application_id = await idOf(momo, email)
  await ada.call(updateOrganization, { emails_restricted_to_domains: true })
  await momo.refused(api.approveApplication, { application_id }, domainNotAllowed)
  await ada.call(updateOrganization, { emails_restricted_to_domains: false })
  await society.join('Dora')
  await momo.refused(api.approveApplication, { application_id }, nameTaken)
  await ada.call(updateOrganization, { require_unique_names: false })
  await momo.call(startLockdown, { hours: 1 })
  await momo.refused(api.approveApplication, { application_id }, joiningPaused)
  await ada.refused(confirmAddress, { email: 'emil@navy.example' }, joiningPaused)
  await ada.refused(applyToJoin, { key, ...dora })
  server.clock.advance(3_600_000)
  await momo.call(api.approveApplication, { application_id })
})

test('applicants accept the community rules if there are any', async ({ ada, momo, society }) => {
  await requireApproval(ada)
  await ada.call(updateRules, { text: 'Be kind.' })
  const key = await confirm(society, email)
  assert.equal((await ada.call(lookAtInvitation, { key })).rules_version, 1)
  await ada.refused(applyToJoin, { key, ...dora }, rulesNotAccepted)
  await ada.call(applyToJoin, { key, ...dora, accepted_rules_version: 1 })
  // a new version of the rules doesn't prevent approval
  await ada.call(updateRules, { text: 'Be quiet.' })
  const { user_id } = await momo.call(api.approveApplication, { application_id: await idOf(momo, email) })
  const rows = await society.server.runtime.db.read((tx) =>
    tx
      .selectFrom('accepted_rules')
      .select('version')
      .where('user_id', '=', user_id as never)
      .execute(),
  )
  assert.deepEqual(rows, [{ version: 1 }])
  await ada.call(updateRules, { text: '' })
})

test('applicants answer the current questions', async ({ ada, ben, momo, society }) => {
  await ben.refused(updateOrganization, { join_questions: ['Why?'] }, mustBeAdministrator)
  for (const join_questions of [Array(6).fill('Why?'), [' '], ['x'.repeat(201)], 'Why?', [1]])
    await ada.refusedRaw('PATCH', '/realm', { join_questions })
  await requireApproval(ada)
  const key = await confirm(society, email)
  const [first, second] = answers as [(typeof answers)[0], (typeof answers)[0]]
  for (const submitted of [[], [first], [second, first], [first, { ...second, answer: ' ' }]])
    await ada.refused(applyToJoin, { key, ...dora, answers: submitted }, api.answersMissing)
  await ada.refused(applyToJoin, { key, ...dora, answers: [first, { ...second, answer: 'x'.repeat(1_001) }] })
  await ada.call(updateOrganization, { join_questions: ['Why?'] })
  await ada.refused(applyToJoin, { key, ...dora }, api.answersMissing)
  const answer = `${'x'.repeat(998)}é\u{1f9f6}`
  await ada.call(applyToJoin, { key, ...dora, answers: [{ question: 'Why?', answer }] })
  // answers are stored with their questions
  await ada.call(updateOrganization, { join_questions: [] })
  assert.deepEqual((await openApplications(momo))[0]?.answers, [{ question: 'Why?', answer }])
})

test('an organization has at most 500 open applications', async ({ ada, momo, society }) => {
  await requireApproval(ada)
  await submitApplication(society, email)
  await society.org.transact(null, async ({ tx }) => {
    const row = await tx
      .selectFrom('application')
      .selectAll()
      .where('org_id', '=', ada.org.id)
      .executeTakeFirstOrThrow()
    const { id: _, ...rest } = row
    const more = Array.from({ length: maxApplications - 1 }, (_, at) => ({
      ...{ ...rest, email: `p${at}@navy.example`, answers: jsonb(row.answers) },
    }))
    await tx.insertInto('application').values(more).execute()
  })
  const key = await confirm(society, 'late@navy.example')
  await ada.refused(applyToJoin, { key, ...dora }, api.tooManyApplications)
  await submitApplication(society, email, { full_name: 'Dora again' })
  const { applications, has_more, total } = await momo.call(api.getApplications, { limit: 2 })
  assert.deepEqual([applications.length, has_more, total], [2, true, maxApplications])
  const rest = await momo.call(api.getApplications, { after: applications[1]?.id as number, limit: maxApplications })
  assert.deepEqual([rest.applications.length, rest.has_more], [maxApplications - 2, false])
  await momo.call(api.declineApplication, { application_id: await idOf(momo, 'p0@navy.example') })
  await ada.call(applyToJoin, { key, ...dora })
})

test('an address with an account can’t apply', async ({ ada, ben, society }) => {
  await requireApproval(ada)
  const key = await confirm(society, email)
  await ada.call(createUser, { email, full_name: 'Dora', password })
  await ada.refused(applyToJoin, { key, ...dora }, emailTaken)
  await ada.call(confirmAddress, { email: ben.email })
  assert.match((await mailsTo(society, ben.email)).at(-1)?.headers.get('subject') ?? '', /already have an account/)
})

test('moderators get a notice in their channel, at most once an hour', async ({ ada, momo, server, society }) => {
  const requests = await makeChannel(society.org, 'requests', [ada, momo], { invite_only: true })
  await requireApproval(ada)
  await ada.call(updateOrganization, { moderation_request_channel_id: requests })
  const notices = async () => {
    const narrow = [{ operator: 'channel', operand: requests }]
    const { messages } = await momo.send('GET', '/messages', { anchor: 'newest', num_before: 10, num_after: 0, narrow })
    return (messages as { content: string }[]).map(({ content }) => content)
  }
  server.clock.set(new Date('2030-05-17T12:00:00Z'))
  await submitApplication(society, email, { full_name: 'Dora Long' })
  await submitApplication(society, 'emil@navy.example')
  assert.equal((await notices()).length, 1)
  assert.match((await notices())[0] ?? '', /Someone applied to join[\s\S]*#organization\/applications/)
  server.clock.advance(3_600_000)
  await submitApplication(society, 'fritz@navy.example')
  assert.equal((await notices()).length, 2)
})
