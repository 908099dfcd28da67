import { mustBeMember, roles } from '#contract'
import { assert, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { keyIn, writtenMails } from '../../../../test/harness/mail.ts'
import { getAuditLog } from '../../people/audit-log/api.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { restrictUser } from '../../people/restrictions/api.ts'
import { deactivateUser } from '../../people/users/api.ts'
import { noSuchUser } from '../../people/users/errors.ts'
import { confirmAddress, registerAccount } from '../../sign-in/accounts/api.ts'
import { createInviteLink, getInvites, revokeInviteLink, sendInvites } from '../../sign-in/invitations/api.ts'
import { reportMessage } from '../messages/api/report.ts'
import { getMessageReports } from '../reports/api.ts'
import * as api from './api.ts'
import * as notes from './notes/api.ts'

test('moderators see each other’s notes immediately, and authors can edit and delete them', async ({
  society,
  ada,
  ben,
  momo,
  ines,
}) => {
  const mara = await society.join('Mara', roles.moderator)
  const user_id = ben.id
  const watch = await mara.register('moderation_file')
  const others = await ben.register('moderation_file')
  const { note } = await momo.call(notes.addModerationNote, { user_id, content: '  Second account of Bob 🙂 ' })
  assert.deepEqual([note.author_id, note.content, note.edited_at], [momo.id, 'Second account of Bob 🙂', null])
  assert.deepEqual((await mara.call(api.getModerationFile, { user_id })).notes, [note])
  const at = { user_id, note_id: note.id }
  await mara.refused(notes.updateModerationNote, { ...at, content: 'x' }, api.notYourNote)
  await mara.refused(notes.deleteModerationNote, at, api.notYourNote)
  await momo.call(notes.updateModerationNote, { ...at, content: 'Third account' })
  await momo.call(notes.updateModerationNote, { ...at, content: 'Third account' })
  const [changed] = (await mara.call(api.getModerationFile, { user_id })).notes
  assert.deepEqual([changed?.content, typeof changed?.edited_at], ['Third account', 'number'])
  await ines.call(notes.deleteModerationNote, at)
  await momo.refused(notes.updateModerationNote, { ...at, content: 'x' }, api.noSuchNote)
  await momo.refused(notes.deleteModerationNote, at, api.noSuchNote)
  assert.deepEqual((await mara.call(api.getModerationFile, { user_id })).notes, [])
  assert.deepEqual(
    (await watch.of('moderation_file')).map((event) => event.user_id),
    [user_id, user_id, user_id],
  )
  assert.deepEqual(await others.of('moderation_file'), [])
  const { entries } = await ada.call(getAuditLog)
  assert.deepEqual(
    entries.map(({ action }) => action.split(' ')[0]),
    ['DELETE', 'PATCH', 'POST'],
  )
})

test('notes are limited in length and number, and empty ones are refused', async ({ society, ben, momo }) => {
  const user_id = ben.id
  for (const content of ['', '  ', 'x'.repeat(2_001)]) await momo.refused(notes.addModerationNote, { user_id, content })
  await momo.call(notes.addModerationNote, { user_id, content: 'x'.repeat(2_000) })
  await society.org.transact(null, async ({ tx }) => {
    const row = { org_id: society.org.id, user_id, author_id: momo.id, content: 'x', created_at: new Date() }
    await tx
      .insertInto('moderation_note')
      .values(Array.from({ length: 199 }, () => ({ ...row, edited_at: null })))
      .execute()
  })
  await momo.refused(notes.addModerationNote, { user_id, content: 'one more' }, api.tooManyNotes)
})

test('members can’t open files, and moderators can’t open those of their peers', async ({
  society,
  ada,
  ben,
  cleo,
  momo,
  gus,
}) => {
  const mara = await society.join('Mara', roles.moderator)
  const content = 'x'
  for (const { id: user_id } of [momo, mara, ada]) {
    await momo.refused(api.getModerationFile, { user_id }, api.cannotRestrictRank)
    await momo.refused(api.getJoinedWith, { user_id }, api.cannotRestrictRank)
    await momo.refused(notes.addModerationNote, { user_id, content }, api.cannotRestrictRank)
  }
  await ben.refused(api.getModerationFile, { user_id: cleo.id }, api.cannotRestrict)
  await ben.refused(notes.addModerationNote, { user_id: cleo.id, content }, api.cannotRestrict)
  await gus.refused(api.getModerationFile, { user_id: cleo.id }, mustBeMember)
  await momo.refused(api.getModerationFile, { user_id: 999_999 as never }, noSuchUser)
  await ada.call(api.getModerationFile, { user_id: momo.id })
  const watch = await momo.register('moderation_file')
  await ada.call(notes.addModerationNote, { user_id: mara.id, content })
  assert.deepEqual(await watch.of('moderation_file'), [])
})

test('the file has restrictions, and reports for moderators only', async ({ society, ada, ben, cleo, momo }) => {
  const requests = await makeChannel(society.org, 'moderation', [ada], { invite_only: true })
  const plaza = await makeChannel(society.org, 'plaza', [ben, cleo, momo])
  await ada.call(updateOrganization, { moderation_request_channel_id: requests })
  const rude = await ben.sends('rude words', { channel: plaza, topic: 'x' })
  const secret = await ben.sends('secret words', cleo)
  await cleo.call(reportMessage, { message_id: rude, report_type: 'harassment', description: 'Not nice' })
  await cleo.call(reportMessage, { message_id: secret, report_type: 'spam' })
  const own = await cleo.sends('mine', { channel: plaza, topic: 'x' })
  await ben.call(reportMessage, { message_id: own, report_type: 'spam' })
  await momo.call(restrictUser, { user_id: ben.id, kind: 'read_only', until: null, reason: 'Insults' })
  const file = await momo.call(api.getModerationFile, { user_id: ben.id })
  assert.deepEqual(
    file.reports_about.map(({ kind, content, message_id }) => [kind, content, message_id]),
    [
      ['spam', null, null],
      ['harassment', 'rude words', rude],
    ],
  )
  assert.deepEqual(
    file.reports_by.map(({ author_id }) => author_id),
    [cleo.id],
  )
  assert.deepEqual(
    file.restrictions.map(({ reason }) => reason),
    ['Insults'],
  )
  const { reports } = await momo.call(getMessageReports, { author_id: ben.id, limit: 1 })
  assert.deepEqual(
    reports.map(({ kind }) => kind),
    ['spam'],
  )
  assert.equal((await momo.call(getMessageReports, { reporter_id: momo.id })).reports.length, 0)
  // permission to restrict people isn't permission to read reports
  const eve = await society.join('Eve')
  await ada.call(updateOrganization, {
    can_restrict_members_group: { new: { direct_members: [eve.id], direct_subgroups: [] } },
  })
  const guest = await society.join('Guest', roles.guest)
  assert.deepEqual((await eve.call(api.getModerationFile, { user_id: guest.id })).reports_about, [])
})

test('deleting a profile deletes the notes about it', async ({ ada, ben, momo }) => {
  await momo.call(notes.addModerationNote, { user_id: ben.id, content: 'Lives next door' })
  await ada.call(deactivateUser, { user_id: ben.id })
  assert.equal((await momo.call(api.getModerationFile, { user_id: ben.id })).notes.length, 1)
  await ada.call(deactivateUser, { user_id: ben.id, actions: { delete_profile: true } })
  assert.deepEqual((await momo.call(api.getModerationFile, { user_id: ben.id })).notes, [])
})

test('the file shows who invited someone, and who joined with the same link, in pages', async ({
  ada,
  momo,
  server,
}) => {
  const { invite_link } = await ada.call(createInviteLink, {})
  const link = invite_link.split('/').at(-1) as string
  const password = 'a lovely long day'
  const joinAs = async (full_name: string) => {
    await ada.call(confirmAddress, { email: `${full_name}@navy.example`, key: link })
    const mail = (await writtenMails(server)).at(-1)
    return (await ada.call(registerAccount, { key: keyIn(mail as never), full_name, password })).user_id
  }
  const [dora, eve, fay] = [await joinAs('Dora'), await joinAs('Eve'), await joinAs('Fay')]
  await ada.call(sendInvites, { invitee_emails: 'gil@navy.example', stream_ids: [] })
  const mailed = keyIn((await writtenMails(server)).at(-1) as never)
  const { user_id: gil } = await ada.call(registerAccount, { key: mailed, full_name: 'Gil', password })
  const [invite] = (await ada.call(getInvites)).invites
  await ada.call(revokeInviteLink, { invite_id: invite?.id as number })

  const { joining } = await momo.call(api.getModerationFile, { user_id: dora })
  assert.deepEqual([joining.invitation, joining.inviter_id], ['link', ada.id])
  assert.equal(typeof joining.invitation_created_at, 'number')
  const page = await momo.call(api.getJoinedWith, { user_id: dora, limit: 1 })
  assert.deepEqual([page.people.map(({ user_id }) => user_id), page.has_more], [[fay], true])
  const rest = await momo.call(api.getJoinedWith, { user_id: dora, limit: 1, before: fay })
  assert.deepEqual([rest.people.map(({ user_id }) => user_id), rest.has_more], [[eve], false])
  const { joining: byMail } = await momo.call(api.getModerationFile, { user_id: gil })
  assert.deepEqual([byMail.invitation, byMail.inviter_id], ['email', ada.id])
  assert.deepEqual((await momo.call(api.getJoinedWith, { user_id: gil })).people, [])
})
