import { assert, startServer, TestOrganization, test } from '#test'
import { sendFiles, upload } from '../../../../test/harness/files.ts'
import { type Attachment, getAttachments, removeAttachment } from './api.ts'

const quarter = 'x'.repeat(2 ** 18)

test("an organization's files stay within the quota, also when uploaded concurrently", async () => {
  const server = await startServer({ uploadQuotaMib: '1' })
  try {
    const society = await TestOrganization.found(server)
    const { owner: ada } = society
    const ben = await society.join('Ben')
    assert.equal((await ada.register('realm')).initial.realm_upload_quota_mib, 1)
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        sendFiles(n % 2 ? ada : ben, '/user_uploads', [{ filename: `${n}.txt`, content: quarter }]),
      ),
    )
    const refused = all.filter(({ status }) => status !== 200)
    assert.equal(refused.length, 6)
    for (const { status, json } of refused) assert.deepEqual([status, json.code], [400, 'REALM_UPLOAD_QUOTA'])
    const space = async () => (await ada.call(getAttachments)).upload_space_used
    assert.equal(await space(), 2 ** 20, 'exactly full')
    assert.equal((await sendFiles(ben, '/user_uploads', [{ filename: 'one more', content: 'x' }])).status, 400)
    assert.equal(await space(), 2 ** 20)

    await upload((await TestOrganization.found(server)).owner, 'a.txt', 'a')

    const [{ id }] = (await ada.call(getAttachments)).attachments as [Attachment]
    await ada.call(removeAttachment, { attachment_id: id })
    assert.equal(await space(), 3 * 2 ** 18)
    assert.equal((await sendFiles(ben, '/user_uploads', [{ filename: 'b', content: `${quarter}x` }])).status, 400)
    await upload(ben, 'b.txt', quarter)
    assert.equal(await space(), 2 ** 20)
  } finally {
    await server.close()
  }
})

test("an organization's quota is 5 GiB unless the option changes it", async ({ ada }) => {
  assert.equal((await ada.register('realm')).initial.realm_upload_quota_mib, 5_120)
  const server = await startServer({ uploadQuotaMib: 'none' })
  try {
    const { owner } = await TestOrganization.found(server)
    assert.equal((await owner.register('realm')).initial.realm_upload_quota_mib, null)
  } finally {
    await server.close()
  }
})
