import { assert, test } from '#test'
import * as api from './api.ts'

test('snippets are saved, renamed, and deleted with events for their owner', async ({ ada }) => {
  const watch = await ada.register('saved_snippets')
  const { saved_snippet_id } = await ada.call(api.createSavedSnippet, { title: ' Hi ', content: 'Hello!\n' })
  const other = await ada.call(api.createSavedSnippet, { title: 'Bye', content: 'See you' })
  await ada.call(api.editSavedSnippet, { saved_snippet_id, title: 'Greeting' })
  await watch.agreesWithFreshRegister()
  const { saved_snippets } = await ada.call(api.getSavedSnippets)
  assert.deepEqual(
    saved_snippets.map(({ id, title, content }) => ({ id, title, content })),
    [
      { id: saved_snippet_id, title: 'Greeting', content: 'Hello!' },
      { id: other.saved_snippet_id, title: 'Bye', content: 'See you' },
    ],
  )
  await ada.call(api.deleteSavedSnippet, { saved_snippet_id })
  assert.deepEqual(await watch.ops(), ['add', 'add', 'update', 'remove'])
  await watch.agreesWithFreshRegister()
})

test('snippets are private to their owner', async ({ ada, ben }) => {
  const watch = await ben.register('saved_snippets')
  const { saved_snippet_id } = await ada.call(api.createSavedSnippet, { title: 'Hi', content: 'Hello!' })
  await ben.refused(api.editSavedSnippet, { saved_snippet_id, title: 'Mine' }, api.noSuchSnippet)
  await ben.refused(api.deleteSavedSnippet, { saved_snippet_id }, api.noSuchSnippet)
  assert.deepEqual(await ben.call(api.getSavedSnippets), { saved_snippets: [] })
  assert.deepEqual(await watch.ops(), [])
  assert.equal((await ada.call(api.getSavedSnippets)).saved_snippets.length, 1)
})

test('an edit that changes nothing succeeds without an event', async ({ ada }) => {
  const watch = await ada.register('saved_snippets')
  await ada.call(api.editSavedSnippet, { saved_snippet_id: 12 })
  assert.deepEqual(await watch.ops(), [])
})

test("texts are limited in code points, and longer ones aren't stored", async ({ ada }) => {
  const watch = await ada.register('saved_snippets')
  await ada.call(api.createSavedSnippet, { title: '🍊'.repeat(60), content: 'ü'.repeat(10_000) })
  const [{ id: saved_snippet_id } = { id: 0 }] = (await ada.call(api.getSavedSnippets)).saved_snippets
  const bad: [string, Record<string, unknown>][] = [
    ['title', { title: '', content: 'x' }],
    ['title', { title: '  \n', content: 'x' }],
    ['title', { title: 'x'.repeat(61), content: 'x' }],
    ['title', { title: 'a\u0000b', content: 'x' }],
    ['content', { title: 'x', content: ' ' }],
    ['content', { title: 'x', content: 'x'.repeat(10_001) }],
  ]
  for (const [name, params] of bad) {
    for (const [method, path] of [
      ['POST', '/saved_snippets'],
      ['PATCH', `/saved_snippets/${saved_snippet_id}`],
    ] as const) {
      const error = await ada.refusedRaw(method, path, params)
      assert.deepEqual([error.status, error.code], [400, 'BAD_REQUEST'])
      assert.match(error.message, new RegExp(`^Invalid ${name}: `))
    }
  }
  assert.equal((await ada.refusedRaw('POST', '/saved_snippets', { title: 'x' })).code, 'REQUEST_VARIABLE_MISSING')
  assert.deepEqual(await watch.ops(), ['add'])
  assert.equal((await ada.call(api.getSavedSnippets)).saved_snippets.length, 1)
})
