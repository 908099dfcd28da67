import type { Page } from 'playwright-core'

/** What a screen reader gets from the browser: the focused element, and changes in live regions. */
export interface Heard {
  readonly focus: string
  readonly announced: readonly string[]
}

interface Value {
  readonly value?: unknown
}
interface TreeNode {
  readonly ignored?: boolean
  readonly role?: Value
  readonly name?: Value
  readonly description?: Value
  readonly value?: Value
  readonly properties?: readonly { readonly name: string; readonly value: Value }[]
}

const states = ['checked', 'pressed', 'expanded', 'selected', 'disabled', 'invalid', 'hasPopup', 'multiline', 'modal']
/** These differ with each run. */
const stable = (text: string) =>
  text
    .replace(/\d{1,2}:\d\d [AP]M/g, '9:05 AM')
    .replace(/\s+/g, ' ')
    .trim()

export const head = `<!-- Written by test/web/announced.test.ts. -->

# Screen reader output

Use this page to check what the web client exposes to assistive technology in the ten most frequent tasks. It's read from
Chromium's accessibility tree (\`Accessibility.getFullAXTree\`) while a test does the tasks by keyboard, and the test fails when
it changes. *Focus* is the role, name, description, and states of the focused element; *announced* is what changes in live
regions (\`status\`, \`alert\`, and \`log\`).

It isn't a recording of speech. Orca and NVDA weren't run with this version of the client, so pronunciation, order, and what a
screen reader leaves out are untested. To record Orca's speech, see [how to run it](accessibility.md#screen-readers).

To update this page after a change: \`npx vitest run --project browser test/web/announced.test.ts -u\`.
`

/** Records live regions from now on. */
export async function listen(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Accessibility.enable')
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    const live = '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive], output'
    const words = (node: Node): string => {
      if (node.childNodes.length === 0) return (node.textContent ?? '').trim()
      return [...node.childNodes].map(words).filter(Boolean).join(' ')
    }
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const added = [...addedNodes].find((one) => one instanceof Element && one.matches(live))
        const region = (added as Element | undefined) ?? element?.closest(live)
        if (!region) continue
        const role = region.getAttribute('role') ?? 'status'
        const text = role === 'log' ? [...addedNodes].map(words).join(' ') : words(region)
        if (text) heard.push(`${role}: ${text}`)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return {
    clear: () =>
      page.evaluate(() => {
        ;(globalThis as unknown as { heard: string[] }).heard.length = 0
      }),
    async heard(): Promise<Heard> {
      const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: readonly TreeNode[] }
      const of = (node: TreeNode, name: string) => node.properties?.find((one) => one.name === name)?.value.value
      const at = nodes
        .filter((node) => !node.ignored && of(node, 'focused') === true && node.role?.value !== 'RootWebArea')
        .at(-1)
      const said = await page.evaluate(() => [...new Set((globalThis as unknown as { heard: string[] }).heard)])
      return { focus: at ? describe(at, of) : `the page “${await page.title()}”`, announced: said.map(stable) }
    },
  }
}

function describe(node: TreeNode, of: (node: TreeNode, name: string) => unknown): string {
  const on = states.flatMap((state) => {
    const value = of(node, state)
    return value === undefined || value === 'false' || (value === false && state !== 'expanded')
      ? []
      : [`${state}: ${value}`]
  })
  const words = [`${node.role?.value} “${node.name?.value ?? ''}”`]
  if (node.description?.value) words.push(`described as “${node.description.value}”`)
  return stable([...words, ...on].join(', ')).replaceAll('|', '\\|')
}
