import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import { assert, runHere, test } from '#test'

test('the documentation says where each command is in the web client, or why not', async () => {
  const { out } = await runHere(['--help'])
  const commands = out.split('\n').flatMap((line) => /^ +([a-z\d]+(?:[ -][a-z]+)*) {2,}\S/.exec(line)?.[1] ?? [])
  assert.ok(commands.includes('serve') && commands.includes('org create') && commands.length > 25)
  const page = await readFile(join(projectRoot, 'docs/command-line.md'), 'utf8')
  const table = page.slice(page.indexOf('## Without a terminal'), page.indexOf('## Importing people from a file'))
  const told = [...table.matchAll(/^\| `([^`]+)` \| \S.+\|$/gm)].map(([, name]) => name)
  assert.deepEqual(told.sort(), commands.sort())
  // pages are named like in the client
  const texts = Object.values(JSON.parse(await readFile(join(projectRoot, 'web/texts/en.arb'), 'utf8')))
  for (const [, name = ''] of table.matchAll(/\*([A-Z][^*]+)\*/g)) assert.ok(texts.includes(name), name)
})
