import { botTypes, roles } from '#contract'
import { assert, startServer, TestOrganization, type TestServer, test } from '#test'
import { importOrganization } from '../../src/command/operations/org-import.ts'
import type { ArchiveRow } from '../../src/features/data/exports/full/column.ts'
import { readArchive } from '../../src/features/data/exports/full/reader.ts'
import { Relocation } from '../../src/features/data/exports/full/relocation.ts'
import { exportedTables } from '../../src/features/data/exports/full/tables.ts'
import { unsigned } from '../../src/features/data/exports/full/text-references.ts'
import { createGroup } from '../../src/features/people/groups/api.ts'
import { groupsCache } from '../../src/features/people/groups/cache.ts'
import { peopleCache } from '../../src/features/people/users/cache.ts'
import { makeChannel } from '../harness/channel.ts'
import { Person } from '../harness/person.ts'
import { fullArchive, rowsOf } from './archives.ts'
import { RandomOrganization } from './random-organization.ts'

async function there(other: TestServer, subdomain: string, before: Person): Promise<Person> {
  const host = `${subdomain}.${new URL(other.runtime.rootUrl).hostname}`
  const org = await other.runtime.organizationAt(host)
  const account = org?.get(peopleCache).withDeliveryEmail(before.email) ?? assert.fail('nobody is there')
  assert.ok(org)
  return new Person(other, org, subdomain, account)
}

test('importing next to other organizations keeps every reference valid', async ({ society, ada, ben, cleo }) => {
  const garden = await makeChannel(ada.org, 'garden', [ada, ben])
  const bot = await society.join('Asker', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  const ask = { buttons: [{ id: 'yes', label: `"answerers":[${ben.id}]` }], answerers: [ben.id] }
  const widget_content = JSON.stringify({ widget_type: 'interactive', extra_data: ask })
  const { group_id } = await ada.call(createGroup, { name: 'Cooks', description: '', members: [ben.id] })
  const askGroup = { buttons: ask.buttons, answerer_group: group_id }
  const question = { type: 'stream', to: garden, topic: 'tea', content: 'Tea?' }
  const groupWidget = JSON.stringify({ widget_type: 'interactive', extra_data: askGroup })
  await bot.send('POST', '/messages', { ...question, widget_content: groupWidget })
  await bot.send('POST', '/messages', { ...question, widget_content })
  const first = await ada.sends('Hello', { channel: garden, topic: 'tea' })
  const link = `#narrow/channel/${garden}-garden/topic/tea/near/${first}`
  const elsewhere = `https://chat.example.org/#narrow/channel/${garden}-garden/near/${first}`
  const content = `@**Ben|${ben.id}** see [this](${link}), #**garden>tea@${first}**, /#narrow/dm/${ada.id},${ben.id}-dm and ${elsewhere}`
  await ada.sends(content, { channel: garden, topic: 'tea' })
  await cleo.sends('three of us', [ada, ben])
  const { path } = await fullArchive(ada.server, ada.org)

  const other = await startServer()
  try {
    for (let n = 0; n < 2; n++) {
      const busy = await TestOrganization.found(other)
      for (let count = 0; count < 5; count++) await busy.owner.sends('mine', busy.owner)
    }
    const made = await importOrganization(other.runtime, { file: path, subdomain: 'moved', dryRun: false })
    assert.deepEqual([made.ids_kept, made.url], [false, 'http://moved.loquat.test'])
    const [newAda, newBen] = [await there(other, 'moved', ada), await there(other, 'moved', ben)]
    assert.notEqual(newAda.id, ada.id)
    const { messages } = (await newBen.send('GET', '/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: 'garden' }],
      apply_markdown: false,
    })) as {
      messages: {
        id: number
        content: string
        stream_id: number
        flags: string[]
        submessages: { content: string }[]
      }[]
    }
    const [askedGroup, asked, hello, second] = messages.slice(-4) as [
      (typeof messages)[0],
      (typeof messages)[0],
      (typeof messages)[0],
      (typeof messages)[0],
    ]
    const { extra_data } = JSON.parse(asked.submessages[0]?.content ?? '')
    assert.deepEqual(extra_data, { ...ask, answerers: [newBen.id] })
    assert.deepEqual(JSON.parse(askedGroup.submessages[0]?.content ?? '').extra_data, {
      ...askGroup,
      answerer_group: newBen.org.get(groupsCache).named('Cooks')?.id,
    })
    const near = `#narrow/channel/${hello.stream_id}-garden/topic/tea/near/${hello.id}`
    assert.equal(
      second.content,
      `@**Ben|${newBen.id}** see [this](${near}), #**garden>tea@${hello.id}**, /#narrow/dm/${newAda.id},${newBen.id}-dm and ${elsewhere}`,
    )
    assert.ok(second.flags.includes('mentioned') && !second.flags.includes('read'))
    const { raw_content, message } = (await newBen.send('GET', `/messages/${second.id}`)) as {
      raw_content: string
      message: { content: string }
    }
    assert.equal(raw_content, second.content)
    assert.match(message.content, new RegExp(`data-user-id="${newBen.id}"`))
    assert.ok(message.content.includes(`href="/${near}"`) || message.content.includes(`href="${near}"`))
    const watch = await newBen.register('message')
    const id = await newAda.sends('here we are', newBen)
    assert.ok((id as number) > second.id)
    await watch.agreesWithFreshRegister({ except: ['max_message_id'] })
  } finally {
    await other.close()
  }
})

test('rows are unchanged after moving to a busy server and back', async ({ server }) => {
  const random = await RandomOrganization.found(server, 77)
  await random.live()
  const first = await fullArchive(server, random.society.org)
  const other = await startServer()
  try {
    for (let n = 0; n < 2; n++) await TestOrganization.found(other)
    await importOrganization(other.runtime, { file: first.path, subdomain: 'moved', dryRun: false })
    const org = (await other.runtime.organizationAt('moved.loquat.test')) ?? assert.fail()
    const second = await fullArchive(other, org)
    const shifts = Object.fromEntries(
      exportedTables(true).flatMap(([name]) => {
        const [here, moved] = [rowsOf(first.files, name)[0]?.id, rowsOf(second.files, name)[0]?.id]
        return typeof here === 'number' && typeof moved === 'number' ? [[name, here - moved]] : []
      }),
    )
    assert.ok((shifts.message ?? 0) < 0 && (shifts.account ?? 0) < 0)
    const back = new Map<string, ArchiveRow[]>()
    await readArchive(second.path, {
      begin: async ({ last_ids: last, organization }) =>
        new Relocation({
          from: { orgId: organization.id, url: organization.url },
          to: { orgId: random.society.org.id, url: `http://${random.society.subdomain}.loquat.test` },
          last,
          step: 1,
          shifts,
          externalPicture: unsigned,
        }),
      rows: async (name, _table, rows) => void back.set(name, [...(back.get(name) ?? []), ...rows]),
    })
    for (const [name] of exportedTables(true)) {
      if (name === 'organization') continue
      assert.deepEqual(back.get(name) ?? [], rowsOf(first.files, name), name)
    }
  } finally {
    await other.close()
  }
})
