import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import { assert, test } from '#test'
import { searchOperators, searchValues } from '../../../web/narrow/search-text.ts'
import { helpOfPage, pagesWithHelp } from '../../../web/settings/help-of-pages.ts'
import { operators } from '../../features/messages/messages/narrow/terms.ts'
import { loadHelp } from './index.ts'

const source = (name: string) => readFileSync(join(projectRoot, 'help', `${name}.md`), 'utf8')

test('every page is in the contents and begins with a summary', async () => {
  const { pages } = await loadHelp()
  const files = readdirSync(join(projectRoot, 'help')).filter((name) => name.endsWith('.md'))
  assert.deepEqual(pages.map(({ name }) => `${name}.md`).sort(), files.sort())
  for (const { name, sections } of pages) assert.match(sections[0]?.text ?? '', /^[A-Z`].*[.:?!]/, name)
})

test("links in the help aren't broken", async () => {
  const { pages } = await loadHelp()
  const targets = new Set(
    pages.flatMap(({ name, sections }) => [
      `/help/${name}`,
      ...sections.map(({ anchor }) => `/help/${name}#${anchor}`),
    ]),
  )
  const elsewhere = [/^https:\/\/example\.com/, /^mailto:/]
  let links = 0
  for (const { name, html } of pages)
    for (const [, href = ''] of html.matchAll(/ href="([^"]*)"/g)) {
      links++
      const isThere = targets.has(href.startsWith('#') ? `/help/${name}${href}` : href)
      assert.ok(isThere || elsewhere.some((pattern) => pattern.test(href)), `${name} leads to ${href}`)
    }
  assert.ok(links > 120)
  // references to files in the repository
  for (const { name } of pages)
    for (const [, file = ''] of source(name).matchAll(/`(docs\/[^`]+)`/g))
      assert.ok(existsSync(join(projectRoot, file)), `${name} names ${file}`)
})

test('examples are rendered like messages', async () => {
  const page = (await loadHelp()).pages.find(({ name }) => name === 'formatting')
  const html = page?.html ?? ''
  for (const shown of [
    /<strong>bold<\/strong>, <em>italic<\/em>, <del>strikethrough<\/del>/,
    /<ul>\n<li>tea<\/li>/,
    /<span class="user-mention" data-user-id="1">@Ada Lovelace<\/span>/,
    /<a class="stream-topic" data-stream-id="1">#general &gt; tea<\/a>/,
    /<blockquote>/,
    /<div class="codehilite" data-code-language="Python">/,
    /<table>\n<thead>/,
    /class="katex"/,
    /<div class="spoiler-block">/,
    /class="emoji emoji-1f44d"/,
    /<time datetime="2026-12-01T17:00:00Z">/,
  ])
    assert.match(html, shown)
  assert.doesNotMatch(html, /#narrow|user-mention-error|tex-error|timestamp-error/)
})

test('every search operator is documented', () => {
  const page = source('searching')
  const named = searchOperators.flatMap((operator) =>
    operator in searchValues
      ? searchValues[operator as keyof typeof searchValues].map((value) => `${operator}:${value}`)
      : [`${operator}:`],
  )
  assert.deepEqual(
    named.filter((one) => !page.includes(`\`${one}\``)),
    [],
  )
  // IDs that users don't type, plain words, and an older name
  const untyped = ['id', 'with', 'search', 'group-pm-with']
  assert.deepEqual(
    operators.filter((one) => !untyped.includes(one) && !(searchOperators as readonly string[]).includes(one)),
    [],
  )
})

test('every keyboard shortcut of the client is documented', () => {
  const script = join(projectRoot, 'scripts/generate-help-keys.mjs')
  execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })
})

test('a question finds the section that answers it', async () => {
  const help = await loadHelp()
  const best = (query: string) => {
    const [first] = help.find(query, 1)
    return first && `${first.section.page}#${first.section.anchor}`
  }
  assert.equal(best('How do I mute a topic?'), 'topics#muting-and-following')
  assert.equal(best('quiet hours'), 'quiet-times#schedule')
  assert.equal(best('pinning messages'), 'pins-and-stars#pins')
  assert.match(best('notifcations') ?? '', /^notifications/, 'one letter is missing')
  assert.match(best('café FORMÁTTING') ?? '', /^formatting/, 'accents and capitals do not count')
  assert.equal(best('qwxyz'), undefined)
  assert.equal(best(''), undefined)
  assert.equal(best('?!'), undefined)
  assert.ok(help.find('the', 5).length > 0, 'words that say little are looked for where there is no other')
})

