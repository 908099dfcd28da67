import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { assert, onTestFinished, test } from 'vitest'
import { callsOverBudget, filesOfCalls } from '../scripts/build-web.mjs'
import { temporaryFolder } from './harness/temporary-folder.ts'

const chunk = (fileName: string, ...moduleIds: string[]) => ({ type: 'chunk', fileName, moduleIds })

test('the code of calls counts in every file, but not a library for media servers', () => {
  const output = [
    chunk('own-call.js', '/loquat/web/parts/toast.ts', '/loquat/web/calls/own-call.ts'),
    chunk('panel.js', '/loquat/web/calls/panel.tsx'),
    chunk('livekit.js', '/loquat/web/calls/livekit-room.ts', '/loquat/node_modules/livekit-client/index.js'),
    chunk('inbox.js', '/loquat/web/inbox/inbox.tsx'),
    { type: 'asset', fileName: 'panel.css' },
  ]
  assert.deepEqual(filesOfCalls(output), ['own-call.js', 'panel.js'])
})

test('a build whose calls load more than the limit is refused', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  await writeFile(join(folder.path, 'index.html'), '<script src="app/first.js">')
  await writeFile(join(folder.path, 'index.de.html'), '<script src="app/first.js">')
  for (const name of ['first.js', 'own-call.js', 'panel.js'])
    await writeFile(join(folder.path, `${name}.gz`), gzipSync(randomBytes(3 * 1024)))
  const names = ['first.js', 'own-call.js', 'panel.js']
  const problems = (most: number) => callsOverBudget(folder.path, new Map([['en', names]]), most)
  assert.deepEqual(await problems(7), [])
  assert.deepEqual(await problems(5), ['calls in en load 6.0 KB instead of 5'])
  assert.deepEqual(await callsOverBudget(folder.path, new Map([['de', names]]), 5), [])
})
