import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, assert, describe } from 'vitest'
import { projectRoot } from '#platform/config'
import { makeTopic } from '../harness/topic.ts'
import { test as base } from '../web/browser.ts'
import { launchForReaders } from '../web/chromium.ts'
import { hasReader, press, saidDuring, type } from './spoken.ts'

const test = base.extend({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const browser = await launchForReaders()
      await use(browser)
      await browser.close()
    },
    { scope: 'file' },
  ],
})

/** What was spoken, task by task: the report. */
const report: { task: string; keys: string; said: string[] }[] = []

describe.skipIf(!hasReader)('with a screen reader', () => {
  test('the main tasks are announced by name', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    for (const text of ['The soup is ready', 'Can we **ship** it?']) await say(text)
    const here = await visit(ada)
    const { page } = here
    /** Does something by keyboard; the speech must match all of `expected`. */
    const task = async (name: string, keys: string, mutation: () => unknown, ...expected: RegExp[]) => {
      const said = await saidDuring(mutation, expected)
      report.push({ task: name, keys, said })
      const whole = said.join('\n')
      for (const words of expected) {
        if (!words.test(whole)) problems.push(`${name}: ${words} was not said in: ${said.join(' | ')}`)
      }
    }
    const problems: string[] = []

    await saidDuring(async () => {
      await page.reload()
      await here.listens()
      await page.bringToFront()
    })
    await task(
      'Skip links',
      'Tab, Tab',
      async () => {
        // the browser's toolbar comes first
        for (let presses = 0; presses < 20; presses++) {
          press('Tab')
          if (await page.evaluate(() => document.activeElement?.matches('.skip') && document.hasFocus())) break
        }
        // Orca doesn't always announce the first focus after a page load
        press('Tab')
      },
      /Skip to compose/,
    )
    await task('Open a conversation', 'Enter, then Enter on its row', async () => {
      press('Return')
      await page.locator('.inbox, .conversations').first().waitFor()
      await here.opens(hash)
      await here.sees('ship')
      press('Tab')
    })
    await task(
      'Go to the last message',
      'k',
      async () => {
        await here.message('ship').focus()
      },
      /ship/,
    )
    await task('Go to the previous message', 'k', () => press('k'), /The soup is ready/)
    await task(
      'A message arrives',
      '',
      async () => {
        await say('It is on the table')
        await here.sees('on the table')
      },
      /on the table/,
    )
    await task(
      'Reply',
      'r, words, Ctrl+Enter',
      async () => {
        press('r')
        await page.waitForFunction(() => document.activeElement?.matches('textarea'))
        type('On my way')
        press('ctrl+Return')
        await here.sees('On my way')
      },
      /Message .*design.*release/,
    )
    await task(
      'Mention someone',
      '@, letters, Enter',
      async () => {
        type('@be')
        await page.getByRole('option', { name: /^Ben/ }).waitFor()
      },
      /1 suggestion. Press Enter for Ben/,
    )
    press('Escape', 'ctrl+a', 'BackSpace', 'Escape')
    await task(
      "Open a message's menu",
      'i, arrows',
      async () => {
        await here.message('ship').focus()
        press('i')
        await page.getByRole('menu').waitFor()
        press('Down')
      },
      /menu/i,
    )
    press('Escape')
    await task('Add a reaction', '+', async () => {
      await here.message('ship').focus()
      press('plus')
      await here.message('ship').locator('.reactions button').first().waitFor()
    })
    await task(
      'Edit a message',
      'e, words, Ctrl+Enter',
      async () => {
        await here.message('On my way').focus()
        press('e')
        await page.locator('.edit-field textarea').waitFor()
        type('!')
        press('ctrl+Return')
        await page.locator('.edit-field').waitFor({ state: 'detached' })
      },
      /Edit message/,
    )
    await task(
      'Search',
      '/, a word, Enter',
      async () => {
        press('slash')
        await page.getByRole('combobox', { name: 'Search messages' }).waitFor()
        type('soup')
        press('Return')
        await page.getByRole('status').filter({ hasText: 'found' }).waitFor()
      },
      /Search messages/,
      /1 message found/,
    )
    await task(
      'Move a message',
      'm, Escape',
      async () => {
        await here.opens(hash)
        await here.message('ship').focus()
        press('m')
        await page.getByRole('dialog').waitFor()
      },
      /dialog/i,
    )
    press('Escape')
    await task(
      'Change a setting',
      'Space',
      async () => {
        await here.opens('#settings/messages/enter_sends')
        await page.waitForFunction(() => document.activeElement?.id === 'setting-enter_sends')
        press('space')
        await page.getByText('Saved').first().waitFor()
      },
      /Saved/,
    )
    await task(
      'The server is unreachable',
      '',
      async () => {
        await page.context().setOffline(true)
        await page.locator('.connection').waitFor()
        await page.context().setOffline(false)
      },
      /Reconnecting|Offline since/,
    )
    assert.deepEqual(problems, [])
  }, 900_000)

  afterAll(async () => {
    if (report.length === 0) return
    const sections = report.map(
      ({ task, keys, said }) =>
        `### ${task}\n\n${keys === '' ? '' : `Keys: ${keys}\n\n`}${said.map((line) => `> ${line.trim()}`).join('\n>\n') || 'Orca announces nothing.'}\n`,
    )
    const head = '<!-- Written by npm run screen-reader. -->\n\n# What a screen reader says\n\n'
    await writeFile(
      join(projectRoot, 'dist/screen-reader.md'),
      `${head}The log of Orca with Chromium on Debian: what it announces in common tasks, done with the keyboard\n([how to run it](accessibility.md#screen-readers)).\n\n${sections.join('\n')}`,
    )
  })
})
