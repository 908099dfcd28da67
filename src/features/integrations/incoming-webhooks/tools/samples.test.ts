import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, test } from '#test'
import { messagesPage, specimens } from './specimens.ts'
import { kindOf } from './tool.ts'

const all = await specimens()

for (const [tool, list] of all)
  test(`what ${tool.displayName} posts reads as it has been read`, () => {
    for (const { name, event, content } of list) assert.ok(content !== '' && kindOf(tool, event), `${name}: ${event}`)
    const page = join(import.meta.dirname, tool.name, 'messages.md')
    // `npm run generate` writes this page: review the changes and commit them
    assert.equal(messagesPage(list), readFileSync(page, 'utf8'))
  })

test('every event of a tool has a one-line description', () => {
  for (const [{ name, events }] of all)
    for (const [event, { about }] of Object.entries(events)) {
      assert.match(about, /^\p{Lu}.{5,100}[^.]$/u, `${name} ${event}`)
      assert.match(event, /^[\w.:*/ -]+$/)
    }
})
