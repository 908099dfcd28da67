import { assert, test } from '#test'
import { twinOf } from '../../../../test/harness/twin.ts'
import { tokenInUse } from './access.ts'
import { createAccessToken, revokeAccessToken } from './api.ts'

const url = process.env.LOQUAT_TEST_DATABASE_URL

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10))
}

test.skipIf(!url)('a token created or revoked in one process is so in the other', async ({ ada, server }) => {
  const twin = await twinOf(server)
  try {
    const there = await twin.organization(ada.org.id)
    const { token, access_token } = await ada.call(createAccessToken, { name: 'agent', scopes: ['read'] })
    const found = () => {
      try {
        return tokenInUse(there, null, token)
      } catch {
        return undefined
      }
    }
    await until(() => found() !== undefined)
    const held = found()
    assert.equal(held?.userId, ada.id)
    await ada.call(revokeAccessToken, { token_id: access_token.id })
    await until(() => held?.hasEnded === true)
    assert.equal(found(), undefined)
  } finally {
    await twin.stop()
    await twin.db.close()
  }
})
