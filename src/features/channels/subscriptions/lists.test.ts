import { assert, test } from '#test'

test('a number or text instead of a list is refused', async ({ ada, ben }) => {
  const begin = { subscriptions: [{ name: 'loom' }] }
  await ada.send('POST', '/users/me/subscriptions', begin)
  for (const principals of [ben.id, String(ben.id), ben.email, `${ben.id},${ada.id}`]) {
    for (const [method, params] of [
      ['POST', begin],
      ['DELETE', { subscriptions: ['loom'] }],
    ] as const)
      await assert.rejects(
        ada.send(method, '/users/me/subscriptions', { ...params, principals }),
        /principals/,
        `${method} ${principals}`,
      )
  }
  await assert.rejects(ada.send('DELETE', '/users/me/subscriptions', { subscriptions: 'loom' }), /subscriptions/)
  assert.deepEqual((await ada.send('DELETE', '/users/me/subscriptions', { subscriptions: ['loom'] })).removed, ['loom'])
})
