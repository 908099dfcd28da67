import { assert, test } from '#test'
import * as api from './api.ts'

test('somebody who joins is announced to everyone, and a fresh register agrees', async ({ ada, society }) => {
  const watch = await ada.register('realm_user')
  await society.join('Ben')
  assert.deepEqual(await watch.ops(), ['add'])
  await watch.agreesWithFreshRegister()
})

test('the API key opens the account that the password belongs to', async ({ ada }) => {
  const { api_key, user_id } = await ada.call(api.fetchApiKey, {
    username: ada.email,
    password: 'correct horse battery',
  })
  assert.equal(api_key, ada.apiKey)
  assert.equal(user_id, ada.id)
  await ada.refused(api.fetchApiKey, { username: ada.email, password: 'wrong' }, api.wrongCredentials)
})
