import { describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('probe', () => {
  test('probe', async ({ society, ada, ben, visit }) => {
    const { hash, say, id } = await makeTopic(society, [ada, ben])
    for (let n = 0; n < 5; n++) await say(`Line ${n}`)
    await say('mine', ada)
    await ben.send('POST', '/messages', { type: 'direct', to: [ada.id], content: 'psst' })
    const here = await visit(ada)
    const { page } = here
    const who = () =>
      page.evaluate(() => {
        const e = document.activeElement as HTMLElement
        return `${e.tagName}.${e.className} ${(e.getAttribute('aria-label') ?? e.textContent ?? '').slice(0, 60)}`
      })
    await here.opens(hash)
    await here.sees('Line 4')
    console.log('start', await who())
    for (const k of ['k', 'k', 'Enter']) {
      await page.keyboard.press(k)
      await page.waitForTimeout(300)
      console.log('topic', k, await who())
    }
    await page.keyboard.press('Escape')
    await page.waitForTimeout(300)
    console.log('esc', await who())
    for (const k of ['ArrowUp', 'ArrowUp', 'Enter']) {
      await page.keyboard.press(k)
      await page.waitForTimeout(300)
      console.log('topic', k, await who())
    }
    await page.keyboard.press('Escape')
    await here.message('Line 2').click()
    await page.waitForTimeout(300)
    console.log('click', await who())
    await page.keyboard.press('Enter')
    await page.waitForTimeout(300)
    console.log('Enter', await who())
    await here.opens(`#narrow/channel/${id}-design`)
    await page.waitForTimeout(500)
    for (const k of ['k', 'k', 'Enter']) {
      await page.keyboard.press(k)
      await page.waitForTimeout(500)
      console.log('channel', k, await who())
    }
    await page.keyboard.press('Escape')
    await here.opens('#feed')
    await page.waitForTimeout(500)
    for (const k of ['k', 'k', 'Enter']) {
      await page.keyboard.press(k)
      await page.waitForTimeout(500)
      console.log('feed', k, await who())
    }
    await page.keyboard.press('Escape')
    await here.opens('#narrow/is/dm')
    await page.waitForTimeout(500)
    for (const k of ['k', 'Enter']) {
      await page.keyboard.press(k)
      await page.waitForTimeout(500)
      console.log('dm', k, await who())
    }
    await page.keyboard.press('Escape')
    await here.opens('#narrow/is/mentioned')
    await here.opens(hash)
    await page.waitForTimeout(500)
    await here.composeField.click()
    for (const k of ['ArrowUp']) {
      await page.keyboard.press(k)
      await page.waitForTimeout(700)
      console.log('composer', k, await who())
    }
    await page.keyboard.press('Escape')
    await page.waitForTimeout(300)
    console.log('esc', await who())
    await here.composeField.click()
    for (const k of ['ArrowLeft']) {
      await page.keyboard.press(k)
      await page.waitForTimeout(700)
      console.log('composer', k, await who())
    }
    await here.opens('#inbox')
    await page.waitForTimeout(500)
    for (const k of [
      'ArrowDown',
      'ArrowDown',
      'ArrowDown',
      'ArrowUp',
      'ArrowUp',
      'ArrowUp',
      'ArrowUp',
      'ArrowDown',
      'k',
      'k',
      'k',
    ]) {
      await page.keyboard.press(k)
      await page.waitForTimeout(200)
      console.log('inbox', k, await who())
    }
    console.log(await page.locator('#messages').textContent())
    for (const view of ['#recent', '#channels/all', `#topics/channel/${id}-design`]) {
      await here.opens(view)
      await page.waitForTimeout(700)
      console.log(view, await who())
      for (const k of ['j', 'k', 'k', 'k']) {
        await page.keyboard.press(k)
        await page.waitForTimeout(200)
        console.log(view, k, await who())
      }
    }
    await page.locator('.right input').focus()
    for (const k of ['ArrowDown', 'k', 'k', 'k']) {
      await page.keyboard.press(k)
      await page.waitForTimeout(200)
      console.log('people', k, await who())
    }
  })
})
