import { assert, test } from '#test'
import { writtenMails } from '../../../../test/harness/mail.ts'
import * as api from './api.ts'

test("deactivated users are emailed with the administrator's comment if requested", async ({
  ines,
  ben,
  cleo,
  gus,
  society,
  server,
}) => {
  const before = (await writtenMails(server)).length
  await ines.call(api.deactivateUser, { user_id: ben.id })
  await ines.call(api.deactivateUser, {
    user_id: cleo.id,
    deactivation_notification_comment: 'Přeji hodně štěstí\n<b>Bye</b>',
  })
  await ines.call(api.deactivateUser, { user_id: gus.id, deactivation_notification_comment: '' })
  // sent once, not for repeated requests
  await ines.call(api.deactivateUser, { user_id: gus.id, deactivation_notification_comment: 'Again' })
  const [toCleo, toGus, ...more] = (await writtenMails(server)).slice(before)
  assert.deepEqual(more, [])
  assert.equal(toCleo?.headers.get('to'), `Cleo <${cleo.email}>`)
  assert.match(toCleo?.headers.get('subject') ?? '', /Analytical Engine Society was deactivated/)
  assert.match(toCleo?.text ?? '', /> Přeji hodně štěstí\n> <b>Bye<\/b>/)
  assert.ok(toCleo?.html.includes('Přeji hodně štěstí<br>&lt;b&gt;Bye&lt;/b&gt;'))
  assert.equal(toGus?.headers.get('to'), `Gus <${gus.email}>`)
  assert.ok(!toGus?.text.includes('writes'))
  // nothing is sent for a refused deactivation
  await ines.refused(
    api.deactivateUser,
    { user_id: society.owner.id, deactivation_notification_comment: '' },
    api.ownerRequired,
  )
  assert.equal((await writtenMails(server)).length, before + 2)
})
