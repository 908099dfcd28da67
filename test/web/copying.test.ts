import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'
import { pasteInto } from './pasting.ts'

const source = `Ask @**Ada** and @_**Ben**, or all: @**topic**, see #**design** and #**design>release** :tada:

Some **bold**, *slanted*, ~~struck~~ and \`code x_y\`, $$e^{i\\pi}$$ and [a link](https://example.com/a)
on two lines

\`\`\`python
def f():
    return "a*b"
\`\`\`

\`\`\`math
x^2 + y^2
\`\`\`

- one
- two
  - inner

Then:

1. first
2. second

> quoted **words**

\`\`\`spoiler How it ends
They ship it.
\`\`\``

async function copies({ page }: Visitor, first: number, last = first): Promise<void> {
  await page.evaluate(
    ([from, to]) => {
      const [start, end] = [from, to].map((id) => document.getElementById(`c${id}`)) as [HTMLElement, HTMLElement]
      getSelection()?.setBaseAndExtent(start, 0, end, end.childNodes.length)
    },
    [first, last] as const,
  )
  await copiesSelected(page)
}

/** The handler that cleans copied text is loaded with the first selection. */
async function copiesSelected(page: Visitor['page']): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('copies').length > 0)
  await page.keyboard.press('Control+c')
}

describe.skipIf(!hasBrowser)('copying', () => {
  test('a copied message pastes as its Markdown, and elsewhere as clean text', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const id = await say(source)
    await ada.send('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' })
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('They ship it')
    await copies(here, id)
    await here.composeField.focus()
    await page.keyboard.press('Control+v')
    await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('**bold**'))
    assert.equal(await here.composeField.inputValue(), source)
    // undoing once leaves the text that other programs get
    await page.keyboard.press('Control+z')
    const text = await here.composeField.inputValue()
    assert.match(text, /^Ask @Ada and Ben, or all: @topic, see #design and #design > release 🎉\n/)
    assert.include(
      text,
      '\n\ndef f():\n    return "a*b"\n\nx^2 + y^2\n\n- one\n- two\n  - inner\n\nThen:\n\n1. first\n2. second\n',
    )
    assert.include(text, 'code x_y, $$e^{i\\pi}$$ and a link\non two lines')
    assert.notMatch(text, /Copy|Try|Show/)
    assert.deepEqual(here.complaints, [])
  })

  test('several copied messages include names and times, without button labels', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const first = await say('It is ready:\n\n```python\nx = 1\n```')
    await say('Have a look')
    const last = await say('Thank **you**', ada)
    await ben.send('POST', `/messages/${first}/reactions`, { emoji_name: 'tada' })
    const here = await visit(ada, { locale: 'en-US' })
    const { page } = here
    await here.opens(hash)
    await here.sees('Thank you')
    await copies(here, first, last)
    await here.composeField.focus()
    await page.keyboard.press('Control+v')
    await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('Thank **you**'))
    const when = String.raw`[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d.[AP]M`
    assert.match(
      await here.composeField.inputValue(),
      new RegExp(
        `^\\*\\*Ben, ${when}\\*\\*\n\nIt is ready:\n\n\`\`\`python\nx = 1\n\`\`\`\n\n` +
          `\\*\\*Ben, ${when}\\*\\*\n\nHave a look\n\n\\*\\*Ada, ${when}\\*\\*\n\nThank \\*\\*you\\*\\*$`,
      ),
    )
    await page.keyboard.press('Control+z')
    assert.match(
      await here.composeField.inputValue(),
      new RegExp(`^Ben, ${when}\nIt is ready:\n\nx = 1\n\nBen, ${when}\nHave a look\n\nAda, ${when}\nThank you$`),
    )
    assert.deepEqual(here.complaints, [])
  })

  test('selected words keep their format; words from a code line are plain', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Some **bold words** and `inline code`\n\n```js\nconst answer = 42\n```')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('const answer')
    for (const [selector, from, to, wanted] of [
      ['.content strong', 0, 4, '**bold**'],
      ['.content p code', 0, 11, '`inline code`'],
      ['.content pre', 0, 5, 'const'],
    ] as const) {
      await page.evaluate(
        ([of, start, end]) => {
          const walk = document.createTreeWalker(document.querySelector(of) as Node, NodeFilter.SHOW_TEXT)
          const text = walk.nextNode() as Text
          getSelection()?.setBaseAndExtent(text, start, text, end)
        },
        [selector, from, to] as const,
      )
      await copiesSelected(page)
      await here.composeField.fill('')
      await here.composeField.focus()
      await page.keyboard.press('Control+v')
      await page.waitForFunction((value) => document.querySelector('textarea')?.value === value, wanted)
    }
    assert.deepEqual(here.complaints, [])
  })

  test('inline code pasted after an open backtick adds no other', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    await here.opens(hash)
    const code = { texts: { 'text/plain': 'npm ci', 'text/html': '<code>npm ci</code>' } }
    const address = {
      texts: { 'text/plain': 'https://example.com/a', 'text/html': '<code>https://example.com/a</code>' },
    }
    const field = here.composeField
    await field.pressSequentially('Run `')
    // where the client doesn't handle the paste, the browser inserts the plain text
    const isLeft = await field.evaluate((it, { texts }) => {
      const data = new DataTransfer()
      for (const [type, text] of Object.entries(texts)) data.setData(type, text)
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data })
      return it.dispatchEvent(event)
    }, code)
    assert.isTrue(isLeft)
    assert.equal(await field.inputValue(), 'Run `')
    await field.fill('Run ')
    await pasteInto(field, code)
    await here.page.waitForFunction(() => document.querySelector('textarea')?.value === 'Run `npm ci`')
    await field.fill('See ')
    await pasteInto(field, address)
    await here.page.waitForFunction(() => document.querySelector('textarea')?.value === 'See https://example.com/a')
    assert.deepEqual(here.complaints, [])
  })
})