test("questions in users' own words find the right page", async () => {
  const help = await loadHelp()
  const asked: Record<string, string> = {
    'keyboard shortcuts': 'keys',
    'dark mode': 'settings',
    'do not disturb': 'quiet-times',
    'How can I change my avatar?': 'profile',
    'private message': 'direct-messages',
    'attach a file': 'files',
    'I forgot my password': 'settings',
    'create a channel': 'channels',
    'schedule a message': 'scheduled-messages',
    markdown: 'formatting',
    'invite people': 'members-and-invitations',
    webhook: 'bots-and-integrations',
    'delete my account': 'privacy',
    'Where are threads?': 'topics',
  }
  const astray = Object.entries(asked).flatMap(([query, page]) => {
    const pages = help.find(query, 3).map(({ section }) => section.page)
    return pages.includes(page) ? [] : [`${query}: ${pages.join()}`]
  })
  assert.deepEqual(astray, [])
})

test('search results show an excerpt around the match', async () => {
  const [first] = (await loadHelp()).find('crop picture', 1)
  assert.deepEqual(
    first?.excerpt.filter(({ isMatch }) => isMatch).map(({ text }) => text.toLowerCase()),
    ['picture', 'cropped'],
  )
  for (const { excerpt } of (await loadHelp()).find('message', 30))
    assert.ok(excerpt.reduce((sum, { text }) => sum + text.length, 0) <= 226)
  const long = 'topic '.repeat(100_000)
  assert.ok((await loadHelp()).find(long, 3).length > 0)
})

const clientFiles = (): string[] =>
  readdirSync(join(projectRoot, 'web'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/node_modules|\.test\.ts$/.test(name))
    .map((name) => join(projectRoot, 'web', name))

test('help links in the client point to existing sections', async () => {
  const { pages } = await loadHelp()
  const anchors = new Map(pages.map(({ name, sections }) => [name, sections.map(({ anchor }) => anchor)]))
  const named = clientFiles().flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bhelpHref\('([\w-]+)'(?:, '([\w-]*)')?\)/g)].map(
      ([, page = '', anchor = '']) => [page, anchor] as const,
    ),
  )
  const ofSettings = pagesWithHelp.map((key) => helpOfPage(key).slice('help/'.length).split('#') as [string, string?])
  for (const [page, anchor = ''] of [...named.filter(([page]) => page !== 'index.json'), ...ofSettings])
    assert.ok(anchors.get(page)?.includes(anchor), `${page}#${anchor}`)
})

test('every settings page has its place in the help', () => {
  const keys = clientFiles()
    .filter((file) => /settings[/\\]\w+[/\\]sections\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/(?:\bkey: |\bpage\(\s*'\w+',\s*)'([\w-]+)'/g)])
    .map(([, key = '']) => key)
  assert.ok(keys.includes('appearance'))
  // groups have pages of their own, outside the settings
  assert.deepEqual(
    keys.filter((key) => key !== 'groups' && !pagesWithHelp.includes(key)),
    [],
  )
})

test("names in the help match the client's texts", async () => {
  const folder = join(projectRoot, 'web/texts')
  const files = readdirSync(folder)
    .filter((name) => /\.(?:arb|ts)$/.test(name))
    .map((name) => join(folder, name))
  // and texts of the sign-in pages
  const texts = [...files, join(projectRoot, 'src/texts/en.arb')].map((file) => readFileSync(file, 'utf8')).join('\n')
  const examples = ['Projects', "Friday's release", "Tuesday's interview", 'CAFÉ']
  const unknown: string[] = []
  for (const { name } of (await loadHelp()).pages) {
    const words = source(name).replace(/```.*?```|`[^`]*`|\*\*[^*]+\*\*/gs, '')
    for (const [, named = ''] of words.matchAll(/(?<!\*)\*([A-Z][^*]+)\*(?!\*)/g)) {
      const text = named.replace(/\s+/g, ' ')
      const isThere = ["'", '"', '`'].some((quote) => texts.includes(`${quote}${text}`))
      if (!isThere && !examples.includes(text)) unknown.push(`${name}: ${text}`)
    }
  }
  assert.deepEqual(unknown, [])
})
