import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { asChannelId, asGroupId, asUserId } from '#contract'
import { projectRoot } from '#platform/config'
import { compileLinkifiers, type MarkdownContext } from './index.ts'

// Texts for the tests and the benchmark; not imported at run time.

const REAL = join(projectRoot, '../shared/data/community-messages.jsonl.gz')

export const benchContext: MarkdownContext = {
  realmUrl: 'https://chat.example.org',
  usersByName: (name) => (name.length > 60 ? [] : [{ id: asUserId(7), full_name: name }]),
  userById: (id) => ({ id, full_name: `Member ${id}` }),
  groupByName: (name) => ({ id: asGroupId(3), name }),
  channelByName: (name) => (name.includes('>') ? undefined : { id: asChannelId(9), name }),
  latestMessageOfTopic: () => 1234,
  linkifiers: compileLinkifiers([
    { id: 1, pattern: '#(?P<id>[0-9]+)', url_template: 'https://tracker.example.org/{id}' },
    { id: 2, pattern: '(?P<repo>[a-z]+)#(?P<id>[0-9]+)', url_template: 'https://tracker.example.org/{repo}/{id}' },
  ]),
  translateEmoticons: true,
}

export function realMessages(): string[] | undefined {
  if (!existsSync(REAL)) return undefined
  const lines = gunzipSync(readFileSync(REAL)).toString('utf8').trim().split('\n')
  return lines.map((line) => (JSON.parse(line) as { content: string }).content)
}

export function demonstrationTexts(): string[] {
  const folder = join(projectRoot, 'demo/conversation')
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split(/^\d+ \d\d:\d\d \w+: ?/m)
      .slice(1)
      .map((text) => text.trim()),
  )
}

