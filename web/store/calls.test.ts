import { assert, test, vi } from 'vitest'
import { stubPageGlobals } from '../../test/harness/page-globals.ts'

stubPageGlobals()
const { callOfMessage } = await import('./calls.ts')
vi.unstubAllGlobals()

test('only a link that the server marked makes a message a call', () => {
  assert.equal(callOfMessage('<p><a data-call-id="7" href="#call/7">Join the call</a></p>'), 7)
  for (const html of [
    '<p><a href="#call/7">Join the call</a></p>',
    '<p><a href="https://elsewhere.example/#call/7">Join the call</a></p>',
    '<p>&lt;a data-call-id="7" href="#call/7"&gt;</p>',
    '<p>Look: <a data-call-id="7" href="#call/7">Join the call</a></p>',
  ])
    assert.isUndefined(callOfMessage(html), html)
})
