import sharp from 'sharp'
import { roles } from '#contract'
import { assert, type Person, TestOrganization, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { fetchAs, upload } from '../../../../../test/harness/files.ts'
import { heldBy, hold } from '../../../../../test/harness/held.ts'
import { updateChannel } from '../../../channels/channels/api.ts'
import * as api from './api.ts'

const link = ({ url, filename }: { url: string; filename: string }) => `[${filename}](${url})`

const loomPicture = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#a34a06' } })
    .png()
    .toBuffer()

/** The names of those who can fetch a file. */
async function readersOf(url: string, people: Record<string, Person>): Promise<string[]> {
  const names: string[] = []
  for (const [name, person] of Object.entries(people)) {
    const { status } = await fetchAs(person, url)
    assert.ok(status === 200 || status === 404, `${name}: ${status}`)
    assert.equal((await fetchAs(person, `/api/v1${url}`)).status, status, 'the API agrees')
    if (status === 200) names.push(name)
  }
  return names
}

const queueOf = async (moderator: Person) => (await moderator.call(api.getHeldMessages)).held_messages

test('only the author and moderators can open the files of a held message', async ({ ada, ben, cleo, gus, momo }) => {
  await hold(ada)
  const [plan, loom] = [await upload(ben, 'the plan.txt', 'x'), await upload(ben, 'loom.png', await loomPicture())]
  const other = await upload(ben, 'other.txt', 'y')
  const people = { ada, ben, cleo, gus, momo }
  assert.deepEqual(await readersOf(plan.url, people), ['ben'])
  const held_id = await heldBy(ben, `Look: ${link(plan)} ${link(loom)} ${link(plan)}`)
  for (const { url } of [plan, loom]) assert.deepEqual(await readersOf(url, people), ['ada', 'ben', 'momo'])
  assert.deepEqual(await readersOf(other.url, people), ['ben'])
  const [held] = await queueOf(momo)
  assert.deepEqual(
    held?.files.map(({ name, url, size }) => [name, url, size > 0]),
    [
      ['the plan.txt', plan.url, true],
      ['loom.png', loom.url, true],
    ],
  )
  const [, thumbnail] = held?.files ?? []
  assert.equal((await fetchAs(momo, thumbnail?.thumbnail_url as string)).status, 200)
  assert.equal((await fetchAs(cleo, thumbnail?.thumbnail_url as string)).status, 404)
  await momo.call(api.rejectHeldMessage, { held_id })
  assert.deepEqual(await readersOf(plan.url, people), ['ben'])
  assert.equal((await fetchAs(momo, thumbnail?.thumbnail_url as string)).status, 404)
})

test('after release, everyone who can read the channel can open its files', async ({ ada, ben, cleo, momo }) => {
  await hold(ada)
  const plan = await upload(ben, 'plan.txt', 'x')
  const held_id = await heldBy(ben, link(plan))
  await momo.call(api.releaseHeldMessage, { held_id })
  assert.deepEqual(await readersOf(plan.url, { ben, cleo, momo }), ['ben', 'cleo', 'momo'])
})

test('withdrawing a held message closes its files to moderators', async ({ ada, ben, momo }) => {
  await hold(ada)
  const plan = await upload(ben, 'plan.txt', 'x')
  const held_id = await heldBy(ben, link(plan))
  assert.deepEqual(await readersOf(plan.url, { ben, momo }), ['ben', 'momo'])
  await ben.call(api.withdrawHeldMessage, { held_id })
  assert.deepEqual(await readersOf(plan.url, { ben, momo }), ['ben'])
})

test('a held message doesn’t give moderators access to other people’s files', async ({ ada, ben, cleo, momo }) => {
  await hold(ada)
  const secret = await upload(cleo, 'secret.txt', 'x')
  await heldBy(ben, link(secret))
  assert.deepEqual(await readersOf(secret.url, { ben, cleo, momo }), ['cleo'])
  assert.deepEqual((await queueOf(momo))[0]?.files, [])
})

test('moderators who can’t read the channel can’t open its held files', async ({ ada, ben, momo, society }) => {
  await hold(ada)
  const stream_id = await makeChannel(society.org, 'looms', [ada, ben])
  const mara = await society.join('Mara', roles.moderator)
  const plan = await upload(ben, 'plan.txt', 'x')
  await heldBy(ben, link(plan), 'looms', stream_id)
  const readers = { ben, mara, momo }
  assert.deepEqual(await readersOf(plan.url, readers), ['ben', 'mara', 'momo'])
  await ada.call(updateChannel, { stream_id: stream_id as never, is_private: true })
  assert.deepEqual(await readersOf(plan.url, readers), ['ben'])
})

test('another organization’s moderators can’t open held files', async ({ ada, ben, momo, server }) => {
  const other = await TestOrganization.found(server)
  await hold(ada)
  const plan = await upload(ben, 'plan.txt', 'x')
  await heldBy(ben, link(plan))
  assert.deepEqual(await readersOf(plan.url, { momo, stranger: other.owner }), ['momo'])
})