export function hostileTexts(length: number): Record<string, string> {
  const fill = (unit: string) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
  const half = Math.floor(length / 2)
  const nested = (open: (i: number) => string) => {
    let text = ''
    for (let i = 0; text.length < length; i++) text += open(i)
    return text
  }
  const texts: Record<string, string> = {
    'deep quotes': fill('>'),
    'quotes on every line': fill('> > > > > > > > > > x\n'),
    'growing quotes': nested((i) => `${'>'.repeat(i % 200)} x\n`),
    'deep lists': nested((i) => `${'  '.repeat(i % 150)}- x\n`),
    'list markers in one line': fill('- '),
    'deep numbered lists': nested((i) => `${'  '.repeat(i % 100)}1. x\n`),
    'numbered and blank lines': fill('1. x\n\n  - y\n'),
    'nested quote fences': nested((i) => `${'`'.repeat(3 + (i % 300))}quote\n`),
    'unclosed fences': fill('```quote\n'),
    'spoilers in spoilers': nested((i) => `${'~'.repeat(3 + (i % 300))}spoiler x\n`),
    'same spoilers': fill('```spoiler x\n```\n'),
    'fences of code': fill('```py\nx\n```\n'),
    'open brackets': fill('['),
    'brackets balanced': '['.repeat(half) + ']'.repeat(half),
    'unclosed links': fill('[a](b'),
    'links in links': fill('[a](https://b.org) ['),
    'parentheses of links': fill('[a]((((((((('),
    images: fill('![a](/user_uploads/1/a.png)'),
    'open images': fill('!['),
    'emphasis nested': fill('*a **a '),
    'emphasis alternating': fill('*a_b**c~~d'),
    asterisks: fill('*'),
    'asterisks and letters': fill('a*'),
    tildes: fill('~~a'),
    backticks: fill('`'),
    'growing backticks': nested((i) => `${'`'.repeat(i % 400)} `),
    dollars: fill('$$'),
    'dollars and letters': fill('$$a'),
    formulas: fill('$$x^2$$ '),
    'different formulas': nested((i) => `$$x_{${i}}$$ `),
    'nested fractions': `$$${'\\frac{1}{'.repeat(180)}${'}'.repeat(180)}$$`,
    'macro bomb':
      '$$\\def\\a{xx}\\def\\b{\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b}\\def\\d{\\c\\c\\c\\c}\\def\\e{\\d\\d\\d\\d}\\e\\e$$ '.repeat(
        20,
      ),
    superscripts: `$$${'x^{'.repeat(300)}${'}'.repeat(300)}$$`,
    'big matrix': `\`\`\`math\n\\begin{matrix}${'a&b&c\\\\'.repeat(220)}\\end{matrix}\n\`\`\``,
    mentions: fill('@**'),
    'mentions of nobody': fill(`@**${'x'.repeat(100)}** `),
    'real mentions': fill('@**Ada** '),
    'group mentions': fill('@*'),
    channels: fill('#**'),
    'channel links': fill('#**a>b** '),
    times: fill('<time:'),
    'times of nothing': fill('<time:2024-01-01T> '),
    angles: fill('<'),
    'angled links': fill('<https://a'),
    'long URL': `https://example.org/${fill('a')}`,
    'URL of brackets': `https://example.org/${fill('(')}`,
    'URLs in a row': fill('https://a.org/'),
    schemes: fill('https://'),
    colons: fill(':'),
    'emoji names': fill(':aa'),
    emoji: fill('😀'),
    'emoji joined': fill('👨‍👩‍'),
    flags: fill('🇦'),
    hosts: fill('a.'),
    'hosts with endings': fill('a.com.'),
    'mail addresses': fill('a@'),
    'long mail addresses': fill('a.a-a+'),
    'one word': fill('a'),
    dashes: fill('a-'),
    'combining marks': `e${fill('\u0301')}`,
    'zero width joiners': fill('\u200d'),
    'right to left marks': fill('\u202e'),
    'broken surrogates': fill('\ud83d'),
    'wide table': `|${fill('a|')}\n|${fill('-|')}\n|${fill('b|')}`,
    'long table': `|a|b|\n|-|-|\n${fill('|1|2|\n')}`,
    'short rows of a wide table': `|${'a|'.repeat(300)}\n|${'-|'.repeat(300)}\n${fill('x\n')}`,
    pipes: fill('|'),
    headings: fill('# a\n'),
    rules: fill('---\n'),
    'dashes below text': fill('a\n-\n'),
    'blank lines': fill('\n'),
    lines: fill('a\n'),
    blanks: fill(' '),
    tabs: fill('\t'),
    'indented code': fill('    x\n\n'),
    backslashes: fill('\\'),
    entities: fill('&amp;'),
    'linkifier matches': fill('#1 '),
    'linkifier near misses': fill('#'),
    'linkifier digits': `#${fill('1')}x`,
    emoticons: fill(':) '),
  }
  // Found by scripts/slow-grammars.mjs and reported by people.
  for (const unit of ['[a](', '[]( ', '[](x ', '[a](b ', '[](a:b', '[', '[a]: '])
    texts[`markdown of ${unit}`] = `\`\`\`markdown\n${fill(unit)}\n\`\`\``
  texts['c of enum1'] = `\`\`\`c\n${fill('enum1')}\n\`\`\``
  texts['csharp of const'] = `\`\`\`csharp\n${fill('const')}\n\`\`\``
  for (const definition of ['\\def\\a', '\\gdef\\a', '\\newcommand\\a', '\\tag'])
    texts[`formula of ${definition}`] =
      `$$${definition}{${'{}'.repeat(450)}}${'\\a'.repeat(190)}${'\\df@tag'.repeat(90)}$$`
  for (const language of [
    'python',
    'javascript',
    'cpp',
    'xml',
    'markdown',
    'bash',
    'lean4',
    'json',
    'yaml',
    'sql',
    'haskell',
    'rust',
  ]) {
    for (const [name, unit] of [
      ['brackets', '(['],
      ['quotes', '"\''],
      ['angles', '<a '],
      ['words', 'a '],
      ['comments', '/* # -- '],
      ['braces', '{$'],
    ] as const) {
      texts[`${language} of ${name}`] = `\`\`\`${language}\n${fill(unit)}\n\`\`\``
    }
  }
  return texts
}
