import { messagesPage, type Specimen, specimens } from '../src/areas/incoming-webhooks/tools/specimens.ts'
import { categories, type Tool } from '../src/areas/incoming-webhooks/tools/tool.ts'

const begin = 'https://chat.example.com/api/v1/external'
const cell = (text: string) => text.replaceAll('|', '\\|')

function chapter(tool: Tool, all: readonly Specimen[]): string {
  const { name, displayName, setup, documentation, verification, events } = tool
  const rows = Object.entries(events).map(([event, { about }]) => `| \`${event}\` | ${cell(about)} |`)
  return `### ${displayName}

    ${begin}/${name}?api_key=API_KEY&stream=CHANNEL

${setup} What it posts: [${new URL(documentation).hostname}](${documentation}). Signed, once a secret is set: ${verification.about}. [${all.length === 1 ? 'Its sample' : `Its ${all.length} samples`} as messages](integration-samples.md#${name}).

| event | |
|---|---|
${rows.join('\n')}
`
}

const intro = `# Integrations

Tools that can post here, made from their declarations by \`npm run generate\`. [Webhooks](webhooks.md#integrations) tells
what can stand in an address, how posts are checked and what comes of them, and how another tool is added.
\`GET /api/v1/integrations\` lists the same.
`

/** A message as it was written, where a page shows Markdown: what only Loquat knows is shown as this page can. */
const shownText = (content: string) =>
  content
    .replace(/<time:([^>]+)>/g, (_whole, time: string) => time.replace('T', ' ').replace(/(?:\\.\\d+)?Z$/, ' UTC'))
    .replace(
      /^(`{3,})quote\n([\s\S]*?)\n\1$/gm,
      (_whole, _marker, inside: string) => `\n${inside.replace(/^/gm, '> ')}\n`,
    )
    .replace(/^(?!\s|$|>|[*|#`]|\d+\.)(.*)$(?=\n(?![\s*>`]))/gm, '$1  ')
    .replace(/^(.+)\n(?=\* )/gm, (whole, line: string) =>
      /^\s*\*/.test(line) || line.startsWith(' ') ? whole : `${line}\n\n`,
    )

function samplesPage(all: readonly (readonly [Tool, readonly Specimen[]])[]): string {
  const parts = all.map(
    ([{ name, displayName }, list]) =>
      `## ${displayName} <a id="${name}"></a>\n\n${list
        .map(
          (one) =>
            `**${one.topic}** – ${one.name} (\`${one.event}\`)\n\n${shownText(one.content).replace(/^(?=.|$)/gm, '> ')}\n`,
        )
        .join('\n')}`,
  )
  return `# What integrations say

Every sample of every [integration](integrations.md) as the message that becomes of it: its topic in bold, what the tool
posted, and the text. Made by \`npm run generate\`; a test compares them.

${parts.join('\n')}`
}

/** Everything that is made from the declarations, by its path. */
export async function pages(): Promise<Record<string, string>> {
  const all = (await specimens()).toSorted(([a], [b]) => a.displayName.localeCompare(b.displayName, 'en'))
  const chapters = Object.entries(categories).map(([category, name]) => {
    const own = all.filter(([tool]) => tool.category === category)
    return `## ${name}\n\n${own.map(([tool, list]) => chapter(tool, list)).join('\n')}`
  })
  const contents = Object.entries(categories).map(
    ([category, name]) =>
      `* ${name}: ${all
        .filter(([tool]) => tool.category === category)
        .map(([tool]) => tool.displayName)
        .join(', ')}`,
  )
  return {
    'docs/integrations.md': `${intro}\n${contents.join('\n')}\n\n${chapters.join('\n')}`,
    'docs/integration-samples.md': samplesPage(all),
    ...Object.fromEntries(
      all.map(([{ name }, list]) => [`src/areas/incoming-webhooks/tools/${name}/messages.md`, messagesPage(list)]),
    ),
  }
}
