import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { assert, test } from '#test'
import { layerProblems, webLayers } from '../scripts/web-layers.mjs'

const problemsOf = (path: string, target: string, typeOnly = false) =>
  layerProblems(new Map([[path, [{ target, typeOnly }]]]))

test('an import of a folder above is reported with both files', () => {
  const [problem, ...others] = problemsOf('web/store/people.ts', 'web/feed/feed.tsx')
  assert.match(problem ?? '', /^web\/store\/people\.ts imports web\/feed\/feed\.tsx, but web\/feed is above web\/store/)
  assert.deepEqual(others, [])
})

test('an import of a folder above in the same layer is reported', () => {
  assert.equal(problemsOf('web/store/people.ts', 'web/navigation/route.ts').length, 1)
})

test('a type-only import of a folder above is reported', () => {
  assert.equal(problemsOf('web/parts/menu.tsx', 'web/store/people.ts', true).length, 1)
})

test('importing main.tsx from the app is reported', () => {
  assert.equal(problemsOf('web/app/app.tsx', 'web/main.tsx').length, 1)
})

test('imports of folders below, and of the same folder, pass', () => {
  assert.deepEqual(problemsOf('web/feed/feed.tsx', 'web/store/people.ts'), [])
  assert.deepEqual(problemsOf('web/feed/feed.tsx', 'web/feed/row.tsx'), [])
  assert.deepEqual(problemsOf('web/workbench/main.tsx', 'web/main.tsx'), [])
  assert.deepEqual(problemsOf('web/store/people.ts', 'src/contract/index.ts'), [])
})

test('a folder without a layer is reported', () => {
  assert.deepEqual(problemsOf('web/unknown/view.ts', 'web/store/people.ts'), [
    'web/unknown has no place in scripts/web-layers.mjs',
  ])
})

test('every folder of the web client is in one layer', () => {
  const folders = readdirSync(join(import.meta.dirname, '../web'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name)
  const listed = webLayers.flatMap((layer) => layer.folders).filter((name) => name !== 'main.tsx')
  assert.deepEqual([...listed].sort(), folders.sort())
})
