import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Parser } from 'htmlparser2'
import { assert, test } from '#test'
import { FailedError } from '../../src/command/errors.ts'
import { exportSite } from '../../src/command/operations/exports.ts'
import { publicChannels, writeSite } from '../../src/features/data/exports/site/write.ts'
import { makeChannel } from '../harness/channel.ts'
import { sendFiles, upload } from '../harness/files.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function allFiles(folder: string): Promise<Map<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, string>()
  for (const one of found.filter((entry) => entry.isFile())) {
    const path = join(one.parentPath, one.name)
    files.set(path.slice(folder.length + 1), await readFile(path, 'utf8'))
  }
  return files
}

test('a site has public channels with files and links, and nothing private', async ({ ada, ben }) => {
  const garden = await makeChannel(ada.org, 'garden', [ada, ben])
  const vault = await makeChannel(ada.org, 'vault', [ada, ben], { invite_only: true })
  await sendFiles(ada, '/realm/emoji/tulip', [{ filename: 'a.png', content: png }])
  const { url: plan } = await upload(ben, 'plän <1>.txt', 'the plan of the garden')
  const { url: picture } = await upload(ben, 'rose.png', png)
  const { url: page } = await upload(ben, 'evil.html', '<script>alert(1)</script>')
  const { url: hidden } = await upload(ben, 'secret.txt', 'XYZZY in a file')
  await ben.sends(`XYZZY ${hidden}`, { channel: vault, topic: 'plans' })
  const ids: number[] = []
  for (let n = 0; n < 7; n++)
    ids.push(await ada.sends(`number ${n} 🌷`, { channel: garden, topic: 'Tea & <Biscuits>' }))
  const link = `#narrow/channel/${garden}-garden/topic/Tea.20.26.20.3CBiscuits.3E/near/${ids[5]}`
  await ben.sends(`[plan](${plan}) [rose](${picture}) [page](${page}) :tulip: [there](${link})`, {
    channel: garden,
    topic: 'roses',
  })
  await ben.sends(`<script>alert(2)</script> [x](javascript:alert(3)) ![out](https://evil.example/x.png) $$x^2$$`, {
    channel: garden,
    topic: 'roses',
  })
  await ben.sends(`https://evil.example/y.png and @**Ada** and #**vault>plans**`, { channel: garden, topic: 'roses' })
  await ada.send('POST', `/messages/${ids[0]}/reactions`, { emoji_name: 'tea' })

  const folder = await mkdtemp(join(ada.server.runtime.config.dataDir, 'site-'))
  const { blobs } = ada.server.runtime
  const counts = await writeSite({ org: ada.org, blobs, folder, channels: publicChannels(ada.org), perPage: 3 })
  const files = await allFiles(folder)
  const all = [...files].map(([name, text]) => name + text).join('\n')
  assert.ok(!/XYZZY|secret\.txt/.test(all), 'nothing private')
  assert.ok(!all.includes(ada.email) && !all.includes(ben.apiKey))
  assert.ok(counts.messages >= 10 && counts.files === 4, JSON.stringify(counts))
  assert.ok([...files.keys()].some((name) => /^files\/\d+-evil\.html\.txt$/.test(name)))
  assert.deepEqual(
    [...files.keys()].filter((name) => name.startsWith(`channel-${garden}/topic-1`)),
    [`channel-${garden}/topic-1-2.html`, `channel-${garden}/topic-1-3.html`, `channel-${garden}/topic-1.html`],
  )
  const roses = files.get(`channel-${garden}/topic-2.html`) ?? ''
  assert.ok(roses.includes(`href="../channel-${garden}/topic-1-2.html#message-${ids[5]}"`), roses)
  assert.match(roses, /<img class="emoji" loading="lazy" src="\.\.\/emoji\/[0-9a-f]{24}\.png"/)

  // every page's references are local, and nothing is fetched from elsewhere
  for (const [name, text] of files) {
    if (!name.endsWith('.html')) continue
    const parser = new Parser({
      onopentag(tag, attributes) {
        assert.ok(!Object.keys(attributes).some((one) => one.startsWith('on') || one === 'style'), name)
        if (tag === 'script') assert.match(attributes.src ?? '', /^(?:\.\.\/)?search\.js$/)
        for (const [attribute, value] of Object.entries(attributes)) {
          if (attribute !== 'href' && attribute !== 'src') continue
          if (/^https?:/.test(value)) {
            assert.deepEqual([tag, attributes.rel], ['a', 'noopener noreferrer nofollow'])
            continue
          }
          const target = join(name, '..', (value.split('#')[0] as string) || '../x')
          if (value.startsWith('#')) assert.ok(text.includes(`id="${value.slice(1)}"`), value)
          else assert.ok(files.has(target), `${name} names ${value}`)
        }
      },
    })
    parser.end(text)
  }
})

test('a site of one channel works only for a public one', async ({ ada, server, society }) => {
  const garden = await makeChannel(ada.org, 'garden', [ada])
  await makeChannel(ada.org, 'meadow', [ada])
  await makeChannel(ada.org, 'vault', [ada], { invite_only: true })
  await ada.sends('Hello', { channel: garden, topic: 'tea' })
  const output = join(server.runtime.config.dataDir, 'garden-site')
  const { subdomain: org } = society
  const made = await exportSite(server.runtime, { org, output, channel: 'Garden' })
  assert.deepEqual([made.channels, made.messages], [1, 1])
  for (const channel of ['vault', 'nowhere'])
    await assert.rejects(exportSite(server.runtime, { org, output: `${output}2`, channel }), FailedError)
  await assert.rejects(exportSite(server.runtime, { org, output }), /already exists/)
})
