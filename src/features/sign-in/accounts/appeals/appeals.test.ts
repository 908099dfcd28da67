import { dayMs, roles } from '#contract'
import { afterAll, assert, beforeAll, startServer, TestOrganization, type TestServer, test } from '#test'
import { keyIn, MailServer, writtenMails } from '../../../../../test/harness/mail.ts'
import { banUser } from '../../../messages/moderation/bans/api.ts'
import * as modmail from '../../../messages/modmail/api.ts'
import { moderationChannel } from '../../../messages/modmail/fixture.ts'
import { getUser, reactivateUser } from '../../../people/users/api.ts'
import { ask } from '../fixture.ts'

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

async function banned({ reason = 'Advertising', send_email = true } = {}) {
  const society = await TestOrganization.found(server)
  const ada = society.owner
  const momo = await society.join('Momo', roles.moderator)
  const dora = await society.join('Dora')
  const before = mail.mails.length
  await momo.call(banUser, { user_id: dora.id, note: 'third account', send_email, reason })
  await server.runtime.timer.wake()
  const mails = () => mail.mails.slice(before).filter(({ to }) => to.some((address) => address.startsWith('dora@')))
  return { ...{ society, ada, momo, dora, mails }, path: () => `/appeal/${keyIn(mails()[0] as never)}` }
}

test('a banned person appeals once, and moderators reply by email without their names', async () => {
  const { society, ada, momo, dora, mails, path } = await banned()
  const { posts } = await moderationChannel(ada)
  const [first] = mails()
  assert.match(first?.text ?? '', /Advertising.*once within 30 days/s)
  assert.ok(!first?.text.includes('third account') && !first?.text.includes('Momo'))
  const appeal = path()
  const page = await ask(society, appeal)
  assert.equal(page.statusCode, 200)
  // opening the link doesn't use it up, and neither does a mistake
  for (const content of ['', ' \r\n ', 'x'.repeat(4_001)])
    assert.equal((await ask(society, appeal, { content })).statusCode, 400)
  const content = '</textarea><script>alert(1)</script>\r\n```\r\n@**all** sorry'
  const sent = await ask(society, appeal, { content })
  assert.deepEqual([sent.statusCode, sent.body.includes('Appeal sent')], [200, true])
  for (const again of [await ask(society, appeal), await ask(society, appeal, { content })])
    assert.equal(again.statusCode, 400)

  const [listed, ...more] = (await momo.call(modmail.getModmail)).modmail
  assert.deepEqual(more, [])
  assert.deepEqual([listed?.kind, listed?.user_id, listed?.unanswered], ['appeal', dora.id, 1])
  assert.equal(listed?.messages[0]?.content, content.replaceAll('\r\n', '\n'))
  const [post] = await posts()
  assert.match(post?.content ?? '', /is banned and sent an appeal.*````text\n/s)
  const modmail_id = listed?.id as number
  await momo.call(modmail.replyToModmail, { modmail_id, content: 'The ban stays.' })
  await server.runtime.timer.wake()
  const reply = mails().at(-1)
  assert.match(reply?.text ?? '', /replied to your appeal.*The ban stays\./s)
  assert.ok(!reply?.text.includes('Momo'))
})

test('an administrator lifts the ban of someone who appealed', async () => {
  const { society, ada, momo, dora, mails, path } = await banned()
  const appeal = path()
  await ask(society, appeal, { content: 'Please' })
  const [listed] = (await momo.call(modmail.getModmail)).modmail
  const modmail_id = listed?.id as number
  await momo.refused(modmail.liftBan, { modmail_id })
  await ada.call(modmail.liftBan, { modmail_id, content: 'Sorry, our mistake.' })
  await ada.refused(modmail.liftBan, { modmail_id }, modmail.notAppeal)
  assert.equal((await ada.call(getUser, { user_id: dora.id })).user.is_active, true)
  const [closed] = (await momo.call(modmail.getModmail, { state: 'closed' })).modmail
  assert.deepEqual([closed?.id, closed?.closed_by], [modmail_id, ada.id])
  await server.runtime.timer.wake()
  assert.match(mails().at(-1)?.text ?? '', /ban .* was lifted.*Sorry, our mistake\./s)
})

test('an appeal link is refused if it’s guessed, expired, or the person isn’t banned', async () => {
  const { society, ada, dora, path } = await banned()
  const other = await TestOrganization.found(server)
  const appeal = path()
  const guess = `/appeal/${'A'.repeat(43)}`
  const answers = [await ask(society, guess), await ask(society, '/appeal/1'), await ask(other, appeal)]
  for (const { statusCode } of answers) assert.equal(statusCode, 400)
  // each looks the same, so that nothing is learned from guessing
  assert.equal(answers[0]?.body, answers[1]?.body)
  server.clock.advance(30 * dayMs + 1)
  assert.equal((await ask(society, appeal, { content: 'late' })).statusCode, 400)
  server.clock.release()
  await ada.call(reactivateUser, { user_id: dora.id })
  assert.equal((await ask(society, appeal, { content: 'not banned' })).statusCode, 400)
  await ada.call(banUser, { user_id: dora.id })
  assert.equal((await ask(society, appeal, { content: 'an earlier link' })).statusCode, 400)
  assert.deepEqual((await ada.call(modmail.getModmail)).modmail, [])
})

test('a ban sends no email unless asked, or if the server can’t send email', async ({ ada, ben, server: silent }) => {
  const { mails } = await banned({ send_email: false })
  assert.deepEqual(mails(), [])
  const before = (await writtenMails(silent)).length
  await ada.call(banUser, { user_id: ben.id, send_email: true, reason: 'Spam' })
  assert.equal((await writtenMails(silent)).length, before)
})
