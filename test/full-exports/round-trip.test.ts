import { botTypes } from '#contract'
import { assert, exploration, explorationPatience, type Person, startServer, test } from '#test'
import { LoquatClient } from '../../client/index.ts'
import { importOrganization } from '../../src/command/operations/org-import.ts'
import { organizationCache } from '../../src/features/people/organization/cache.ts'
import { peopleCache } from '../../src/features/people/users/cache.ts'
import { makeChannel } from '../harness/channel.ts'
import { raw, upload } from '../harness/files.ts'
import { assertSameContent, fullArchive } from './archives.ts'
import { RandomOrganization } from './random-organization.ts'

/** Values of the server, the moment, or the queue. */
const passing = ['queue_id', 'server_timestamp', 'server_generation', 'event_queue_longpoll_timeout_seconds', 'devices']

async function registered(transport: Person['client'] | undefined): Promise<Record<string, unknown>> {
  const answer = (await transport?.send('POST', '/register', [
    ['apply_markdown', 'true'],
    ['include_subscribers', 'true'],
    ['client_capabilities', JSON.stringify({ notification_settings_null: true, bulk_message_deletion: true })],
  ])) as Record<string, unknown>
  for (const name of passing) delete answer[name]
  // the log continues, with an event for the import
  delete answer.last_event_id
  return answer
}

test('a random organization is unchanged by export and import, for everyone', {
  timeout: explorationPatience,
}, async () => {
  const until = Date.now() + exploration.seconds * 1000
  for (let seed = 1; seed <= 2 || Date.now() < until; seed++) {
    const server = await startServer()
    const other = await startServer()
    try {
      const random = await RandomOrganization.found(server, seed + exploration.seed)
      await random.live()
      const { org, subdomain } = random.society
      for (const { run } of server.runtime.features.flatMap(({ repeated = [] }) => repeated))
        await run(org, server.runtime, () => true)
      const first = await fullArchive(server, org)
      const made = await importOrganization(other.runtime, { file: first.path, subdomain, dryRun: false })
      assert.equal(made.ids_kept, true)
      const there = await other.runtime.organization(org.id)
      assert.equal(there.get(organizationCache).subdomain, subdomain)
      const second = await fullArchive(other, there)
      assertSameContent(first.files, second.files)
      let compared = 0
      for (const { apiKey, deliveryEmail: email, isActive, botType, isSystemBot } of org.get(peopleCache).all()) {
        if (!isActive || isSystemBot || (botType !== null && botType !== botTypes.generic)) continue
        const clients = [server, other].map(
          (one) => new LoquatClient({ email, apiKey, transport: one.transport(subdomain) }),
        )
        const [here, after] = [await registered(clients[0]), await registered(clients[1])]
        assert.deepEqual(after, here, `seed ${seed}, ${email}`)
        compared++
      }
      assert.ok(compared >= 1, 'somebody was compared')
    } finally {
      await server.close()
      await other.close()
    }
  }
})

test('uploads are exported too, and keep their paths', async ({ ada, ben, society }) => {
  const garden = await makeChannel(ada.org, 'garden', [ada, ben])
  const { url } = await upload(ben, 'plän 1.txt', 'the plan of the garden')
  await ben.sends(`[plan](${url})`, { channel: garden, topic: 'tea' })
  const { path } = await fullArchive(ada.server, ada.org)
  const other = await startServer()
  try {
    await importOrganization(other.runtime, { file: path, subdomain: society.subdomain, dryRun: false })
    const authorization = `Basic ${Buffer.from(`${ben.email}:${ben.apiKey}`).toString('base64')}`
    const answer = await raw(other, ada.org, `/api/v1${url}`, { headers: { authorization } })
    const { url: temporary } = answer.json as { url: string }
    const file = await raw(other, ada.org, temporary)
    assert.equal(file.body.toString(), 'the plan of the garden')
  } finally {
    await other.close()
  }
})
