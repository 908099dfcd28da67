import { assert, test } from '#test'
import { writtenMails } from '../../../test/harness/mail.ts'
import * as api from './api.ts'

test('deactivated people hear of it by mail if the administrator wants, in the words given', async ({
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
  // it says so once, not whenever it is asked again
  await ines.call(api.deactivateUser, { user_id: gus.id, deactivation_notification_comment: 'Again' })
  const [toCleo, toGus, ...more] = (await writtenMails(server)).slice(before)
  assert.deepEqual(more, [])
  assert.equal(toCleo?.headers.get('to'), `Cleo <${cleo.email}>`)
  assert.match(toCleo?.headers.get('subject') ?? '', /Analytical Engine Society was deactivated/)
  assert.match(toCleo?.text ?? '', /> Přeji hodně štěstí\n> <b>Bye<\/b>/)
  assert.ok(toCleo?.html.includes('Přeji hodně štěstí<br>&lt;b&gt;Bye&lt;/b&gt;'))
  assert.equal(toGus?.headers.get('to'), `Gus <${gus.email}>`)
  assert.ok(!toGus?.text.includes('writes'))
  // nothing is sent for what was refused
  await ines.refused(
    api.deactivateUser,
    { user_id: society.owner.id, deactivation_notification_comment: '' },
    api.ownerRequired,
  )
  assert.equal((await writtenMails(server)).length, before + 2)
})
