import sharp from 'sharp'
import { assert, type Person, test } from '#test'
import { groupsMirror } from '../src/areas/groups/mirror.ts'
import { mostOfOnePerson, mostOfOrganization, tooManyKept } from '../src/areas/organization/totals.ts'
import { fieldTypes } from '../src/areas/profile-fields/field-types.ts'
import { policies } from '../src/areas/user-topics/api.ts'
import { makeChannel } from './harness/channel.ts'
import { sendFiles } from './harness/files.ts'

type Thing = keyof typeof mostOfOnePerson | keyof typeof mostOfOrganization

/** Whoever is at the limit has this many. */
const limit = 2
const later = Math.floor(Date.now() / 1000) + 86_400

type Call = [method: string, path: string, params: Record<string, unknown>]
/** How somebody comes by one more of each thing; `number` is another one each time. */
const more: Record<Exclude<Thing, 'custom emoji'>, (number: number, channel: number, person: Person) => Call> = {
  drafts: (number) => ['POST', '/drafts', { drafts: [{ type: '', to: [], content: `draft ${number}` }] }],
  'saved snippets': (number) => ['POST', '/saved_snippets', { title: `snippet ${number}`, content: 'text' }],
  'scheduled messages': (number, _channel, person) => [
    'POST',
    '/scheduled_messages',
    {
      ...{ type: 'direct', to: [person.id], content: `number ${number}` },
      scheduled_delivery_timestamp: later,
    },
  ],
  reminders: (number) => ['POST', '/reminders', { note: `number ${number}`, scheduled_delivery_timestamp: later }],
  'navigation views': (number) => [
    'POST',
    '/navigation_views',
    { fragment: `view/${number}`, is_pinned: true, name: `view ${number}` },
  ],
  bots: (number) => ['POST', '/bots', { full_name: `Bot ${number}`, short_name: `bot${number}` }],
  invitations: () => ['POST', '/invites/multiuse', {}],
  'topics with a visibility policy': (number, stream_id) => [
    'POST',
    '/user_topics',
    { stream_id, topic: `topic ${number}`, visibility_policy: policies.muted },
  ],
  'user groups': (number) => ['POST', '/user_groups/create', { name: `group ${number}`, description: '', members: [] }],
  'channel folders': (number) => ['POST', '/channel_folders/create', { name: `folder ${number}` }],
  'custom profile fields': (number) => [
    'POST',
    '/realm/profile_fields',
    { name: `field ${number}`, field_type: fieldTypes.SHORT_TEXT.id },
  ],
  'allowed domains': (number) => ['POST', '/realm/domains', { domain: `n${number}.example`, allow_subdomains: false }],
}

/** With so small a total that it can be reached. */
async function withLimit(what: Thing, total: number, work: () => Promise<void>): Promise<void> {
  const totals = (what in mostOfOnePerson ? mostOfOnePerson : mostOfOrganization) as Record<string, number>
  const before = totals[what] as number
  totals[what] = total
  try {
    await work()
  } finally {
    totals[what] = before
  }
}

for (const [what, make] of Object.entries(more) as [keyof typeof more, (typeof more)[keyof typeof more]][])
  test(`there is an end to ${what}, which is said, and nothing is changed`, async ({ ada, ines, society }) => {
    const channel = await makeChannel(society.org, 'weaving', [ada, ines])
    const isPersonal = what in mostOfOnePerson
    // the groups that every organization has count
    const first = what === 'user groups' ? ada.org.get(groupsMirror).byId.size : 0
    const watch = await ada.register()
    await withLimit(what, limit + first, async () => {
      for (let number = 0; number < limit; number++) await ada.send(...make(number, channel, ada))
      const { status, message } = await ada.refusedRaw(...make(limit, channel, ada))
      assert.deepEqual([status, message], [400, tooManyKept({}, { what, limit: limit + first }).message])
      if (isPersonal) await ines.send(...make(9, channel, ines))
    })
    await ada.send(...make(limit, channel, ada))
    await watch.agreesWithFreshRegister()
  })

test('there is an end to custom emoji; pictures above it are not kept', async ({ ada }) => {
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer()
  const add = (name: string) => sendFiles(ada, `/realm/emoji/${name}`, [{ filename: 'a.png', content: picture }])
  await withLimit('custom emoji', 1, async () => {
    assert.equal((await add('loom')).status, 200)
    const { status, json } = await add('shuttle')
    assert.deepEqual([status, json.msg], [400, tooManyKept({}, { what: 'custom emoji', limit: 1 }).message])
  })
  assert.equal((await add('shuttle')).status, 200)
})
