import { asChannelId, asGroupId } from '#contract'
import { assert, test } from '#test'
import { channelsCache } from '../src/features/channels/channels/cache.ts'
import { foldersCache } from '../src/features/channels/channels/folders/cache.ts'
import { groupsCache } from '../src/features/people/groups/cache.ts'
import { domainsCache } from '../src/features/people/realm-domains/cache.ts'
import { playgroundsCache } from '../src/features/text/custom-links/playgrounds/cache.ts'

test('the in-memory state is complete while it changes', async ({ society, ada }) => {
  const { org } = society
  const created = await ada.send('POST', '/channels/create', { name: 'garden', subscribers: [ada.id] })
  const channel = asChannelId(Number(created.id))
  const group = asGroupId(
    Number(
      (await ada.send('POST', '/user_groups/create', { name: 'hands', description: '', members: [ada.id] })).group_id,
    ),
  )
  const folder = Number((await ada.send('POST', '/channel_folders/create', { name: 'Outside' })).channel_folder_id)
  await ada.send('POST', '/realm/domains', { domain: 'garden.example', allow_subdomains: false })
  await ada.send('POST', '/realm/playgrounds', {
    name: 'Try',
    pygments_language: 'Python',
    url_template: 'https://try.example/{code}',
  })
  const missing = new Set<string>()
  let isChanging = true
  const looking = (async () => {
    while (isChanging) {
      if (!org.get(channelsCache).byId.has(channel)) missing.add('channel')
      if (!org.get(groupsCache).byId.has(group)) missing.add('group')
      if (!org.get(foldersCache).has(folder)) missing.add('folder')
      if (!org.get(domainsCache).has('garden.example')) missing.add('domain')
      if (org.get(playgroundsCache).length === 0) missing.add('playground')
      await new Promise(setImmediate)
    }
  })()
  try {
    for (let round = 0; round < 5; round++) {
      await ada.send('PATCH', `/streams/${channel}`, { description: `Round ${round}` })
      await ada.send('PATCH', `/user_groups/${group}`, { description: `Round ${round}` })
      await ada.send('PATCH', `/channel_folders/${folder}`, { description: `Round ${round}` })
      await ada.send('PATCH', '/realm/domains/garden.example', { allow_subdomains: round % 2 === 0 })
      await ada.send('POST', '/realm/playgrounds', {
        name: `Try ${round}`,
        pygments_language: 'Python',
        url_template: 'https://try.example/{code}',
      })
    }
  } finally {
    isChanging = false
    await looking
  }
  assert.deepEqual([...missing], [])
})
