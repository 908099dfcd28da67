import { randomUUID } from 'node:crypto'
import { assert, startServer, test } from '#test'

test('a loaded organization is served from its new database after a move', async ({ server, society }) => {
  const { registry, db } = server.runtime
  const { subdomain } = society
  const { id } = society.org
  const east = await startServer()
  try {
    registry.join('east', east.runtime)
    await east.runtime.db.transaction((tx) =>
      tx
        .insertInto('organization')
        .values({ subdomain, name: 'In the east', created_at: server.runtime.now() })
        .execute(),
    )
    const answering = async () => {
      const org = await server.runtime.organizationAt(`${subdomain}.loquat.test`)
      return org && registry.nameOf(registry.runtimeOf(org))
    }
    assert.equal(await answering(), 'home')
    const move = { org_id: id, subdomain, source: 'home', target: 'east' }
    await db.transaction(async (tx) => {
      await tx.insertInto('organization_move').values(move).execute()
      await tx.insertInto('moving_organization').values({ org_id: id, phase: 'held' }).execute()
    })
    assert.equal(await answering(), 'home')
    // decides a move without notifying this process
    await db.transaction(async (tx) => {
      const joined = { name: 'east', number: 1, family: randomUUID(), is_this_one: false }
      await tx.insertInto('joined_database').values(joined).execute()
      await tx.insertInto('organization_place').values({ subdomain, database_name: 'east' }).execute()
      await tx.updateTable('organization_move').set({ decided_at: server.runtime.now() }).execute()
    })
    assert.equal(await answering(), 'east')
  } finally {
    await east.close()
  }
})
