import { assert, describe } from 'vitest'
import { hostileTexts } from '../../src/platform/markdown/hostile.ts'
import { makeChannel } from '../harness/channel.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('hostile words', () => {
  test('stay words: nothing runs, and the page’s policy has nothing to stop', async ({ society, ada, ben, visit }) => {
    const name = '"><img src=x onerror=alert(1)>'
    const id = await makeChannel(society.org, name, [ada, ben])
    const here = await visit(ada)
    let ran = 0
    here.page.on('dialog', (dialog) => {
      ran++
      void dialog.dismiss()
    })
    await here.opens(`#narrow/channel/${id}`)
    for (const content of Object.values(hostileTexts(400)))
      await ben
        .send('POST', '/messages', {
          type: 'stream',
          to: id,
          topic: '<svg onload=alert(1)>',
          content: content.slice(0, 9_000),
        })
        .catch(() => {})
    await ben.send('POST', '/messages', { type: 'stream', to: id, topic: 'end', content: 'That was all' })
    await here.page.locator('.left').getByRole('link', { name: /^end/ }).waitFor()
    // all of them are drawn once
    const feed = here.page.locator('.feed')
    while (!(await here.message('That was all').count()))
      await feed.evaluate((it) => it.scrollBy(0, it.clientHeight * 4))
    assert.equal(ran, 0)
    const active = await here.page.evaluate(
      () =>
        [...document.querySelectorAll('.content *')].filter(
          (one) =>
            /^(script|iframe|object|embed|form|style|base|meta|link)$/i.test(one.tagName) ||
            [...one.attributes].some(({ name, value }) => /^on/i.test(name) || /^\s*javascript:/i.test(value)),
        ).length,
    )
    assert.equal(active, 0)
    assert.deepEqual(
      here.complaints.filter((line) => /Content Security Policy|Trusted/.test(line)),
      [],
    )
  })
})
